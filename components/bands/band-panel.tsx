"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { BandChart } from "#components/charts/dot-interval-chart.tsx";
import type { PlotFigureProps } from "#components/charts/plot/plot-figure.tsx";
import type { ReferenceLine, ZoomRange } from "#server/plot/series.ts";
import { useChartGroup } from "#components/charts/use-chart-group.ts";
import { unitWords, xSpec, ySpec } from "#server/plot/metric-axes.ts";
import { NotRanked } from "#components/panels/not-ranked.tsx";
import type { PanelLook } from "#components/panels/panel-look.ts";
import { smoothingWords, togetherSmoothing } from "#components/panels/smoothing-text.ts";
import { StateMenu } from "#components/panels/views/state-menu.tsx";
import { useTurn } from "#components/panels/use-turn.ts";
import { useApi } from "#components/trpc/api.ts";
import type { BandMode, BandsOf } from "#server/contracts/charts/bands.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { showBands } from "#server/contracts/charts/shown-bands.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { rewardRange, whyBandsNotRanked } from "#server/checks/standings.ts";
import { axisLabel, isOnOwnAxis } from "#server/wording/charts/axes.ts";
import { bandCaptionParts, bandWords } from "#server/wording/charts/bands.ts";
import { type BandCast, bandLines, nameBands } from "./band-lines.ts";
import { bandsQuestion } from "./bands-question.ts";
import { nothingDrawn } from "./nothing-drawn.ts";

/** How a band is looked at. Without a zoom here, the chart shows parts of the whole answer. */
export type BandLook = Pick<PanelLook, "axis"> & Partial<Omit<PanelLook, "axis" | "overlap" | "apart">>;

interface BandPanelProps extends Pick<PlotFigureProps, "unit" | "legend" | "onHidden"> {
  /** Left out, that of the metric. */
  title?: string;
  of: BandsOf;
  metric: string;
  mode?: BandMode;
  look: BandLook;
  /** Keep its identity while nothing changed. */
  cast: BandCast;
  /** Whose ticks make it ask again (`components/trpc/live-on.ts`). */
  follow: Record<string, unknown>;
  /** How many runs there are, once all have ended; 0 before, and left out where the page does not know. */
  ended?: number;
  /** Keys of lines that the page hides; left out, the chart keeps its own. */
  hidden?: readonly string[];
  references?: ReferenceLine[];
  /** Runs of repeated seeds that no line counts, where the page knows. */
  leftOut?: number;
  /** Asked in turn with other heavy panels of the page. */
  isHeavy?: boolean;
}

const PLAIN = { kind: "none" } as const;
const NONE: readonly string[] = [];

/** Which lines are hidden, whoever keeps that: the page, the group, or the chart itself, which is listened to here. */
function useHidden(given: readonly string[] | undefined, tell?: (keys: string[]) => void) {
  const group = useChartGroup();
  const [own, setOwn] = useState(NONE);
  const onHidden = useCallback(
    (keys: string[]) => {
      setOwn(keys);
      tell?.(keys);
    },
    [tell],
  );
  return { keys: given ?? group.hidden ?? own, onHidden };
}

/** The part of x that is asked for: a metric that has no place on the page's axis follows the zoom of its own. */
function useAskedZoom({ zoom = null }: BandLook, own: AxisName | null): ZoomRange | null {
  const group = useChartGroup();
  return own === null ? zoom : group.zoomOf(axisLabel(own));
}

/** One metric of some configurations: their seeds put together, a line with a band for each. */
export function BandPanel({ of, metric, look, cast, mode = "mean-ci", hidden, ...props }: BandPanelProps) {
  const { axis: asked, menu = [] } = look;
  const smoothing = togetherSmoothing(look.smoothing ?? PLAIN);
  const [own, setOwn] = useState<AxisName | null>(null);
  const isByPart = look.zoom !== undefined;
  const zoom = useAskedZoom(look, isByPart ? own : null);
  const [isAnswered, setAnswered] = useState(false);
  const enabled = useTurn(props.isHeavy ?? false, isAnswered);
  const question = bandsQuestion(of, metric, { axis: asked, zoom, smoothing, sharedX: look.sharedX, mode });
  const query = useQuery(
    useApi().series.bands.queryOptions(question, {
      enabled,
      placeholderData: keepPreviousData,
      meta: props.follow,
    }),
  );
  const { data } = query;
  if (!isAnswered && (data || query.error)) setAnswered(true);
  const { xAxis } = question;
  const shown = useMemo(
    () => (data ? showBands(nameBands(data.bands, cast), xAxis) : null),
    [data, cast, xAxis],
  );
  const elsewhere = shown && shown.axis !== xAxis ? shown.axis : null;
  if (data && !query.isPlaceholderData && elsewhere !== own) setOwn(elsewhere);
  const series = useMemo(() => (shown ? bandLines(shown.drawn, mode, cast) : []), [shown, mode, cast]);
  const axis = shown?.axis ?? xAxis;
  const { xscale, yscale, outliers } = look;
  const range = useMemo(
    () => (data && shown ? rewardRange(metric, data, shown.drawn) : null),
    [data, shown, metric],
  );
  const input = useMemo(
    () =>
      series.length === 0
        ? null
        : {
            series,
            x: xSpec(isOnOwnAxis(metric) ? "SFT epoch" : axis, undefined, xscale),
            y: { ...ySpec(metric, yscale), ...(range && { possible: range }) },
            outliers,
            references: props.references,
            smoothed: smoothing.kind !== "none",
            spread: mode === "mean-ci" ? ("interval" as const) : ("range" as const),
            hidden: hidden && series.filter(({ key }) => hidden.includes(key)).map(({ key }) => key),
          },
    [series, axis, metric, range, mode, xscale, yscale, outliers, smoothing.kind, hidden, props.references],
  );
  const info = metricInfo(metric);
  const title = props.title ?? info.title;
  const left = useHidden(hidden, props.onHidden);
  const warning =
    data && shown
      ? whyBandsNotRanked(
          metric,
          data,
          shown.drawn.filter(({ key }) => !left.keys.includes(key)),
        )
      : null;
  const state = query.error
    ? ({ kind: "error", reason: query.error.message, onRetry: () => void query.refetch() } as const)
    : shown
      ? nothingDrawn(shown, { zoom, ended: props.ended ?? null })
      : undefined;
  // What is still shown of the last answer stands where that was asked for.
  const foot =
    shown &&
    bandCaptionParts(query.isPlaceholderData ? { ...shown, asked: axis } : shown, {
      metric,
      mode,
      smoothed: smoothingWords(smoothing),
      leftOut: props.leftOut,
    });
  return (
    <BandChart
      title={title}
      unit={props.unit ?? unitWords(metric)}
      flag={
        <>
          <NotRanked apart={warning} isDrawn={input !== null} />
          {state ? <StateMenu title={title} entries={menu} /> : null}
        </>
      }
      captions={foot ?? undefined}
      meaning={bandWords(mode)}
      menu={menu}
      input={input}
      state={state}
      ended={props.ended}
      height={look.height}
      fullScreen={look.fullScreen}
      legend={props.legend}
      onHidden={left.onHidden}
    />
  );
}
