"use client";

import { useEffect, useMemo, useRef } from "react";
import { CHART_HEIGHT } from "#components/charts/chart-frame.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { VisuallyHidden } from "#components/ui/visually-hidden.tsx";
import { panelTitle } from "./layout/find-panels.ts";
import type { PlacedPanel } from "./layout/place-panels.ts";
import type { DrawPanel } from "./panel-cell.tsx";
import type { BoardLook, PanelLook } from "./panel-look.ts";

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  defaultPrevented: boolean;
  target: unknown;
}

const STEPS: Partial<Record<string, -1 | 1>> = { ArrowLeft: -1, k: -1, ArrowRight: 1, j: 1 };

/** Arrows belong to a plot also where it has nothing to do for them, as at the last sample. */
const PLOT = '[role="slider"]';
const TAKES_LETTERS = 'input, textarea, select, [role="menu"]';

const isOf = (target: unknown, selector: string): boolean =>
  target !== null &&
  typeof target === "object" &&
  "closest" in target &&
  typeof target.closest === "function" &&
  Boolean(target.closest(selector));

/** Which way a key leads from a panel that fills the window: -1 to the one before, 1 to the one after, null nowhere. */
export function screenStep(press: Press): -1 | 1 | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, target } = press;
  if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || isOf(target, TAKES_LETTERS))
    return null;
  if (key.startsWith("Arrow") && isOf(target, PLOT)) return null;
  return STEPS[key] ?? null;
}

interface PanelScreenProps {
  /** Panels that follow each other, in the order of the page. */
  panels: PlacedPanel[];
  /** The one of them that is shown. */
  panel: PlacedPanel;
  look: BoardLook;
  draw: DrawPanel;
  onPanel: (key: string) => void;
  onClose: () => void;
}

/** One panel as large as the window, and the way to the one before it and after it. Escape closes it. */
export function PanelScreen({ panels, panel, look, draw, onPanel, onClose }: PanelScreenProps) {
  const nav = useRef<HTMLDivElement>(null);
  const at = panels.indexOf(panel);
  const previous = panels.at(at - 1);
  const next = panels[at + 1];
  const step = (by: -1 | 1) => {
    const to = by > 0 ? next : at > 0 ? previous : undefined;
    if (to) onPanel(to.key);
  };
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const by = screenStep(event);
      if (by === null || !isInDialogOf(nav.current, event.target)) return;
      event.preventDefault();
      latest.current(by);
    };
    // Before the kit, which keeps arrows inside its dialog.
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
  const drawn = useMemo<PanelLook>(
    () => ({ ...look, height: CHART_HEIGHT, menu: [], fullScreen: "shown" }),
    [look],
  );
  return (
    <Dialog open onClose={onClose} title={panelTitle(panel)} size="wide">
      <div ref={nav} className="plot-full-nav">
        <Button
          size="small"
          keys="k"
          aria-keyshortcuts="ArrowLeft K"
          blocked={at > 0 ? undefined : "This is the first panel"}
          data-tip={at > 0 && previous ? `${panelTitle(previous)}: left arrow, in the plot k` : undefined}
          onClick={() => step(-1)}
        >
          Previous
        </Button>
        <Button
          size="small"
          keys="j"
          aria-keyshortcuts="ArrowRight J"
          blocked={next ? undefined : "This is the last panel"}
          data-tip={next ? `${panelTitle(next)}: right arrow, in the plot j` : undefined}
          onClick={() => step(1)}
        >
          Next
        </Button>
        <output className="muted">
          <VisuallyHidden>{panelTitle(panel)}, </VisuallyHidden>
          {at + 1} of {panels.length}
        </output>
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      </div>
      <div key={panel.key}>{draw(panel, drawn)}</div>
    </Dialog>
  );
}

/** The keys are the dialog's own: not of a table that lies over it, nor of the page behind it. */
function isInDialogOf(part: HTMLElement | null, target: EventTarget | null): boolean {
  const dialog = part?.closest('[role="dialog"]');
  return dialog !== null && dialog !== undefined && target instanceof Element && dialog.contains(target);
}
