"use client";

import { use, useMemo, useState } from "react";
import { ChartGroupContext, type ChartGroupState } from "./chart-group.tsx";
import { createCursorStore } from "./cursor-store.ts";
import { createExtentStore } from "./extent-store.ts";
import { POINT_BUDGET } from "./prepare/layer.ts";
import type { ZoomRange } from "#server/plot/series.ts";

/** The group a chart stands in; alone it is its own. */
export function useChartGroup(): ChartGroupState {
  const group = use(ChartGroupContext);
  const [stores] = useState(() => ({ cursor: createCursorStore(), extents: createExtentStore() }));
  const [zoom, setZoom] = useState<ZoomRange | null>(null);
  const own = useMemo(
    (): ChartGroupState => ({
      ...stores,
      budget: POINT_BUDGET,
      zoomOf: () => zoom,
      setZoom,
      hidden: null,
      setHidden: () => undefined,
    }),
    [stores, zoom],
  );
  return group ?? own;
}
