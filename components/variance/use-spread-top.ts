"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import type { XAxis } from "#server/contracts/series.ts";
import type { VarianceCell } from "#server/contracts/variance.ts";

const ROOM = 1.08;

/** The top that the small multiples share: the highest mean or quantile, noise floors included; null while it is read. */
export function useSpreadTop(cells: VarianceCell[], axis: XAxis): number | null {
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
  if (!bands.data) return null;
  const drawn = bands.data.flatMap((band) => [...band.mean, ...band.high].filter((v) => v !== null));
  const floors = cells.flatMap((c) => (c.noise ? [c.noise.withinGroupSd] : []));
  const most = [...drawn, ...floors].reduce((a, b) => Math.max(a, b), 0);
  return most === 0 ? null : Number((most * ROOM).toPrecision(2));
}
