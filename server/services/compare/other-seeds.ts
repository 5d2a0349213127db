import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectOutcomes } from "#db/queries/compare.ts";
import { type EvaluationTotals, selectEvaluationTotals } from "#db/queries/evaluations.ts";
import { selectRunsOfCell } from "#db/queries/runs.ts";
import type { OtherSeeds } from "../../contracts/compare/compare.ts";
import { visibleName } from "../../contracts/visible-name.ts";
import { wayKey } from "../../checks/on-record.ts";
import { isSaidSeed } from "../../numbers/seeds.ts";
import { solvedWithin } from "../../stats/problems/outcome-counts.ts";
import type { ServiceContext } from "../context.ts";
import { finalOf } from "../evaluations/get.ts";
import { pickPerSeed } from "../experiments/cells.ts";
import { primaryValueReader } from "../experiments/primary-metric.ts";
import { wayReader } from "../comparability/ways.ts";
import { judgeCommon } from "./judge.ts";
import { type ResolvedSide, resolveSides } from "./resolve-sides.ts";

/** The seeds of a configuration. */
interface Seeds {
  /** What each that has finished has in a side's place: the final evaluation, or that of the same step. */
  measured: Map<number, EvaluationTotals>;
  /** How many there are, finished or not. */
  n: number;
}

function bySeed(ctx: ServiceContext, { run, evaluation }: ResolvedSide): Seeds {
  const runs = selectRunsOfCell(ctx.db, run.experimentId, run.cell);
  const attempts = new Map(
    selectLatestAttempts(
      ctx.db,
      runs.map(({ id }) => id),
    ).map((attempt) => [attempt.runId, attempt]),
  );
  const counted = [...pickPerSeed(runs, attempts, primaryValueReader(ctx)).bySeed.values()];
  const finished = counted.filter((one) => one.run.state === "finished");
  const totals = Map.groupBy(
    selectEvaluationTotals(ctx.db, {
      runIds: finished.map((one) => one.run.id),
      finalOnly: evaluation.final,
    }),
    (one) => one.evaluation.runId,
  );
  const measured = new Map(
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
  return { measured, n: counted.length };
}

/** RR@k of some evaluations by their ids, and the problems it is of. */
function ratesAt(ctx: ServiceContext, ids: string[], k: number, only: string[] | null) {
  const outcomes = Map.groupBy(selectOutcomes(ctx.db, ids, only), (row) => row.evaluationId);
  return (id: string | undefined): { value: number; n: number } => {
    const rows = (outcomes.get(id ?? "") ?? []).map((row) => ({ ...row, solved: row.solved === 1 }));
    const n = rows.reduce((sum, row) => sum + row.n, 0);
    return { value: solvedWithin(rows, k) / n, n };
  };
}

interface Pair {
  first: ResolvedSide;
  side: ResolvedSide;
  /** Which of the two is the only run of its configuration. */
  one: ResolvedSide;
  /** The seeds of the other. */
  many: ReadonlyMap<number, EvaluationTotals>;
}

/** The only run of a configuration, held against each seed of the other one that may be compared with it as the pair itself may. */
function againstOne(
  ctx: ServiceContext,
  { first, side, one, many }: Pair,
  k: number,
  only: string[] | null,
): OtherSeeds {
  const compared = one === first ? side : first;
  const shared = [...many]
    .filter(([seed]) => isSaidSeed(seed) && seed !== compared.run.seed)
    .toSorted(([a], [b]) => a - b);
  const rateOf = ratesAt(
    ctx,
    [one.evaluation.id, ...shared.map(([, { evaluation }]) => evaluation.id)],
    k,
    only,
  );
  const own = rateOf(one.evaluation.id);
  const alike = shared.filter(([, { evaluation }]) => {
    const both = resolveSides(ctx, [one.evaluation.id, evaluation.id]);
    const { judged } = judgeCommon(ctx, both, only !== null);
    return judged.why("eval/rr", 1) === null && rateOf(evaluation.id).n === own.n;
  });
  const sign = one === first ? 1 : -1;
  return {
    seeds: alike.map(([seed, { evaluation }]) => ({
      seed,
      value: sign * (rateOf(evaluation.id).value - own.value),
    })),
    leftOut: shared.length - alike.length,
    one: { config: visibleName(one.run.label), isFirst: one === first },
  };
}

/** Whether two sides are the same thing but for the seed. */
const isOneThing = (a: ResolvedSide, b: ResolvedSide): boolean =>
  a.run.experimentId === b.run.experimentId &&
  a.run.cell === b.run.cell &&
  a.evaluation.final === b.evaluation.final &&
  (a.evaluation.final || a.evaluation.trainStep === b.evaluation.trainStep);

/**
 * What the other seeds say where single runs are compared: RR@k of what is each side's, minus what is the first's, seed by seed,
 * for seeds that have both, measured alike; a run whose seed nobody said is of no other seed. Where one side is the only run of its
 * configuration, as a start that all seeds share, it is held against each seed of the other. Null for the first side, and for two seeds of one thing. `only` restricts to these
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
  const known = new Map<string, Seeds>();
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
    const one = base.n === 1 && own.n > 1 ? first : own.n === 1 && base.n > 1 ? side : null;
    if (one) {
      const many = (one === first ? own : base).measured;
      return againstOne(ctx, { first, side, one, many }, k, only);
    }
    const shared = [...own.measured.keys()]
      .filter(
        (seed) =>
          isSaidSeed(seed) && base.measured.has(seed) && seed !== side.run.seed && seed !== first.run.seed,
      )
      .toSorted((a, b) => a - b);
    const idsOf = (seed: number) =>
      [own, base].map(({ measured }) => measured.get(seed)?.evaluation.id ?? "");
    const alike = shared.filter((seed) => {
      const [a, b] = [own.measured.get(seed), base.measured.get(seed)];
      return a !== undefined && b !== undefined && (only !== null || keyOf(a) === keyOf(b));
    });
    const rateOf = ratesAt(ctx, alike.flatMap(idsOf), k, only);
    return {
      seeds: alike.map((seed) => {
        const [a, b] = idsOf(seed).map((id) => rateOf(id).value);
        return { seed, value: a - b };
      }),
      leftOut: shared.length - alike.length,
    };
  });
}
