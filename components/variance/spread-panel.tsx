"use client";

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { BandChart } from "#components/charts/band-chart.tsx";
import type { ReferenceLine } from "#components/charts/types.ts";
import { xSpec } from "#components/panels/axis.ts";
import { withNotes } from "#components/panels/band-notes.ts";
import { noneDrawn } from "#components/panels/none-drawn.ts";
import { oneAxis } from "#components/panels/one-axis.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { ObjectionFlag } from "#components/ui/objection-flag.tsx";
import type { RunColour } from "#components/ui/run-dot.tsx";
import { topics } from "#server/contracts/live.ts";
import type { XAxis } from "#server/contracts/series.ts";
import type { VarianceCell } from "#server/contracts/variance.ts";
import { bandPoints } from "#components/panels/band-points.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { MEAN_WITH_BAND } from "#server/wording/seeds.ts";
import { rangeWords } from "./range-words.ts";
import { spreadNotes } from "./spread-notes.ts";
import { spreadY } from "./spread-y.ts";

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
    ? [{ y: noise.withinGroupSd, label: `noise alone ${writeNumber(noise.withinGroupSd)}` }]
    : [];
  const inView = reachable !== null && top !== null && reachable <= top;
  return inView ? [...floor, { y: reachable, label: `reachable ${writeNumber(reachable)}` }] : floor;
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
  const bands = queries.flatMap((q, i) =>
    (q.data ?? []).slice(0, 1).map((band) => ({ ...band, ...lines[i] })),
  );
  const shown = oneAxis(bands, axis);
  const known = bands
    .map(({ axis: of, x, mean }) => `${of} ${x.length} ${x.at(-1) ?? ""} ${mean.at(-1) ?? ""}`)
    .join("|");
  const isAnswered = queries.some((q) => q.data);
  const input = useMemo(() => {
    if (!isAnswered) return null;
    const drawn = shown.on.filter((band) => band.x.length > 0);
    return {
      series: drawn.map((band) => {
        const isMean = band.metric === LINES[0].metric;
        return {
          key: band.metric,
          label: lines.length > 1 ? band.label : "",
          metric: band.metric,
          colour: colour ?? "ink",
          baseline: isMean && (colour === undefined || colour === "ink"),
          pinned: isMean,
          // A quantile over groups is drawn without the interval of its mean over seeds: one band is enough.
          points: bandPoints(band).map((p) => (isMean ? p : { ...p, low: null, high: null })),
        };
      }),
      x: xSpec(shown.axis),
      y: spreadY(top),
      references: referencesOf(cell, top),
    };
    // The bands are compared by what they hold: the list of queries is another object at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [known, isAnswered, axis, colour, top, cell]);
  const flag = cell.objections.find((o) => o.speaksOf.includes("group/std"));
  return (
    <BandChart
      title={cell.config}
      unit={cell.seeds.length > 1 ? "points" : `points, seed ${cell.seeds[0]}`}
      meaning={cell.seeds.length > 1 ? MEAN_WITH_BAND : undefined}
      flag={flag ? <ObjectionFlag level={flag.severity} label={`${flag.rule} ${flag.claim}`} /> : undefined}
      input={input}
      height={168}
      note={withNotes(
        spreadNotes(shown, queries.some((q) => q.isPlaceholderData) ? shown.axis : axis, cell.seeds.length),
        [rangeWords(cell), axisWords].filter(Boolean).join(" "),
      )}
      state={
        error
          ? { kind: "error", reason: error.message }
          : // A run is left out of every line, and is one.
            input?.series.length === 0
            ? noneDrawn(shown.on.slice(0, 1), shown.axis)
            : undefined
      }
    />
  );
}
