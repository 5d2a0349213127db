"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import type { DrawnRun } from "./run-dots.tsx";

const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/** Where a key leads from place `at` of `count`; null where it is none of the list's. */
export function placeAfter(key: string, at: number, count: number): number | null {
  const step = STEPS[key];
  return step === undefined || count === 0 ? null : Math.max(0, Math.min(count - 1, at + step));
}

/**
 * Makes the runs of a drawing one stop of the page, with arrow keys from run to run: `onKeyDown` belongs to the drawing,
 * `linkOf` to what stands for the run at a place.
 */
export function useRunLinks(runs: readonly DrawnRun[], point: (run: DrawnRun | null) => void) {
  const drawing = useRef<SVGSVGElement>(null);
  const [active, setActive] = useState(0);
  const stop = Math.min(active, runs.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, stop, runs.length);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
    drawing.current?.querySelector<SVGAElement>(`[data-run="${next}"]`)?.focus();
  };
  const linkOf = (run: DrawnRun, place: number) => ({
    href: run.href,
    "data-run": place,
    tabIndex: place === stop ? 0 : -1,
    "aria-label": run.told,
    onFocus: () => {
      setActive(place);
      point(run);
    },
    onBlur: () => point(null),
  });
  return { drawing, onKeyDown, linkOf };
}
