"use client";

import type { PlacedPanel, PlacedSection } from "./layout/place-panels.ts";
import { PanelCell, type DrawPanel } from "./panel-cell.tsx";
import type { BoardLook } from "./panel-look.ts";
import type { PanelActs } from "./panel-menu.ts";
import { useNear } from "./use-near.ts";

export interface PanelStretchProps {
  section: PlacedSection;
  panels: PlacedPanel[];
  /** Out of sight it is only a height: pages of thousands of panels consist of these. */
  lazy: boolean;
  isPart: boolean;
  look: BoardLook;
  acts: PanelActs;
  draw: DrawPanel;
}

/** Title, drawing and gap of a panel of normal height, in px; what is out of sight was not measured yet. */
const ROW_PX = 171;
const THIRDS = 3;

/** Panels in rows. */
export function PanelStretch({ section, panels, lazy, ...cell }: PanelStretchProps) {
  const { ref, near, height } = useNear();
  const isShown = near || !lazy;
  return (
    <div
      ref={ref}
      className="panel-grid"
      style={isShown ? undefined : { minHeight: height ?? Math.ceil(panels.length / THIRDS) * ROW_PX }}
    >
      {isShown
        ? panels.map((panel) => <PanelCell key={panel.key} section={section} panel={panel} {...cell} />)
        : null}
    </div>
  );
}
