import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectDependents, selectFinalEvaluation } from "#db/queries/inputs.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { SHORT_EPISODE } from "../../../workers/protocol/metrics/problem-columns.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { selectPairedOutcomes } from "#db/queries/compare.ts";
import { selectEarliestAlike } from "#db/queries/evaluations.ts";
import type { Change, FromTo, RewardedRun } from "../../../packs/repair/contracts/prm.ts";
import { meanInterval } from "../../stats/mean-interval.ts";
import { mcnemar } from "../../stats/problems/mcnemar.ts";
import { pairedWithin } from "../../stats/problems/outcome-counts.ts";
import type { ServiceContext } from "../context.ts";

/** Runs that are listed, newest first. */
const MOST = 40;

const SERIES = {
  dead: "group/zero_share_raw",
  score: "reward/prm",
  verified: "reward/raw",
  quick: "eval/rr_at_5",
} as const;

type Ends = Record<keyof typeof SERIES, FromTo | null> & Pick<RewardedRun, "scoreChange">;

/** Steps at either end whose mean score is compared. */
const END_STEPS = 10;

/**
 * The mean score of the last steps less that of as many first ones. They are taken in pairs, first with first, so that the
 * spread may be another at the end (H. Scheffe 1943, Ann. Math. Statist. 14, 35-44); steps count as independent.
 */
export function scoreChange(first: readonly number[], last: readonly number[]): Change | null {
  const steps = Math.min(first.length, last.length);
  const { value, low, high, n, method } = meanInterval(
    last.slice(-steps).map((score, i) => score - first[i]),
  );
  if (steps === 0 || value === null) return null;
  return {
    value,
    low,
    high,
    n,
    method: `mean of the last less that of the first steps, in pairs: ${method}`,
  };
}

/** The first and the last value of each series of an attempt, and by how much the score rose. */
function endsOf(ctx: ServiceContext, attemptId: string): Ends {
  const store = pointStore(ctx.db);
  const own = new Map(
    store
      .series([attemptId], Object.values(SERIES))
      .filter(({ axis }) => axis === DEFAULT_AXIS)
      .map(({ metric, id, n }) => [metric, { id, n }]),
  );
  const pointsFrom = (id: number, count: number): number[] => {
    const [block] = store.read(id, { from: null, to: null });
    return Array.from(block?.value.slice(0, count) ?? []);
  };
  const ends = (metric: string): FromTo | null => {
    const id = own.get(metric)?.id;
    if (id === undefined) return null;
    const [first] = pointsFrom(id, 1);
    const last = store.tail(id, 1).value[0];
    return first === undefined || last === undefined ? null : { first, last };
  };
  const scores = (): Change | null => {
    const found = own.get(SERIES.score);
    const steps = Math.min(END_STEPS, Math.floor((found?.n ?? 0) / 2));
    if (!found || steps === 0) return null;
    const first = pointsFrom(found.id, steps);
    return scoreChange(first, Array.from(store.tail(found.id, steps).value));
  };
  return {
    scoreChange: scores(),
    dead: ends(SERIES.dead),
    score: ends(SERIES.score),
    verified: ends(SERIES.verified),
    quick: ends(SERIES.quick),
  };
}

/** RR@5 of the final evaluation less that of the first one that was made alike, problem by problem. */
function quickChange(ctx: ServiceContext, final: ReturnType<typeof selectFinalEvaluation>): Change | null {
  const first = final && selectEarliestAlike(ctx.db, final);
  if (!final || !first || first.trainStep >= final.trainStep) return null;
  const pairs = selectPairedOutcomes(ctx.db, first.id, final.id, null).map((row) => ({
    ...row,
    solvedA: row.solvedA === 1,
    solvedB: row.solvedB === 1,
  }));
  const table = pairedWithin(pairs, SHORT_EPISODE);
  const n = table.both + table.onlyA + table.onlyB + table.neither;
  const { value, low, high, method } = mcnemar(table.onlyB, table.onlyA, n);
  return value === null ? null : { value, low, high, n, method };
}

/** Runs whose reward holds the score of one of these models, with what became of score, verified reward and success. */
export function rewardedRuns(
  ctx: ServiceContext,
  models: readonly RewardedRun["model"][],
  projectId: string | null = null,
): RewardedRun[] {
  const paid = models
    .flatMap((model) =>
      selectDependents(ctx.db, model.id)
        .filter(({ run }) => projectId === null || run.projectId === projectId)
        .filter(({ input, run }) => input.kind === "prm" && Number(run.params.prm_weight ?? 0) > 0)
        .map(({ run }) => ({ run, model })),
    )
    .toSorted((a, b) => b.run.queuedAt - a.run.queuedAt)
    .slice(0, MOST);
  const attempts = new Map(
    selectLatestAttempts(
      ctx.db,
      paid.map(({ run }) => run.id),
    ).map((attempt) => [attempt.runId, attempt.id]),
  );
  return paid.flatMap(({ run, model }) => {
    const attempt = attempts.get(run.id);
    if (attempt === undefined) return [];
    const final = selectFinalEvaluation(ctx.db, run.id);
    return [
      {
        run: { id: run.id, name: run.name, state: run.state },
        model,
        weight: Number(run.params.prm_weight),
        use: String(run.params.prm_use ?? "mean"),
        scope: String(run.params.prm_scope ?? "all"),
        problems: final?.n ?? null,
        quickChange: quickChange(ctx, final),
        ...endsOf(ctx, attempt),
      },
    ];
  });
}
