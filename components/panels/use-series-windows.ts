"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi, useApiClient } from "#components/trpc/api.ts";
import { liveTail } from "#components/trpc/live-on.ts";
import type { WindowQuestion } from "#server/contracts/charts/series.ts";
import {
  DEFAULT_BUCKETS,
  type PackedWindow,
  type SeriesWindow,
} from "#server/contracts/charts/series-window.ts";
import { unpackWindow } from "#server/contracts/charts/unpack-window.ts";
import { catchUpWindows } from "./append-tail.ts";

/** A running training ticks several times a second; lines follow it five times. */
const FOLLOW_MS = 200;

export interface SeriesWindowsOptions {
  /** False: nothing is asked for and nothing is followed, such as for a panel that is out of sight. */
  enabled?: boolean;
  /** Shortest time between two looks at what a live run has got. */
  everyMs?: number;
}

export interface SeriesWindowsState {
  /** One window for each run, attempt and metric, in this order; undefined until the first answer. */
  windows: SeriesWindow[] | undefined;
  /** The windows are those of the question before, such as of the zoom before this one. */
  isPrevious: boolean;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** Why the last question had no answer; windows that are there stay. */
  error: Error | null;
  /** When what is shown was read, UTC ms; 0 while nothing is. */
  dataAt: number;
  retry: () => void;
}

/** Windows of another zoom, smoothing or choice of runs may stand in until the new ones are there; another metric or axis not. */
function sameLines(a: WindowQuestion, b: WindowQuestion): boolean {
  return (a.xAxis ?? "step") === (b.xAxis ?? "step") && a.metrics.join("\n") === b.metrics.join("\n");
}

/**
 * Windows of series, kept in step with runs that are under way: where a run of them got points only these are asked for and
 * appended, also after the connection was away. What is asked is compared by value; a question of its own per panel is fetched
 * when that panel is mounted.
 */
export function useSeriesWindows(
  question: WindowQuestion,
  { enabled = true, everyMs = FOLLOW_MS }: SeriesWindowsOptions = {},
): SeriesWindowsState {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const ask = { ...question, buckets: question.buckets ?? DEFAULT_BUCKETS, columns: "drawn" as const };
  const read = async (more: Partial<WindowQuestion>, signal?: AbortSignal): Promise<SeriesWindow[]> =>
    (await client.series.window.query({ ...ask, ...more }, { signal })).map(unpackWindow);
  const query = useQuery<SeriesWindow[]>({
    queryKey: ["series.windows", ask],
    queryFn: ({ signal }) => read({}, signal),
    // What the server read for this page before it sent it.
    initialData: () =>
      queryClient.getQueryData<PackedWindow[]>(api.series.window.queryKey(ask))?.map(unpackWindow),
    enabled: enabled && ask.runIds.length > 0 && ask.metrics.length > 0,
    meta: liveTail(ask.runIds, everyMs, (data, runs) =>
      catchUpWindows(data as SeriesWindow[], runs, ask, read),
    ),
    placeholderData: (previous, before) =>
      before && sameLines(before.queryKey[1] as WindowQuestion, ask) ? previous : undefined,
    structuralSharing: false,
  });
  return {
    windows: query.data,
    isPrevious: query.isPlaceholderData,
    isLoading: query.isLoading,
    error: query.error,
    dataAt: query.dataUpdatedAt,
    retry: () => void query.refetch(),
  };
}
