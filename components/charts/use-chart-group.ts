"use client";

import { use, useMemo, useState } from "react";
import { ChartGroupContext, type ChartGroupState } from "./chart-group.tsx";
import { createLitStore, useLitStore } from "./lit.tsx";
import { createCursorStore, createExtentStore } from "./chart-group-stores.ts";
import { POINT_BUDGET } from "./prepare/layer.ts";
import type { ZoomRange } from "#server/plot/series.ts";

/** The group a chart stands in; alone it is its own. */
export function useChartGroup(): ChartGroupState {
  const group = use(ChartGroupContext);
  const scope = useLitStore();
  const [stores] = useState(() => ({
    cursor: createCursorStore(),
    extents: createExtentStore(),
    lit: createLitStore(),
  }));
  const [zoom, setZoom] = useState<ZoomRange | null>(null);
  const own = useMemo(
    (): ChartGroupState => ({
      ...stores,
      lit: scope ?? stores.lit,
      budget: POINT_BUDGET,
      zoomOf: () => zoom,
      setZoom,
      hidden: null,
      setHidden: () => undefined,
    }),
    [stores, scope, zoom],
  );
  return group ?? own;
}
