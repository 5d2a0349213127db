import { pointStore } from "#db/points/open-point-store.ts";
import type { SeriesFacts } from "#db/points/point-store.ts";
import { isOfProblems, LAST_STEPS } from "../../contracts/metrics.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { ServiceContext } from "../context.ts";
import type { UsedSeries } from "../series/built-upon.ts";
import { lastUpTo } from "../series/last-up-to.ts";

/** The value of a metric that stands on an x of its own, and where that is. */
export interface ValueOnAxis {
  axis: string;
  x: number;
  value: number;
}

/** Whether an axis counts train steps under a name of its own, as `eval/global_step` does: it then has the same end. */
const countsTrainSteps = (axis: string): boolean =>
  /^(global_|train_|training_|trainer_|eval_|val_|validation_)?steps?$/.test(
    axis.slice(axis.lastIndexOf("/") + 1),
  );

/** What the steps of evaluations are that count themselves, 1, 2, 3, while the training counts its own. */
export const OWN_COUNT = "a count of its own";

/**
 * Whether an evaluation on train steps stands on such a count: without a gap from 0 or 1, and so far behind the end of training
 * that its last steps are none of that. `end`: last train step, null where it is not known.
 */
export function countsItself(metric: string, used: readonly UsedSeries[], end: number | null): boolean {
  if (end === null || !isOfProblems(metric)) return false;
  const on = used.flatMap(({ series }) => (series.axis === DEFAULT_AXIS ? series : []));
  const [{ n, firstX, lastX } = { n: 0, firstX: null, lastX: null }] = on;
  if (on.length !== 1 || n < 2 || firstX === null || lastX === null) return false;
  return firstX <= 1 && lastX - firstX + 1 === n && 2 * lastX <= end && lastX <= end - LAST_STEPS;
}

/** How the value of such a metric comes about. */
export const onAxisWords = (axis: string): string =>
  `its last value on ${axis}${countsTrainSteps(axis) ? " at or before the end of training" : ""}`;

function valueUpTo(
  ctx: ServiceContext,
  { id }: SeriesFacts,
  to: number,
): { x: number; value: number } | null {
  const store = pointStore(ctx.db);
  const last = lastUpTo(store, id, to);
  if (last === null) return null;
  const [{ value }] = store.read(id, { from: last.x, to: last.x });
  return { x: last.x, value: value[0] };
}

/**
 * The last value of a metric that was logged on an x of its own only: at or before the end of training where that x counts train
 * steps, from the latest attempt that the run builds upon which has one. Null where it has none, or stands on the train step.
 * `end`: last train step, null where it is not known.
 */
export function lastOnOwnAxis(
  ctx: ServiceContext,
  used: readonly UsedSeries[],
  end: number | null,
): ValueOnAxis | null {
  if (used.some(({ series }) => series.axis === DEFAULT_AXIS)) return null;
  const byAttempt = [...Map.groupBy(used, ({ id }) => id).values()];
  for (const ofAttempt of byAttempt) {
    const [{ series: own, upTo }] = ofAttempt.toSorted(
      (a, b) => b.series.n - a.series.n || (a.series.axis < b.series.axis ? -1 : 1),
    );
    if (own.lastX === null) continue;
    const bounds = [end, upTo].filter((bound) => bound !== null);
    const last = countsTrainSteps(own.axis) ? Math.min(...bounds) : Infinity;
    const found = own.lastX > last ? valueUpTo(ctx, own, last) : { x: own.lastX, value: own.lastValue };
    if (found) return { axis: own.axis, x: found.x, value: found.value ?? NaN };
  }
  return null;
}
