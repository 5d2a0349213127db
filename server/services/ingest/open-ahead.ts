import type { PointStore, SeriesName } from "#db/points/point-store.ts";

/** New series that a batch makes in its own commit: more are made before it, so many in each. */
export const SERIES_AT_ONCE = 1000;

/**
 * Makes very many series that a batch is about to fill, and pauses before each part. Where it ends before the batch is stored,
 * they are names without points, which nobody is told of, and the batch sent again finds them.
 */
export function* openAhead(
  store: Pick<PointStore, "open">,
  attemptId: string,
  names: readonly SeriesName[],
): Generator<void, void> {
  for (let from = 0; from < names.length; from += SERIES_AT_ONCE) {
    yield;
    store.open(attemptId, names.slice(from, from + SERIES_AT_ONCE));
  }
  yield;
}
