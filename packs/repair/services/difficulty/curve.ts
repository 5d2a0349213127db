import type { Db } from "#db/client.ts";
import { countFaults, selectEvaluationsWithin } from "#db/queries/benchmarks.ts";
import { type ProblemOutcome, selectProblemOutcomes } from "#db/queries/episodes.ts";
import { selectEvaluation } from "#db/queries/inputs.ts";
import { type RunRecord, selectRun } from "#db/queries/runs.ts";
import { countsRepairs, type DiagnosisChoice } from "../../diagnosis.ts";
import { RECIPES } from "../../../../workers/recipes/catalog.ts";
import type {
  Benchmark,
  DifficultyCurve,
  DifficultyRow,
  Inversion,
  LevelShare,
  PolicyLevel,
  TypeLevels,
} from "../../../../server/contracts/benchmark.ts";
import { bandVerdict } from "../../../../server/stats/band-verdict.ts";
import { differenceOfShares } from "../../../../server/stats/problems/difference-of-shares.ts";
import { diagnosisDefinition, diagnosisTitle } from "../../wording/diagnosis.ts";
import type { ServiceContext } from "../../../../server/services/context.ts";
import { estimateDiagnosis, partsOf, talliesOf } from "../diagnosis.ts";
import { solvedByPart } from "../../../../server/services/evaluations/metric-cards.ts";
import { recipeOf } from "../../../../server/services/recipes/book.ts";

/** RR@5 that the reports wanted of an SFT policy: 90 % or more, 60 to 80 %, 30 to 50 %. */
const BANDS: Record<string, { low: number; high: number }> = {
  easy: { low: 0.9, high: 1 },
  medium: { low: 0.6, high: 0.8 },
  hard: { low: 0.3, high: 0.5 },
};
const ORDER = Object.keys(BANDS);

/** Known levels from easy to hard, then words of other benchmarks by name. */
const byDifficulty = (a: string, b: string) => {
  const place = (level: string) => (ORDER.includes(level) ? ORDER.indexOf(level) : ORDER.length);
  return place(a) - place(b) || a.localeCompare(b);
};

/** Evaluations shown; each takes a few bootstraps. */
const MOST = 12;

const NO_SHARE: LevelShare = { value: null, low: null, high: null, n: 0 };

/** A band that ends at 100 % is open there: nothing can lie above it. */
const verdictOn = (level: string, interval: { low: number | null; high: number | null }) => {
  const band = BANDS[level];
  return bandVerdict(interval, band ? { low: band.low, high: band.high === 1 ? Infinity : band.high } : null);
};

/** The players that a recipe offers beside a given policy, by the value of its field. */
function players(): Map<string, string> {
  const field = RECIPES.flatMap(({ fields }) => fields).find(({ name }) => name === "player");
  const choices = field?.kind === "choice" ? field.choices : [];
  return new Map(choices.filter(({ value }) => value !== "policy").map(({ value, label }) => [value, label]));
}

function whatOf(
  db: Db,
  run: RunRecord,
  known: Map<string, string>,
): Pick<DifficultyRow, "what" | "isPlayer"> {
  const player = known.get(String(run.params.player));
  if (player !== undefined) return { what: player, isPlayer: true };
  return { what: recipeOf(db, run)?.title ?? run.recipe, isPlayer: false };
}

/** A recipe that only imitates: it has demonstrations and earns no reward. */
function isImitation(db: Db, run: RunRecord | undefined): boolean {
  const metrics: readonly string[] = (run && recipeOf(db, run)?.metrics) ?? [];
  return metrics.includes("sft/loss") && !metrics.includes("reward/raw");
}

type Solved = Pick<PolicyLevel, "level" | "rrAt5">;

/** RR@5 level by level, from easy to hard. */
const solvedByLevel = (outcomes: readonly ProblemOutcome[]): Solved[] =>
  solvedByPart(outcomes, ({ level }) => [level])
    .map(({ key: level, n, solvedAt5: hits, low, high }) => ({
      level,
      rrAt5: { value: n === 0 ? null : hits / n, low, high, n, hits },
    }))
    .sort((a, b) => byDifficulty(a.level, b.level));

function inversionsOf(levels: readonly Solved[]): Inversion[] {
  return levels.slice(1).flatMap(({ level: harder, rrAt5: hard }, k) => {
    const { level: easier, rrAt5: easy } = levels[k];
    const apart = differenceOfShares(hard, easy);
    if (!apart || apart.difference <= 0 || BANDS[harder] === undefined) return [];
    const { difference, low, high } = apart;
    return [{ easier, harder, difference, low, high, clear: low > 0 }];
  });
}

/** Of evaluations, newest first, one for each configuration, seed and protocol: what is launched again measures the same again. */
function newestOfEach(db: Db, evaluationIds: readonly string[]): string[] {
  const known = new Set<string>();
  return evaluationIds.filter((id) => {
    const evaluation = selectEvaluation(db, id);
    const run = evaluation && selectRun(db, evaluation.runId);
    if (!run) return false;
    const key = `${run.cell} ${run.seed} ${evaluation.protocolHash} ${evaluation.trainStep}`;
    return !known.has(key) && known.add(key);
  });
}

/**
 * RR@5 and DA of every policy and player that was measured on problems of a set, level by level, against what was wanted of
 * each level, of one error type where it is named. A share's verdict is that of its whole interval; the DA ceiling is what one right repair alone can reach.
 */
export function difficultyCurveOf(
  ctx: ServiceContext,
  benchmark: Benchmark,
  choice: DiagnosisChoice,
  type: string,
): DifficultyCurve {
  const isOf = (row: { type: string }) => type === "" || row.type === type;
  const found = selectEvaluationsWithin(ctx.db, benchmark.id);
  const distinct = newestOfEach(ctx.db, found);
  const shown = distinct.slice(0, MOST);
  const tallies = talliesOf(ctx, shown);
  const known = players();
  const conflicts = new Map<string, Map<string, number>>();
  const outcomesOf = new Map<string, ProblemOutcome[]>();
  const rows = shown.flatMap((evaluationId): DifficultyRow[] => {
    const evaluation = selectEvaluation(ctx.db, evaluationId);
    const run = evaluation && selectRun(ctx.db, evaluation.runId);
    if (!run) return [];
    const outcomes = selectProblemOutcomes(ctx.db, evaluationId).filter(isOf);
    const counted = (tallies.get(evaluationId)?.rows ?? []).filter(isOf);
    for (const { hash, level, tally } of counted) {
      if (!tally || tally.conflict === 0) continue;
      const own = conflicts.get(level) ?? new Map<string, number>();
      conflicts.set(level, own.set(hash, tally.conflict));
    }
    outcomesOf.set(evaluationId, outcomes);
    const levels = solvedByLevel(outcomes).map(({ level, rrAt5 }): PolicyLevel => {
      const parts = counted.flatMap((row) => (row.level === level ? (partsOf(row.tally, choice) ?? []) : []));
      const { value: da, ...daInterval } = estimateDiagnosis(parts, choice);
      return {
        level,
        rrAt5,
        da: { value: da, low: daInterval.low, high: daInterval.high, n: daInterval.n },
        verdict: verdictOn(level, rrAt5),
      };
    });
    return [
      {
        evaluationId,
        runId: run.id,
        runName: run.name,
        ...whatOf(ctx.db, run, known),
        decoding: evaluation.protocol.decoding,
        at: evaluation.at,
        n: outcomes.length,
        levels,
        inversions: inversionsOf(levels),
      },
    ];
  });
  // Of another DA one right repair reaches another share.
  const isCeiling = choice.da === "da.iis_set_micro" && countsRepairs(choice);
  const measured = new Set(rows.map(({ what }) => what));
  const hasSft = rows.some(({ runId }) => isImitation(ctx.db, selectRun(ctx.db, runId)));
  rows.sort((a, b) => Number(a.isPlayer) - Number(b.isPlayer) || b.at - a.at);
  const faults = countFaults(ctx.db, benchmark.id).filter((row) => isOf(row) && row.faults > 0);
  return {
    levels: benchmark.summary.levels
      .map(({ word: level, count: n }) => {
        const sizes = [...(conflicts.get(level)?.values() ?? [])];
        const own = faults.filter((row) => row.level === level);
        const [all, known] = [sumOf(own.map((row) => row.faults)), sumOf(own.map((row) => row.n))];
        return {
          level,
          n,
          band: BANDS[level] ?? null,
          daCeiling: isCeiling ? ceilingOf(sizes) : NO_SHARE,
          faults: { mean: known === 0 ? null : all / known, n: known },
          conflict: { mean: sizes.length === 0 ? null : sumOf(sizes) / sizes.length, n: sizes.length },
        };
      })
      .sort((a, b) => byDifficulty(a.level, b.level)),
    rows,
    byType: rows.length === 0 ? [] : typesOf(outcomesOf.get(rows[0].evaluationId) ?? [], faults),
    repeats: found.length - distinct.length,
    more: distinct.length - shown.length,
    daTitle: diagnosisTitle(choice),
    daDefinition: diagnosisDefinition(choice),
    missing: [...(hasSft ? [] : ["SFT"]), ...[...known.values()].filter((title) => !measured.has(title))],
  };
}

/** The same of each error type alone, where there are several. */
function typesOf(outcomes: readonly ProblemOutcome[], faults: ReturnType<typeof countFaults>): TypeLevels[] {
  const types = [...Map.groupBy(outcomes, ({ type }) => type)].toSorted(([a], [b]) => a.localeCompare(b));
  if (types.length < 2) return [];
  return types.map(([type, own]) => {
    const levels = solvedByLevel(own).map((solved) => {
      const counted = faults.filter((row) => row.type === type && row.level === solved.level);
      const n = sumOf(counted.map((row) => row.n));
      return { ...solved, faults: n === 0 ? null : sumOf(counted.map((row) => row.faults)) / n };
    });
    return { type, levels, inversions: inversionsOf(levels) };
  });
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** n / sum |IIS| over the problems whose conflict some evaluation told. */
function ceilingOf(sizes: readonly number[]): LevelShare {
  if (sizes.length === 0) return NO_SHARE;
  return { ...NO_SHARE, value: sizes.length / sumOf(sizes), n: sizes.length };
}
