"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { bandsQuestion } from "#components/bands/bands-question.ts";
import { useApi } from "#components/trpc/api.ts";
import type { XAxis } from "#server/contracts/charts/series.ts";
import type { VarianceCell } from "#server/contracts/variance.ts";
import { spreadAxes, type SpreadAxis } from "./spread-axes.ts";

/** The y axes of the small multiples by the key of their configuration; null while they are read. */
export function useSpreadAxes(cells: VarianceCell[], axis: XAxis): Map<string, SpreadAxis> | null {
  const api = useApi();
  const metric = cells.some((c) => c.metrics.includes("group/std_p90")) ? "group/std_p90" : "group/std";
  const bands = useQuery(
    api.series.bands.queryOptions(
      bandsQuestion({ kind: "runs", runIds: cells.flatMap((c) => c.runIds), whole: false }, metric, { axis }),
      { enabled: cells.length > 0 },
    ),
  );
  return useMemo(() => (bands.data ? spreadAxes(cells, bands.data.bands) : null), [cells, bands.data]);
}
