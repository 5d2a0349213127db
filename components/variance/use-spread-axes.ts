"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "#components/trpc/api.ts";
import type { XAxis } from "#server/contracts/series.ts";
import type { VarianceCell } from "#server/contracts/variance.ts";
import { spreadAxes, type SpreadAxis } from "./spread-axes.ts";

/** The y axes of the small multiples by the key of their configuration; null while they are read. */
export function useSpreadAxes(cells: VarianceCell[], axis: XAxis): Map<string, SpreadAxis> | null {
  const api = useApi();
  const metric = cells.some((c) => c.metrics.includes("group/std_p90")) ? "group/std_p90" : "group/std";
  const bands = useQuery(
    api.compare.bands.queryOptions({
      runIds: cells.flatMap((c) => c.runIds),
      experimentId: null,
      wholeCells: false,
      metric,
      xAxis: axis,
      points: 200,
    }),
  );
  return useMemo(() => (bands.data ? spreadAxes(cells, bands.data) : null), [cells, bands.data]);
}
