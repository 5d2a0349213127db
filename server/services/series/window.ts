import { pointStore } from "#db/points/open-point-store.ts";
import type { PointStore, SeriesFacts } from "#db/points/point-store.ts";
import { toWire } from "../../../workers/protocol/events.ts";
import type { WindowInput } from "../../contracts/charts/series.ts";
import {
  DEFAULT_BUCKETS,
  type PackedWindow,
  type SeriesHeld,
  type SeriesWindow,
} from "../../contracts/charts/series-window.ts";
import { type AskedSmoothing, OF_NOISY, type Smoothing } from "../../contracts/charts/smoothing.ts";
import { isNoisy } from "../../stats/smooth/noisy.ts";
import { isDamagedPoints, ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { emptyBlock } from "./bucket-points.ts";
import type { LinePart, PlacedQuestion, PlacedWindow } from "./line-part.ts";
import { packWindow } from "./pack-window.ts";
import { placeWindow } from "./place-window.ts";
import { runLines } from "./run-lines.ts";
import { storeWith } from "./last-per-x.ts";
import { doAtOnce, doInSlices, type Sliced } from "./sliced.ts";

/** Buckets in one answer, over all its windows: about 30 MB. */
const MOST_BUCKETS = 500_000;

type WindowAsk = Pick<WindowInput, "runIds" | "metrics"> & Partial<WindowInput>;

const heldOf = ({ n, nan, posInf, negInf, mean, lastX, lastValue }: SeriesFacts): SeriesHeld => ({
  n,
  nan,
  posInf,
  negInf,
  mean,
  lastX,
  lastValue: lastValue === null ? null : toWire(lastValue),
});

/** Whether a series is noisy is judged by so many of its last points: it costs the same however long it is. */
const JUDGED = 500;

/** What the noise of a series calls for. */
function smoothingOf(store: PointStore, seriesId: number): Smoothing {
  return isNoisy(store.tail(seriesId, JUDGED).value) ? OF_NOISY : { kind: "none" };
}

/** Where points are damaged on disk: nothing, and why, so that the other windows are answered. */
function* placeOrExplain(
  store: PointStore,
  part: LinePart,
  { smoothing: asked, ...question }: Omit<PlacedQuestion, "smoothing"> & { smoothing: AskedSmoothing },
): Sliced<PlacedWindow & { damaged?: string }> {
  try {
    const smoothing = asked.kind === "auto" ? smoothingOf(store, part.series.id) : asked;
    return yield* placeWindow(store, part, { ...question, smoothing });
  } catch (error) {
    if (!isDamagedPoints(error)) throw error;
    const smoothed = asked.kind === "none" || asked.kind === "auto" ? null : new Float64Array(0);
    return { block: emptyBlock(), smoothed, unplaced: 0, damaged: error.message };
  }
}

function* windowsOf(ctx: ServiceContext, ask: WindowAsk): Sliced<SeriesWindow[]> {
  const {
    runIds,
    metrics,
    xAxis = "step",
    from = null,
    to = null,
    buckets = DEFAULT_BUCKETS,
    times = false,
  } = ask;
  const { after = [], smoothing = { kind: "none" }, overlap = "latest", sharedX = "mean" } = ask;
  const store = storeWith(pointStore(ctx.db), sharedX);
  const reached = new Map(after.map(({ attemptId, metric, x }) => [`${attemptId} ${metric}`, x]));
  const windows: SeriesWindow[] = [];
  let made = 0;
  const lines = runLines(ctx, store, { runIds, metrics, xAxis, overlap });
  for (const { attempt, metric, part, hidden, ofLogger } of lines) {
    const beyond = reached.get(`${attempt.id} ${metric}`) ?? null;
    const question = { span: { from, to }, buckets, after: beyond, smoothing };
    const { block, smoothed, unplaced, interpolated, coarselySmoothed, damaged } = yield* placeOrExplain(
      store,
      part,
      question,
    );
    const { at0, at1, ...columns } = block;
    made += block.x0.length;
    if (made > MOST_BUCKETS)
      throw new ServiceError(
        "too_large",
        `One answer holds ${writeWhole(MOST_BUCKETS)} buckets. Ask for fewer runs, metrics or buckets at once.`,
      );
    windows.push({
      runId: attempt.runId,
      attemptId: attempt.id,
      attempt: attempt.n,
      metric,
      axis: part.axis,
      ownAxis: part.series.axis,
      unplaced,
      ...(ofLogger && { ofLogger }),
      hidden,
      after: beyond,
      held: heldOf(part.series),
      ...(interpolated && { interpolated }),
      ...(coarselySmoothed && { coarselySmoothed }),
      ...(damaged !== undefined && { damaged }),
      ...columns,
      smoothed,
      at0: times ? at0 : null,
      at1: times ? at1 : null,
    });
    yield;
  }
  return windows;
}

/**
 * One window for each attempt and metric of the asked runs, ordered by run as asked, attempt, and metric as asked. A series
 * without points, or a run that is not known, has none. Throws where points of one are damaged.
 */
export function seriesWindow(ctx: ServiceContext, ask: WindowAsk): SeriesWindow[] {
  const windows = doAtOnce(windowsOf(ctx, ask));
  for (const { damaged } of windows)
    if (damaged !== undefined) throw new ServiceError("unavailable", damaged);
  return windows;
}

/** The same in slices between which other requests are answered; a window whose points are damaged is empty. */
export const slicedWindows = (
  ctx: ServiceContext,
  ask: WindowAsk,
  signal?: AbortSignal,
): Promise<SeriesWindow[]> => doInSlices(windowsOf(ctx, ask), signal);

/**
 * The same as it goes over the wire, worked out in slices between which other requests are answered. A window whose points
 * are damaged is empty and says so, and the others are answered.
 */
export function packedWindows(
  ctx: ServiceContext,
  input: WindowInput,
  signal?: AbortSignal,
): Promise<PackedWindow[]> {
  return doInSlices(
    (function* () {
      const packed: PackedWindow[] = [];
      for (const window of yield* windowsOf(ctx, input)) {
        packed.push(packWindow(window, input.columns));
        yield;
      }
      return packed;
    })(),
    signal,
  );
}
