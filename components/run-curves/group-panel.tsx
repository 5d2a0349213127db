"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { BandChart } from "#components/charts/band-chart.tsx";
import { noPoints } from "#components/charts/prepare/no-points.ts";
import type { ZoomRange } from "#components/charts/types.ts";
import { useChartGroup } from "#components/charts/use-chart-group.ts";
import { axisLabel, unitWords, xSpec, ySpec } from "#components/panels/axis.ts";
import { noneDrawn } from "#components/panels/none-drawn.ts";
import { panelTitle } from "#components/panels/layout/find-panels.ts";
import { isOnOwnAxis, panelQuestion } from "#components/panels/panel-question.ts";
import { StateMenu } from "#components/panels/state-menu.tsx";
import { useTurn } from "#components/panels/use-turn.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveTail } from "#components/trpc/live-on.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import type { GroupBand } from "#server/contracts/series.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { nothingBetween } from "#server/wording/feet.ts";
import { beginSentence } from "#server/wording/typography.ts";
import { comparedBands } from "./compared.ts";
import type { CurvePanelProps } from "./curve-panel.tsx";
import { groupAxis } from "./group-axis.ts";
import { groupLines, groupWords, type GroupMode } from "./group-lines.ts";
import { groupNotes } from "./group-notes.ts";
import { NotRanked } from "./not-ranked.tsx";
import { whyNotRanked } from "./why-not-ranked.ts";

const POINTS = 200;
/** Putting runs together reads all of them; once in this long where one of them goes on. */
const FOLLOW_MS = 5000;

interface GroupPanelProps extends CurvePanelProps {
  mode: GroupMode;
}

/** One metric of every configuration: its seeds put together, whatever is hidden. */
export function GroupPanel({ panel, look, scene, hidden, onHide, mode }: GroupPanelProps) {
  const [{ metric }] = panel.lines;
  const group = useChartGroup();
  const [elsewhere, setElsewhere] = useState<AxisName | null>(null);
  // A metric that has no place on the page's axis follows the zoom of its own, as the lines of single runs do.
  const zoom = elsewhere === null ? look.zoom : group.zoomOf(axisLabel(elsewhere));
  const { xAxis = look.axis, from, to, smoothing } = panelQuestion([], [metric], { ...look, zoom });
  const [isAnswered, setAnswered] = useState(false);
  const enabled = useTurn(true, isAnswered);
  const query = useQuery(
    useApi().series.group.queryOptions(
      {
        groups: scene.data.groups.map(({ variant, runIds }) => ({ key: variant, runIds })),
        metric,
        xAxis,
        from,
        to,
        points: POINTS,
        smoothing,
      },
      {
        enabled,
        placeholderData: keepPreviousData,
        meta: liveTail(scene.live, FOLLOW_MS, () => Promise.resolve(null)),
      },
    ),
  );
  const { data } = query;
  if (!isAnswered && (data || query.error)) setAnswered(true);
  const { axis, drawn } = useMemo(() => groupAxis(data ?? [], xAxis), [data, xAxis]);
  const own = axis === xAxis ? null : axis;
  if (data && !query.isPlaceholderData && own !== elsewhere) setElsewhere(own);
  const series = useMemo(() => groupLines(drawn, mode, scene.variants, scene.colours), [drawn, mode, scene]);
  const input = useMemo(() => {
    if (series.length === 0) return null;
    return {
      series,
      x: xSpec(isOnOwnAxis(metric) ? "SFT epoch" : axis, undefined, look.xscale),
      y: ySpec(metric, look.yscale),
      outliers: look.outliers,
      smoothed: look.smoothing.kind !== "none",
      spread: mode === "mean-ci" ? ("interval" as const) : ("range" as const),
      hidden: series.filter(({ key }) => hidden.variants.has(key)).map(({ key }) => key),
    };
  }, [series, axis, metric, mode, look, hidden]);
  const onHidden = useCallback((keys: string[]) => onHide({ variants: keys }), [onHide]);
  // Groups are of all runs that fit, and the scene knows those of its page.
  const ended = scene.data.total === scene.runIds.length ? scene.ended : 0;
  const title = panelTitle(panel);
  const unit = panel.unit ?? unitWords(metricInfo(metric));
  const warning = whyNotRanked(metric, scene.data, comparedBands(drawn, scene, hidden));
  const state = query.error
    ? ({ kind: "error", reason: query.error.message, onRetry: () => void query.refetch() } as const)
    : data && input === null
      ? emptyState(data, ended, zoom, axis)
      : undefined;
  const meaning = groupWords(mode);
  const notes = groupNotes(data ?? [], {
    metric,
    // What is still shown of the last answer stands where that was asked for.
    axis: query.isPlaceholderData ? axis : xAxis,
    mode,
    smoothing: look.smoothing,
    leftOut: scene.leftOut,
  });
  return (
    <BandChart
      title={title}
      unit={unit}
      flag={
        <>
          {warning ? <NotRanked {...warning} /> : null}
          {state ? <StateMenu title={title} entries={look.menu} /> : null}
        </>
      }
      note={notes.length > 0 ? `${beginSentence(meaning)}; ${notes.join("; ")}.` : undefined}
      meaning={meaning}
      menu={look.menu}
      input={input}
      state={state}
      ended={ended}
      height={look.height}
      fullScreen={look.fullScreen}
      legend="asked"
      onHidden={onHidden}
    />
  );
}

/** Why nothing is drawn of an answer. */
function emptyState(bands: GroupBand[], ended: number, zoom: ZoomRange | null, axis: AxisName) {
  if (bands.every(({ sent }) => sent === 0)) return noPoints(ended);
  return zoom ? nothingIn(zoom, axisLabel(axis)) : (noneDrawn(bands, axis) ?? noneHere(axisLabel(axis)));
}

const noneHere = (axis: string) =>
  ({
    kind: "empty",
    title: "No point is drawn",
    reason: `None that was sent has a place over ${axis}.`,
  }) as const;

function nothingIn([from, to]: ZoomRange, axis: string) {
  return {
    kind: "empty",
    title: "No points in this part",
    reason: `${nothingBetween(from, to, axis)} Reset the zoom to see all.`,
  } as const;
}
