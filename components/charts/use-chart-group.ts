"use client";

import { use, useState } from "react";
import { ChartGroupContext, type ChartGroupState } from "./chart-group.tsx";
import { createCursorStore } from "./cursor-store.ts";
import { POINT_BUDGET } from "./prepare/choose-layer.ts";

/** The group a chart stands in; alone it is its own. */
export function useChartGroup(): ChartGroupState {
  const group = use(ChartGroupContext);
  const [own] = useState(() => ({ cursor: createCursorStore(), budget: POINT_BUDGET }));
  return group ?? own;
}
