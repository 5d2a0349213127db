import { pointStore } from "#db/points/open-point-store.ts";
import type { BucketBlock, SeriesFacts } from "#db/points/point-store.ts";
import { readPoints, stepSeries } from "#db/points/read-series.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import type { DeadStretch } from "../../contracts/variance.ts";
import { type DeadAtStep, deadCauses } from "../../stats/dead-causes.ts";
import { ANSWER_BYTES } from "../answer-room.ts";
import type { ServiceContext } from "../context.ts";
import { pointValue } from "../runs/findings.ts";
import { takeoversOf } from "../series/built-upon.ts";

export const SHARES = ["group/zero_share", "group/all_solved_share", "group/all_failed_share"] as const;
type Share = (typeof SHARES)[number];

const STRETCHES = 8;
/** Bytes that are held for a point of a share while steps are put together. */
const HELD_PER_POINT = 200;
/** Buckets of the longest share where steps are too many to be held, 64 in each stretch; of a shorter one so many fewer. */
const BUCKETS = 64 * STRETCHES;

/** A share of one attempt, as far as its line goes: up to the first step that a later attempt has, which is not part of it. */
interface OwnShare {
  series: SeriesFacts;
  until: number;
}

function sharesOf(ctx: ServiceContext, runId: string): Map<Share, OwnShare[]> {
  const attempts = selectAttemptsOfRuns(ctx.db, [runId]);
  const all = stepSeries(
    ctx.db,
    attempts.map(({ id }) => id),
    SHARES,
  );
  const takeover = takeoversOf(attempts, all);
  return new Map(
    SHARES.map((metric) => [
      metric,
      all
        .filter((one) => one.metric === metric)
        .map((series) => ({ series, until: takeover(series) ?? Infinity })),
    ]),
  );
}

/** What shares say at each step, or in the bucket that begins there, as far as all three say something. */
function joined(runId: string, [zero, solved, failed]: Map<number, DeadValue>[]): DeadAtStep[] {
  return [...zero].map(([step, { value, n }]) => ({
    step,
    run: runId,
    n,
    zero: value,
    solved: solved.get(step)?.value ?? Number.NaN,
    failed: failed.get(step)?.value ?? Number.NaN,
  }));
}

interface DeadValue {
  value: number;
  /** Steps that it stands for. */
  n: number;
}

/** Shares of dead groups at every train step of a run. */
function stepByStep(ctx: ServiceContext, runId: string, shares: Map<Share, OwnShare[]>): DeadAtStep[] {
  const columns = SHARES.map((metric) => {
    const byStep = new Map<number, DeadValue>();
    for (const { series, until } of shares.get(metric) ?? [])
      for (const point of readPoints(ctx.db, series.id))
        if (point.x < until) byStep.set(point.x, { value: pointValue(point), n: 1 });
    return byStep;
  });
  return joined(runId, columns);
}

const finiteIn = ({ n, nan, posInf, negInf }: BucketBlock, i: number) =>
  n[i] - nan[i] - posInf[i] - negInf[i];

/** The same from what is known of stretches of each series: their means, and how many finite points are in each. */
function bucketByBucket(
  ctx: ServiceContext,
  runId: string,
  shares: Map<Share, OwnShare[]>,
  longest: number,
): DeadAtStep[] {
  const columns = SHARES.map((metric) => {
    const byStep = new Map<number, DeadValue>();
    for (const { series, until } of shares.get(metric) ?? []) {
      const buckets = Math.max(STRETCHES, Math.ceil((BUCKETS * series.n) / longest));
      const block = pointStore(ctx.db).window(series.id, { from: null, to: null }, buckets);
      block.x0.forEach((x, i) => {
        if (x < until && finiteIn(block, i) > 0)
          byStep.set(x, { value: block.mean[i], n: finiteIn(block, i) });
      });
    }
    return byStep;
  });
  return joined(runId, columns);
}

/**
 * Why groups were dead over the training of some runs. Of a run with several attempts each share is read as its line is drawn.
 * Where the steps of all are more than one answer may hold, buckets of equal width stand for them, each for as many steps as
 * are in it.
 */
export function deadOf(ctx: ServiceContext, runIds: readonly string[]): DeadStretch[] {
  const shares = runIds.map((id) => [id, sharesOf(ctx, id)] as const);
  const counts = shares.flatMap(([, of]) => [...of.values()].flat()).map(({ series }) => series.n);
  const isLong = counts.reduce((sum, n) => sum + n, 0) * HELD_PER_POINT > ANSWER_BYTES;
  const longest = Math.max(...counts);
  return deadCauses(
    shares.flatMap(([id, of]) => (isLong ? bucketByBucket(ctx, id, of, longest) : stepByStep(ctx, id, of))),
    STRETCHES,
  );
}
