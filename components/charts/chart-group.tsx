"use client";

import { createContext, type ReactNode, useMemo, useState } from "react";
import {
  createCursorStore,
  createExtentStore,
  type CursorStore,
  type ExtentStore,
} from "./chart-group-stores.ts";
import { createLitStore, type LitStore, useLitStore } from "./lit.tsx";
import { POINT_BUDGET } from "./prepare/layer.ts";
import type { ZoomRange } from "#server/plot/series.ts";

export interface ChartGroupState {
  cursor: CursorStore;
  extents: ExtentStore;
  /** Whose lines are pointed at. */
  lit: LitStore;
  /** What each chart may cost the chart library, in points. */
  budget: number;
  /** The stretch of an axis, by its label, that is shown; null is all. */
  zoomOf: (axis: string) => ZoomRange | null;
  setZoom: (zoom: ZoomRange | null, axis: string) => void;
  /** Lines that no chart shows; null where every chart keeps its own. */
  hidden: readonly string[] | null;
  setHidden: (keys: string[]) => void;
}

export const ChartGroupContext = createContext<ChartGroupState | null>(null);

interface ChartGroupProps {
  /** How many charts are drawn together: a live page draws all of them at each tick, so they share one budget. */
  charts?: number;
  /** The stretch of x that all charts on `axis` show. Left out, the group keeps it itself. */
  zoom?: ZoomRange | null;
  /** Label of the axis that `zoom` is on; without it, of every chart in the group. */
  axis?: string;
  onZoom?: (zoom: ZoomRange | null, axis: string) => void;
  /** Keys of lines that no chart of the group shows. Left out, every chart keeps its own. */
  hidden?: readonly string[];
  onHidden?: (keys: string[]) => void;
  children: ReactNode;
}

const NO_ZOOM: ReadonlyMap<string, ZoomRange | null> = new Map();

/** Charts that are read together: one cursor and one zoom for those on the same x axis, one budget for all. */
export function ChartGroup({ charts = 1, zoom, axis, onZoom, hidden, onHidden, children }: ChartGroupProps) {
  const [cursor] = useState(createCursorStore);
  const [extents] = useState(createExtentStore);
  const scope = useLitStore();
  const [own] = useState(createLitStore);
  const lit = scope ?? own;
  const [zooms, setZooms] = useState(NO_ZOOM);
  const group = useMemo((): ChartGroupState => {
    const isGiven = (label: string) => zoom !== undefined && (axis === undefined || axis === label);
    return {
      cursor,
      extents,
      lit,
      budget: POINT_BUDGET / Math.max(1, charts),
      zoomOf: (label) => (isGiven(label) ? zoom : zooms.get(label)) ?? null,
      setZoom: (next, label) => {
        if (!isGiven(label)) setZooms((before) => new Map(before).set(label, next));
        onZoom?.(next, label);
      },
      hidden: hidden ?? null,
      setHidden: (keys) => onHidden?.(keys),
    };
  }, [cursor, extents, lit, charts, zoom, axis, zooms, hidden, onZoom, onHidden]);
  return <ChartGroupContext value={group}>{children}</ChartGroupContext>;
}
