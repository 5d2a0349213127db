"use client";

import { createContext, useState, type ReactNode } from "react";
import { createCursorStore, type CursorStore } from "./cursor-store.ts";
import { POINT_BUDGET } from "./prepare/choose-layer.ts";

export interface ChartGroupState {
  cursor: CursorStore;
  /** What each chart may cost the chart library, in points. */
  budget: number;
}

export const ChartGroupContext = createContext<ChartGroupState | null>(null);

interface ChartGroupProps {
  /** How many charts are drawn together: a live page draws all of them at each tick, so they share one budget. */
  charts?: number;
  children: ReactNode;
}

/** Charts that are read together: one cursor for those on the same x axis, one budget for all. */
export function ChartGroup({ charts = 1, children }: ChartGroupProps) {
  const [cursor] = useState(createCursorStore);
  return (
    <ChartGroupContext value={{ cursor, budget: POINT_BUDGET / Math.max(1, charts) }}>
      {children}
    </ChartGroupContext>
  );
}
