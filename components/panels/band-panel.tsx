"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { nonePlaced } from "#components/charts/prepare/no-points.ts";
import { BandChart } from "#components/charts/band-chart.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import type { RunColour } from "#components/ui/run-dot.tsx";
import { topics } from "#server/contracts/live.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import type { XAxis } from "#server/contracts/series.ts";
import { axisLabel, unitWords, xSpec, ySpec } from "./axis.ts";
import { bandPoints } from "./band-points.ts";

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
  const input = useMemo(() => {
    if (!bands.data) return null;
    const drawn = bands.data.filter((band) => band.x.length > 0);
    return {
      series: drawn.map((band) => ({
        key: band.cell,
        label: band.config,
        colour: colours.get(band.cell),
        baseline: band.baseline,
        pinned: band.cell === pinned,
        points: bandPoints(band),
      })),
      x: xSpec(axis),
      y: ySpec(metric),
    };
  }, [bands.data, colours, pinned, axis, metric]);
  const unplaced = bands.data?.reduce((sum, band) => sum + band.unplaced, 0) ?? 0;
  return (
    <BandChart
      title={info.title}
      unit={`${unitWords(info)}${unitWords(info) ? ", " : ""}mean over seeds, band = 95 % t interval`}
      input={input}
      ended={ended}
      height={height}
      note={note}
      state={
        bands.error
          ? { kind: "error", reason: bands.error.message, onRetry: () => void bands.refetch() }
          : unplaced > 0 && input?.series.length === 0
            ? nonePlaced(unplaced, axisLabel(axis))
            : undefined
      }
    />
  );
}
