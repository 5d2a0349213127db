"use client";

import { useKeys } from "#components/layout/use-keys.ts";

const group = "In a chart";

/** Lists what a chart does by key while it has the focus. */
export function useChartKeys(): void {
  useKeys([
    { keys: "← →", label: "Step from sample to sample", group, run: null },
    { keys: "Shift ↑ ↓", label: "Zoom in and out", group, run: null },
    { keys: "Shift ← →", label: "Move along while zoomed", group, run: null },
    { keys: "esc", label: "Show all again", group, run: null },
  ]);
}
