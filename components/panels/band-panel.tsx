"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { BandChart } from "#components/charts/band-chart.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import type { RunColour } from "#components/ui/run-dot.tsx";
import { topics } from "#server/contracts/live.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import type { XAxis } from "#server/contracts/series.ts";
import { MEAN_WITH_BAND } from "#server/wording/seeds.ts";
import { unitWords, xSpec, ySpec } from "./axis.ts";
import { withNotes } from "./band-notes.ts";
import { bandPoints } from "./band-points.ts";
import { noneDrawn } from "./none-drawn.ts";
import { oneAxis } from "./one-axis.ts";
import { seedsNotes } from "./seeds-words.ts";

interface BandPanelProps {
  experimentId: string;
  metric: string;
  axis: XAxis;
  colours: Map<string, RunColour>;
  /** Cell whose band is drawn beside the baseline's where four or more share the chart. */
  pinned: string | null;
  /** How many runs there are, once all have ended; 0 before. */
  ended: number;
  height?: number;
  note?: ReactNode;
}

const REDRAW_MS = 700;

export const bandInput = (experimentId: string, metric: string, axis: XAxis) => ({
  experimentId,
  metric,
  xAxis: axis,
  points: 200,
});

/** One metric of every configuration: the mean over seeds, with its 95 % t interval as a band. */
export function BandPanel(props: BandPanelProps) {
  const { experimentId, metric, axis, colours, pinned, ended, height, note } = props;
  const api = useApi();
  const info = metricInfo(metric);
  const bands = useQuery(
    api.series.bands.queryOptions(bandInput(experimentId, metric, axis), {
      meta: liveOn([topics.experimentPoints(experimentId), topics.experiment(experimentId)], REDRAW_MS),
      placeholderData: keepPreviousData,
    }),
  );
  const shown = useMemo(() => oneAxis(bands.data ?? [], axis), [bands.data, axis]);
  const input = useMemo(() => {
    if (!bands.data) return null;
    const drawn = shown.on.filter((band) => band.x.length > 0);
    return {
      series: drawn.map((band) => ({
        key: band.cell,
        label: band.config,
        variant: band.config,
        metric,
        colour: colours.get(band.cell),
        baseline: band.baseline,
        pinned: band.cell === pinned,
        points: bandPoints(band),
      })),
      x: xSpec(shown.axis),
      y: ySpec(metric),
    };
  }, [bands.data, shown, colours, pinned, metric]);
  // What is still shown of the last answer stands where that was asked for.
  const asked = bands.isPlaceholderData ? shown.axis : axis;
  return (
    <BandChart
      title={info.title}
      unit={unitWords(info)}
      meaning={MEAN_WITH_BAND}
      input={input}
      ended={ended}
      height={height}
      note={withNotes(seedsNotes(bands.data ?? [], asked), note)}
      state={
        bands.error
          ? { kind: "error", reason: bands.error.message, onRetry: () => void bands.refetch() }
          : input?.series.length === 0
            ? noneDrawn(shown.on, shown.axis)
            : undefined
      }
    />
  );
}
