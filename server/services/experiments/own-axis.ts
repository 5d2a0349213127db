import { pointStore } from "#db/points/open-point-store.ts";
import type { SeriesFacts } from "#db/points/point-store.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { ServiceContext } from "../context.ts";
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
 * steps. Null where it has none, or stands on the train step. `end`: last train step, null where it is not known.
 */
export function lastOnOwnAxis(
  ctx: ServiceContext,
  series: readonly SeriesFacts[],
  end: number | null,
): ValueOnAxis | null {
  if (series.some(({ axis }) => axis === DEFAULT_AXIS)) return null;
  const [own] = series.toSorted((a, b) => b.n - a.n || (a.axis < b.axis ? -1 : 1));
  if (own?.lastX === undefined || own.lastX === null) return null;
  const isLater = end !== null && countsTrainSteps(own.axis) && own.lastX > end;
  const found = isLater ? valueUpTo(ctx, own, end) : { x: own.lastX, value: own.lastValue };
  return found && { axis: own.axis, x: found.x, value: found.value ?? NaN };
}
