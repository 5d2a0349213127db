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
import { bandPoints } from "#components/panels/band-points.ts";

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
  const input = useMemo(() => {
    if (!bands.data) return null;
    const labels = labelsOf(bands.data);
    return {
      series: bands.data.map((band, i) => ({
        key: band.cell,
        label: labels[i],
        colour: colours.get(band.cell),
        baseline: band.cell === baseline,
        points: bandPoints(band),
      })),
      x: xSpec(axis),
      y: ySpec(metric),
      references,
    };
  }, [bands.data, colours, baseline, axis, metric, references]);
  const none =
    bands.data?.length === 0
      ? ({ kind: "empty", title: "No points", reason: "None of these runs has sent this metric." } as const)
      : undefined;
  return (
    <BandChart
      title={info.title}
      unit={`${unitWords(info)}${unitWords(info) ? ", " : ""}mean over seeds, band = 95 % t interval`}
      input={input}
      height={height}
      note={note}
      state={
        bands.error
          ? { kind: "error", reason: bands.error.message, onRetry: () => void bands.refetch() }
          : none
      }
    />
  );
}
