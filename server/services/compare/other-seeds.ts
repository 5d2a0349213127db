import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectOutcomes } from "#db/queries/compare.ts";
import { selectEvaluationTotals, type EvaluationTotals } from "#db/queries/evaluations.ts";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import type { OtherSeeds } from "../../contracts/compare.ts";
import { wayKey } from "../../judgement/on-record.ts";
import { solvedWithin } from "../../stats/outcome-counts.ts";
import type { ServiceContext } from "../context.ts";
import { finalOf } from "../evaluations/final-of.ts";
import { pickPerSeed } from "../experiments/cells.ts";
import { wayReader } from "../judgement/ways.ts";
import type { ResolvedSide } from "./resolve-sides.ts";

/** Final evaluations of the configuration that a side's run is of, by seed. */
function bySeed(ctx: ServiceContext, { run }: ResolvedSide): Map<number, EvaluationTotals> {
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
  const totals = selectEvaluationTotals(ctx.db, {
    runIds: finished.map((one) => one.run.id),
    finalOnly: true,
  });
  return new Map(
    finished.flatMap((one) => {
      const found = finalOf(totals.filter(({ evaluation }) => evaluation.runId === one.run.id));
      return found ? [[one.run.seed, found] as const] : [];
    }),
  );
}

/**
 * What the other seeds of the two configurations say where single runs are compared: RR@k of each side minus the first, seed by
 * seed, for seeds that both have and that were measured as the two were. Null for the first side, and where final evaluations
 * are not what is compared. `only` restricts to these problems.
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
  const cellOf = (side: ResolvedSide) => {
    const name = `${side.run.experimentId} ${side.run.cell}`;
    const found = known.get(name) ?? bySeed(ctx, side);
    known.set(name, found);
    return found;
  };
  return sides.map((side, i) => {
    const isOneCell = side.run.cell === first.run.cell && side.run.experimentId === first.run.experimentId;
    if (i === 0 || isOneCell || !side.evaluation.final || !first.evaluation.final) return null;
    const [own, base] = [cellOf(side), cellOf(first)];
    const shared = [...own.keys()]
      .filter((seed) => base.has(seed) && seed !== side.run.seed && seed !== first.run.seed)
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
