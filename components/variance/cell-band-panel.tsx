"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { BandChart } from "#components/charts/band-chart.tsx";
import type { ReferenceLine } from "#components/charts/types.ts";
import { unitWords, xSpec, ySpec } from "#components/panels/axis.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import type { RunColour } from "#components/ui/run-dot.tsx";
import { topics } from "#server/contracts/live.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import type { SeedBand, XAxis } from "#server/contracts/series.ts";
import { withNotes } from "#components/panels/band-notes.ts";
import { bandPoints } from "#components/panels/band-points.ts";
import { noneDrawn } from "#components/panels/none-drawn.ts";
import { oneAxis } from "#components/panels/one-axis.ts";
import { seedsNotes } from "#components/panels/seeds-words.ts";
import { MEAN_WITH_BAND } from "#server/wording/seeds.ts";

interface CellBandPanelProps {
  runIds: string[];
  experimentId: string | null;
  wholeCells: boolean;
  metric: string;
  axis: XAxis;
  /** By the key of a configuration. */
  colours: Map<string, RunColour>;
  /** Key of the configuration the others are read against. */
  baseline: string | null;
  references?: ReferenceLine[];
  height?: number;
  note?: ReactNode;
}

const REDRAW_MS = 700;

/** Names of configurations; with the start of their experiment's key where two experiments have one of the same name. */
function labelsOf(bands: SeedBand[]): string[] {
  const often = (config: string) => bands.filter((band) => band.config === config).length > 1;
  return bands.map((band) => (often(band.config) ? `${band.config} ${band.cell.slice(4, 8)}` : band.config));
}

/** One metric of some configurations, whatever experiments they are of: mean over seeds with its 95 % t interval as a band. */
export function CellBandPanel(props: CellBandPanelProps) {
  const { runIds, experimentId, wholeCells, metric, axis, colours, baseline, references, height, note } =
    props;
  const info = metricInfo(metric);
  const bands = useQuery(
    useApi().compare.bands.queryOptions(
      { runIds, experimentId, wholeCells, metric, xAxis: axis, points: 200 },
      { meta: liveOn([topics.progress], REDRAW_MS), placeholderData: keepPreviousData },
    ),
  );
  const shown = useMemo(() => oneAxis(bands.data ?? [], axis), [bands.data, axis]);
  const input = useMemo(() => {
    if (!bands.data) return null;
    const drawn = shown.on.filter((band) => band.x.length > 0);
    const labels = labelsOf(drawn);
    return {
      series: drawn.map((band, i) => ({
        key: band.cell,
        label: labels[i],
        colour: colours.get(band.cell),
        baseline: band.cell === baseline,
        points: bandPoints(band),
      })),
      x: xSpec(shown.axis),
      y: ySpec(metric),
      references,
    };
  }, [bands.data, shown, colours, baseline, metric, references]);
  const none =
    bands.data?.length === 0
      ? ({ kind: "empty", title: "No points", reason: "None of these runs has sent this metric." } as const)
      : input?.series.length === 0
        ? noneDrawn(shown.on, shown.axis)
        : undefined;
  // What is still shown of the last answer stands where that was asked for.
  const asked = bands.isPlaceholderData ? shown.axis : axis;
  return (
    <BandChart
      title={info.title}
      unit={unitWords(info)}
      meaning={MEAN_WITH_BAND}
      input={input}
      height={height}
      note={withNotes(seedsNotes(bands.data ?? [], asked), note)}
      state={
        bands.error
          ? { kind: "error", reason: bands.error.message, onRetry: () => void bands.refetch() }
          : none
      }
    />
  );
}
