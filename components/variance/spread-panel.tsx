"use client";

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { bandPoints } from "#components/bands/band-lines.ts";
import { bandsQuestion } from "#components/bands/bands-question.ts";
import { nothingDrawn } from "#components/bands/nothing-drawn.ts";
import { BandChart } from "#components/charts/dot-interval-chart.tsx";
import type { ReferenceLine, YAxisSpec } from "#server/plot/series.ts";
import { xSpec } from "#server/plot/metric-axes.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import type { RunColour } from "#server/plot/colours.ts";
import { topics } from "#server/contracts/live.ts";
import type { XAxis } from "#server/contracts/charts/series.ts";
import { showBands } from "#server/contracts/charts/shown-bands.ts";
import type { VarianceCell } from "#server/contracts/variance.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { bandWords } from "#server/wording/charts/bands.ts";
import { spreadCaption } from "./spread-notes.ts";
import { writePlace } from "#server/wording/charts/axes.ts";
import { writeCount } from "#server/wording/counts.ts";
import { possibleRange } from "#server/contracts/possible-range.ts";
import { nameSeed } from "#server/wording/seeds.ts";

/** y of a standard deviation, which no run can send below 0: neither can an interval of it reach there. */
export const spreadY = (top: number | null): YAxisSpec => ({
  kind: "number",
  unit: "points",
  domain: [0, top],
  possible: possibleRange("group/std"),
});

type RangeFacts = Pick<VarianceCell, "formula" | "min" | "max" | "groupSize" | "reachable" | "noise">;

/** What the reward's own description says of the spread it can show. */
export function rangeWords({ formula, min, max, groupSize, reachable, noise }: RangeFacts): string {
  if (min === null || max === null)
    return formula === "none"
      ? "This recipe has no reward."
      : "It is not known between which values these rewards lie.";
  const range = `Rewards lie between ${writePlace(min)} and ${writePlace(max)}`;
  const most =
    reachable === null
      ? ""
      : `, so a group of ${writeCount(groupSize)} reaches an sd of at most ${writeNumber(reachable)}`;
  const injected = noise
    ? `injected noise alone shows ${writeNumber(noise.withinGroupSd)} inside a group`
    : "no noise is injected";
  return `${range}${most}; ${injected}.`;
}

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
      api.series.bands.queryOptions(
        bandsQuestion({ kind: "runs", runIds: cell.runIds, whole: false }, metric, { axis }),
        { meta: liveOn([topics.progress], REDRAW_MS), placeholderData: keepPreviousData },
      ),
    ),
  });
  const error = queries.find((q) => q.error)?.error;
  const bands = queries.flatMap((q, i) =>
    (q.data?.bands ?? [])
      .slice(0, 1)
      .map((band) => ({ ...band, key: lines[i].metric, label: lines[i].label })),
  );
  const shown = showBands(bands, axis);
  const known = bands
    .map(({ axis: of, x, mean }) => `${of} ${x.length} ${x.at(-1) ?? ""} ${mean.at(-1) ?? ""}`)
    .join("|");
  const isAnswered = queries.some((q) => q.data);
  const input = useMemo(() => {
    if (!isAnswered) return null;
    return {
      series: shown.drawn.map((band) => {
        const isMean = band.key === LINES[0].metric;
        return {
          key: band.key,
          label: lines.length > 1 ? band.label : "",
          metric: band.key,
          colour: colour ?? "ink",
          baseline: isMean && (colour === undefined || colour === "ink"),
          pinned: isMean,
          beside: lines.length > 1 && !isMean,
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
  // What is still shown of the last answer stands where that was asked for.
  const isOld = queries.some((q) => q.isPlaceholderData);
  const flag = cell.findings.find((o) => o.speaksOf.includes("group/std"));
  return (
    <BandChart
      title={cell.config}
      unit={cell.seeds.length > 1 ? "points" : `points, ${nameSeed(cell.seeds[0])}`}
      meaning={cell.seeds.length > 1 ? bandWords("mean-ci") : undefined}
      flag={flag ? <FindingFlag level={flag.severity} label={`${flag.rule} ${flag.claim}`} /> : undefined}
      input={input}
      height={168}
      captions={[
        ...spreadCaption(isOld ? { ...shown, asked: shown.axis } : shown, cell.seeds.length),
        rangeWords(cell),
        ...(axisWords === null ? [] : [axisWords]),
      ]}
      state={
        error
          ? { kind: "error", reason: error.message }
          : // A run is left out of every line, and is one.
            isAnswered
            ? nothingDrawn({ ...shown, on: shown.on.slice(0, 1) }, { zoom: null, ended: 0 })
            : undefined
      }
    />
  );
}
