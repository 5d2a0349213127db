"use client";

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { BandChart } from "#components/charts/band-chart.tsx";
import type { ReferenceLine } from "#components/charts/types.ts";
import { xSpec } from "#components/panels/axis.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { formatNumber } from "#components/ui/format/format-number.ts";
import { ObjectionFlag } from "#components/ui/objection-flag.tsx";
import type { RunColour } from "#components/ui/run-dot.tsx";
import { topics } from "#server/contracts/live.ts";
import type { XAxis } from "#server/contracts/series.ts";
import type { VarianceCell } from "#server/contracts/variance.ts";
import { bandPoints } from "#components/panels/band-points.ts";
import { rangeWords } from "./range-words.ts";

interface SpreadPanelProps {
  cell: VarianceCell;
  axis: XAxis;
  colour: RunColour | undefined;
  /** Top of the y axis, shared with the other configurations of its reward. */
  top: number | null;
  /** Whose heights can be compared with it; null where all share one axis. */
  axisWords: string | null;
}

const LINES = [
  { metric: "group/std", label: "mean" },
  { metric: "group/std_p90", label: "p90" },
  { metric: "group/std_p50", label: "p50" },
  { metric: "group/std_p10", label: "p10" },
] as const;

const REDRAW_MS = 700;

/** What the reward's own formula says of the spread: where noise alone would lie, and what no group can exceed. */
function referencesOf({ noise, reachable }: VarianceCell, top: number | null): ReferenceLine[] {
  const floor = noise
    ? [{ y: noise.withinGroupSd, label: `noise alone ${formatNumber(noise.withinGroupSd)}` }]
    : [];
  const inView = reachable !== null && top !== null && reachable <= top;
  return inView ? [...floor, { y: reachable, label: `reachable ${formatNumber(reachable)}` }] : floor;
}

/** The spread of rewards inside the groups of one configuration over training: its mean, and its quantiles where runs send them. */
export function SpreadPanel({ cell, axis, colour, top, axisWords }: SpreadPanelProps) {
  const api = useApi();
  const lines = LINES.filter(({ metric }) => cell.metrics.includes(metric));
  const queries = useQueries({
    queries: lines.map(({ metric }) =>
      api.compare.bands.queryOptions(
        { runIds: cell.runIds, experimentId: null, wholeCells: false, metric, xAxis: axis, points: 200 },
        { meta: liveOn([topics.progress], REDRAW_MS), placeholderData: keepPreviousData },
      ),
    ),
  });
  const error = queries.find((q) => q.error)?.error;
  const data = queries.map((q) => q.data?.[0]);
  const known = data
    .map((band) => `${band?.x.length ?? 0} ${band?.x.at(-1) ?? ""} ${band?.mean.at(-1) ?? ""}`)
    .join("|");
  const input = useMemo(() => {
    if (data.every((band) => band === undefined)) return null;
    return {
      series: data.flatMap((band, i) =>
        band
          ? [
              {
                key: lines[i].metric,
                label: lines.length > 1 ? lines[i].label : "",
                colour: colour ?? "ink",
                baseline: i === 0 && (colour === undefined || colour === "ink"),
                pinned: i === 0,
                // A quantile over groups is drawn without the interval of its mean over seeds: one band is enough.
                points: bandPoints(band).map((p) => (i === 0 ? p : { ...p, low: null, high: null })),
              },
            ]
          : [],
      ),
      x: xSpec(axis),
      y: { kind: "number" as const, unit: "points", domain: [0, top] as [number, number | null] },
      references: referencesOf(cell, top),
    };
    // The bands are compared by what they hold: the list of queries is another object at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [known, axis, colour, top, cell]);
  const flag = cell.objections.find((o) => o.rule === "D06");
  return (
    <BandChart
      title={cell.config}
      unit={`sd inside groups, points; ${cell.seeds.length === 1 ? `seed ${cell.seeds[0]}` : `mean over ${cell.seeds.length} seeds`}${lines.length > 1 ? "; p10, p50, p90 over groups" : ""}`}
      flag={flag ? <ObjectionFlag level={flag.severity} label={`${flag.rule} ${flag.claim}`} /> : undefined}
      input={input}
      height={168}
      note={[rangeWords(cell), axisWords].filter(Boolean).join(" ")}
      state={error ? { kind: "error", reason: error.message } : undefined}
    />
  );
}
