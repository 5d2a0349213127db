import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectOutcomes } from "#db/queries/compare.ts";
import { type EvaluationTotals, selectEvaluationTotals } from "#db/queries/evaluations.ts";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import type { OtherSeeds } from "../../contracts/compare.ts";
import { wayKey } from "../../judgement/on-record.ts";
import { isSaidSeed } from "../../numbers/seeds.ts";
import { solvedWithin } from "../../stats/problems/outcome-counts.ts";
import type { ServiceContext } from "../context.ts";
import { finalOf } from "../evaluations/get.ts";
import { pickPerSeed } from "../experiments/cells.ts";
import { wayReader } from "../judgement/ways.ts";
import type { ResolvedSide } from "./resolve-sides.ts";

/** What each seed of the configuration that a side is of has in its place: the final evaluation, or that of the same step. */
function bySeed(ctx: ServiceContext, { run, evaluation }: ResolvedSide): Map<number, EvaluationTotals> {
  const runs = selectRunsByExperiment(ctx.db, run.experimentId).filter(({ cell }) => cell === run.cell);
  const attempts = new Map(
    selectLatestAttempts(
      ctx.db,
      runs.map(({ id }) => id),
    ).map((attempt) => [attempt.runId, attempt]),
  );
  const finished = [...pickPerSeed(runs, attempts).bySeed.values()].filter(
    (one) => one.run.state === "finished",
  );
  const totals = Map.groupBy(
    selectEvaluationTotals(ctx.db, {
      runIds: finished.map((one) => one.run.id),
      finalOnly: evaluation.final,
    }),
    (one) => one.evaluation.runId,
  );
  return new Map(
    finished.flatMap((one) => {
      const own = totals.get(one.run.id) ?? [];
      const found = evaluation.final
        ? finalOf(own)
        : (own.findLast(
            ({ evaluation: made }) =>
              made.trainStep === evaluation.trainStep && made.protocolHash === evaluation.protocolHash,
          ) ?? own.findLast(({ evaluation: made }) => made.trainStep === evaluation.trainStep));
      return found ? [[one.run.seed, found] as const] : [];
    }),
  );
}

/** Whether two sides are the same thing but for the seed. */
const isOneThing = (a: ResolvedSide, b: ResolvedSide): boolean =>
  a.run.experimentId === b.run.experimentId &&
  a.run.cell === b.run.cell &&
  a.evaluation.final === b.evaluation.final &&
  (a.evaluation.final || a.evaluation.trainStep === b.evaluation.trainStep);

/**
 * What the other seeds say where single runs are compared: RR@k of what is each side's, minus what is the first's, seed by seed,
 * for seeds that have both, measured alike; a run whose seed nobody said is of no other seed. Null for the first side, and for two seeds of one thing. `only` restricts to these
 * problems.
 */
export function otherSeeds(
  ctx: ServiceContext,
  sides: ResolvedSide[],
  k: number,
  only: string[] | null,
): (OtherSeeds | null)[] {
  const [first] = sides;
  const read = wayReader(ctx.db);
  const keyOf = (totals: EvaluationTotals) => wayKey(read({ ...totals.evaluation, ...totals }), false);
  const known = new Map<string, Map<number, EvaluationTotals>>();
  const seedsOf = (side: ResolvedSide) => {
    const { final, trainStep } = side.evaluation;
    const name = [side.run.experimentId, side.run.cell, final ? "final" : trainStep].join(" ");
    const found = known.get(name) ?? bySeed(ctx, side);
    known.set(name, found);
    return found;
  };
  return sides.map((side, i) => {
    if (i === 0 || isOneThing(side, first)) return null;
    const [own, base] = [seedsOf(side), seedsOf(first)];
    const shared = [...own.keys()]
      .filter(
        (seed) => isSaidSeed(seed) && base.has(seed) && seed !== side.run.seed && seed !== first.run.seed,
      )
      .toSorted((a, b) => a - b);
    const alike = shared.filter((seed) => {
      const [a, b] = [own.get(seed), base.get(seed)];
      return a !== undefined && b !== undefined && (only !== null || keyOf(a) === keyOf(b));
    });
    const ids = alike.flatMap((seed) => [
      own.get(seed)?.evaluation.id ?? "",
      base.get(seed)?.evaluation.id ?? "",
    ]);
    const outcomes = Map.groupBy(selectOutcomes(ctx.db, ids, only), (row) => row.evaluationId);
    const rate = (id: string | undefined) => {
      const rows = (outcomes.get(id ?? "") ?? []).map((row) => ({ ...row, solved: row.solved === 1 }));
      return solvedWithin(rows, k) / rows.reduce((sum, { n }) => sum + n, 0);
    };
    return {
      seeds: alike.map((seed) => ({
        seed,
        value: rate(own.get(seed)?.evaluation.id) - rate(base.get(seed)?.evaluation.id),
      })),
      leftOut: shared.length - alike.length,
    };
  });
}
