"use client";

import { useMemo, useState, type DragEvent, type ReactNode } from "react";
import { CHART_HEIGHT, ChartFrame } from "#components/charts/chart-frame.tsx";
import { unitWords } from "#server/plot/metric-axes.ts";
import { panelTitle } from "./layout/find-panels.ts";
import type { PlacedPanel, PlacedSection } from "./layout/place-panels.ts";
import type { BoardLook, PanelLook } from "./panel-look.ts";
import { moveTo, panelMenu, type PanelActs } from "./panel-menu.ts";
import { useNear } from "./use-near.ts";

const TALL_HEIGHT = 272;

export type DrawPanel = (panel: PlacedPanel, look: PanelLook) => ReactNode;

interface PanelCellProps {
  section: PlacedSection;
  panel: PlacedPanel;
  /** The section shows only what is looked for. */
  isPart: boolean;
  look: BoardLook;
  acts: PanelActs;
  draw: DrawPanel;
}

const DRAGGED = "application/x-ablab-panel";

/**
 * Half of the panel that the pointer is over: what is dropped comes before it or after it. Nothing comes between the parts of
 * one, so that only its ends count.
 */
function sideOf(event: DragEvent<HTMLElement>, { key, partOf }: PlacedPanel): "before" | "after" {
  if (partOf) return key === partOf.key ? "before" : "after";
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return event.clientX < left + width / 2 ? "before" : "after";
}

/** The place of a panel on its page. What it draws is mounted, and asks for its points, only near what is seen. */
export function PanelCell({ section, panel, isPart, look, acts, draw }: PanelCellProps) {
  const { ref, near, height } = useNear();
  // What stands on the page is the panel; this may be one metric of it.
  const whole = panel.partOf ?? panel;
  const [drop, setDrop] = useState<"before" | "after" | null>(null);
  const chartHeight = panel.size.height === "tall" ? TALL_HEIGHT : CHART_HEIGHT;
  const drawn = useMemo<PanelLook>(
    () => ({
      ...look,
      height: chartHeight,
      menu: panelMenu(section, whole, acts, isPart),
      fullScreen: () => acts.onFull(panel.key),
    }),
    [look, chartHeight, section, panel, whole, acts, isPart],
  );
  const isSibling = (event: DragEvent) =>
    event.dataTransfer.types.includes(`${DRAGGED}+${section.id.toLowerCase()}`);
  return (
    // Dragging is one of two ways: the menu of the panel moves it by key.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={ref}
      className="panel-cell"
      data-panel={panel.key}
      data-width={panel.size.width}
      data-drop={drop ?? undefined}
      style={near || height === null ? undefined : { minHeight: height }}
      onDragOver={(event) => {
        if (!isSibling(event)) return;
        event.preventDefault();
        setDrop(sideOf(event, panel));
      }}
      onDragLeave={() => setDrop(null)}
      onDrop={(event) => {
        setDrop(null);
        const key = event.dataTransfer.getData(DRAGGED);
        const moved = section.panels.find((other) => other.key === key);
        if (!moved || moved === whole) return;
        event.preventDefault();
        const others = section.panels.filter((other) => other !== moved);
        moveTo(acts, section, moved, others.indexOf(whole) + (sideOf(event, panel) === "after" ? 1 : 0));
      }}
    >
      {isPart ? null : (
        <span
          className="panel-grip"
          draggable
          aria-hidden="true"
          data-tip="Drag to move"
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = "move";
            event.dataTransfer.setData(DRAGGED, whole.key);
            // Only the types of what is dragged can be read while it is dragged.
            event.dataTransfer.setData(`${DRAGGED}+${section.id.toLowerCase()}`, "");
            const cell = event.currentTarget.parentElement;
            if (cell) event.dataTransfer.setDragImage(cell, 12, 12);
          }}
        />
      )}
      {near ? draw(panel, drawn) : <Waiting panel={panel} height={chartHeight} />}
    </div>
  );
}

/** Stands for a panel that is out of sight: its title, its height and an axis. Nothing is asked for it, so nothing loads. */
function Waiting({ panel, height }: { panel: PlacedPanel; height: number }) {
  const unit = panel.unit ?? unitWords(panel.lines[0].metric);
  return (
    <ChartFrame title={panelTitle(panel)} unit={unit} height={height}>
      <div className="plot-axes" />
    </ChartFrame>
  );
}
