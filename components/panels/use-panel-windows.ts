"use client";

import { useState } from "react";
import { useChartGroup } from "#components/charts/use-chart-group.ts";
import { oneAxis } from "#server/contracts/charts/shown-bands.ts";
import { axisLabel } from "#server/wording/charts/axes.ts";
import { panelQuestion, type QuestionLook } from "./panel-question.ts";
import { useLater } from "./use-near.ts";
import { type SeriesWindowsState, useSeriesWindows } from "./use-series-windows.ts";
import { useTurn } from "./use-turn.ts";

/** More lines than this are a heavy question. */
const HEAVY_LINES = 20;

/**
 * The windows of a panel, asked for when it is mounted. Metrics that have no place on the page's axis stand on their own, and
 * follow the zoom of that one: the page's bounds mean nothing there.
 */
export function usePanelWindows(
  runIds: string[],
  metrics: string[],
  look: QuestionLook,
  everyMs?: number,
): SeriesWindowsState {
  const group = useChartGroup();
  const [elsewhere, setElsewhere] = useState<string | null>(null);
  const [isAnswered, setAnswered] = useState(false);
  const zoom = elsewhere === null ? look.zoom : group.zoomOf(axisLabel(elsewhere));
  const isHeavy = runIds.length * metrics.length > HEAVY_LINES;
  const enabled = useTurn(isHeavy, isAnswered);
  const state = useSeriesWindows(panelQuestion(runIds, metrics, { ...look, zoom }), { everyMs, enabled });
  if (!isAnswered && (state.windows || state.error)) setAnswered(true);
  const { axis } = oneAxis(state.windows ?? [], look.axis);
  const own = axis === look.axis ? null : axis;
  if (!state.isPrevious && own !== elsewhere) setElsewhere(own);
  // The next panel asks before this one is drawn, which takes the browser as long as an answer takes the server.
  return { ...state, windows: useLater(state.windows, isHeavy) };
}
