import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { isPolicy } from "../../../workers/protocol/inputs.ts";
import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import { countEpisodes } from "#db/queries/inputs.ts";
import { selectMeasuredParts } from "#db/queries/evaluations.ts";
import {
  type CompareInput,
  type Comparison,
  type OtherSeeds,
  type PairOutcome,
  type PopulationGap,
  type Side,
} from "../../contracts/compare/compare.ts";
import type { Finding } from "../../contracts/finding.ts";
import { bySeverity } from "../../checks/by-severity.ts";
import { notSeparable } from "../../checks/not-separable.ts";
import { bonferroni } from "../../stats/claims/many-to-one-tail.ts";
import { detectableFlips } from "../../stats/problems/mcnemar.ts";
import { alike, pairedWithin } from "../../stats/problems/outcome-counts.ts";
import type { ServiceContext } from "../context.ts";
import { runFindings } from "../runs/findings.ts";
import { countOf } from "../../wording/counts.ts";
import { otherSeedsWords } from "../../wording/seeds.ts";
import { byStep } from "./by-step.ts";
import { configLines } from "./config-lines.ts";
import { type Family, shareDifference } from "./difference.ts";
import { judgeCommon, type Judged } from "./judge.ts";
import { measurePair, measureSides, type PairMeasure, type SideMeasure } from "./measure.ts";
import { otherSeeds } from "./other-seeds.ts";
import { type ResolvedSide, resolveSides } from "./resolve-sides.ts";
import { rescaledSides } from "./rescaled-sides.ts";
import { compareRows, intervalsInWords, programsDiffer } from "./rows.ts";
import {
  countProblemsIn,
  type LineageRun,
  selectCheckpointLineage,
  selectTrainPopulations,
} from "#db/queries/seen-in-training.ts";
import { recipeOf } from "../recipes/book.ts";
import { selectMeasuredProblems } from "#db/queries/compare.ts";
import { type MixRow, populationDiff } from "../../stats/problems/population-diff.ts";

const EXAMPLES = 6;
/** Kinds of problems listed per gap: those whose share differs most. */
const KINDS = 10;

const shareGap = ({ shareA, shareB }: MixRow) => Math.abs((shareA ?? 0) - (shareB ?? 0));

/** How the problems of every other side lie to those of the first, by content. */
function populationGaps(ctx: ServiceContext, sides: ResolvedSide[]): PopulationGap[] {
  const [first, ...others] = sides.map(({ evaluation }) => selectMeasuredProblems(ctx.db, evaluation.id));
  return others.map((problems, i): PopulationGap => {
    const diff = populationDiff(first, problems);
    const [alone, alien] = [new Set(diff.onlyA), new Set(diff.onlyB)];
    const some = (list: typeof first, wanted: Set<string>) =>
      list
        .filter((p) => wanted.has(p.hash))
        .slice(0, EXAMPLES)
        .map((p) => p.key ?? p.hash.slice(0, 8));
    return {
      side: i + 1,
      shared: diff.shared,
      onlyFirst: alone.size,
      onlyThis: alien.size,
      examplesFirst: some(first, alone),
      examplesThis: some(problems, alien),
      mix: diff.byTypeAndLevel
        .toSorted((x, y) => shareGap(y) - shareGap(x))
        .slice(0, KINDS)
        .map(({ kind, a, b }) => ({ kind, first: a, this: b })),
      kinds: diff.byTypeAndLevel.length,
      mixDistance: diff.mixDistance,
    };
  });
}

/** A recipe that makes no policy only measures, and its train part is no training set. A foreign recipe may train. */
function trains(ctx: ServiceContext, { recipe }: Pick<LineageRun, "recipe">): boolean {
  const manifest = recipe === null ? undefined : recipeOf(ctx.db, { recipe });
  return manifest === undefined || manifest.outputs.some(isPolicy);
}

/**
 * How many problems of an evaluation the measured policy was trained on: by its own run and by every run whose checkpoint that
 * one goes back to. `complete` is false where one of them did not record its training set; the count is then a lower bound.
 */
function seenInTraining(ctx: ServiceContext, evaluationId: string, runId: string): Side["leaked"] {
  const trained = selectCheckpointLineage(ctx.db, runId).filter((run) => trains(ctx, run));
  const sets = selectTrainPopulations(
    ctx.db,
    trained.map((run) => run.runId),
  );
  return {
    n: countProblemsIn(ctx.db, evaluationId, [...sets.values()].flat()),
    complete: trained.length > 0 && trained.every((run) => sets.has(run.runId)),
  };
}

function describeSides(
  ctx: ServiceContext,
  sides: ResolvedSide[],
  measures: SideMeasure[],
  judged: Judged,
): Side[] {
  const attempts = selectLatestAttempts(ctx.db, [...new Set(sides.map((s) => s.run.id))]);
  const health = runFindings(ctx, attempts);
  const attemptOf = new Map(attempts.map((a) => [a.runId, a.id]));
  const ids = sides.map((s) => s.evaluation.id);
  const parts = selectMeasuredParts(ctx.db, ids);
  const episodes = countEpisodes(ctx.db, ids);
  return sides.map(({ name, evaluation, run, experiment, population }, i) => ({
    evaluationId: evaluation.id,
    name,
    runId: run.id,
    config: run.label,
    cell: run.cell,
    recipe: run.recipe,
    seed: run.seed,
    experimentId: run.experimentId,
    experiment,
    trainStep: evaluation.trainStep,
    final: evaluation.final,
    at: evaluation.at,
    measured: evaluation.n,
    n: measures[i].n,
    population: population.name,
    problems: judged.problems[i],
    protocol: judged.protocols[i],
    episodes: episodes.get(evaluation.id) ?? 0,
    part: parts.get(evaluation.id) ?? null,
    leaked: seenInTraining(ctx, evaluation.id, run.id),
    trained: trains(ctx, run),
    findings: health.get(attemptOf.get(run.id) ?? "") ?? [],
  }));
}

function pairOutcome(pair: PairMeasure, k: number, family: Family): PairOutcome {
  const table = pairedWithin(pair.outcomes, k);
  const n = table.both + table.onlyA + table.onlyB + table.neither;
  const { pMid: mid, ...byProblem } = shareDifference({ ...table, n }, family);
  const byFamilies = programsDiffer(pair, "solved", family);
  const difference = byFamilies ?? byProblem;
  const flips = table.onlyA + table.onlyB;
  const { level } = bonferroni(family.comparisons);
  const detectable = byFamilies ? null : detectableFlips({ n, flips }, { level });
  return { ...table, n, difference, pMid: byFamilies ? null : mid, alike: alike(pair.outcomes), detectable };
}

function notes(sides: ResolvedSide[], pairs: (PairOutcome | null)[], metric: string): Finding[] {
  return pairs.flatMap((pair, i) => {
    if (!pair) return [];
    const { difference, detectable, n, onlyA, onlyB } = pair;
    const { value, low, high } = difference;
    const [a, b] = [sides[0].name, sides[i].name];
    return notSeparable.check({
      metric,
      a,
      b,
      value,
      low,
      high,
      n,
      flips: onlyA + onlyB,
      detectable,
    });
  });
}

/** The seeds of the two runs that are compared: one where they are the same, or where one is the only run of its configuration. */
function seedsOf(first: ResolvedSide, { run }: ResolvedSide, others: OtherSeeds | null): number[] {
  if (others?.one) return [others.one.isFirst ? run.seed : first.run.seed];
  return [...new Set([run.seed, first.run.seed])];
}

function captionOf(sides: number): string {
  if (sides < 2) return "";
  const base =
    "Differences are paired by problem, each side minus the first; one policy each, so they say nothing of other seeds.";
  return sides === 2
    ? base
    : `${base} ${countOf(sides - 1, "comparison")}: intervals and p by Bonferroni, so that all of them hold together at 95 %.`;
}

/**
 * Some evaluations side by side: values with intervals, differences to the first paired by problem, what forbids them, and what
 * the runs behind them differ in. While the problems differ there is no difference at all; `common` restricts everything to the
 * problems that all have. Added up by the database: 10 evaluations of 4,162 problems take about 0.2 s.
 */
export function compareEvaluations(ctx: ServiceContext, { ids, k, common }: CompareInput): Comparison {
  const sides = resolveSides(ctx, ids);
  const evaluationIds = sides.map((s) => s.evaluation.id);
  const { judged, shared, only } = judgeCommon(ctx, sides, common);
  const measures = measureSides(ctx, evaluationIds, only);
  const family: Family = { comparisons: Math.max(1, sides.length - 1) };
  const pairMeasures = sides.map((_, i) =>
    i === 0 || judged.why("eval/rr", i) !== null
      ? null
      : measurePair(ctx, evaluationIds[0], evaluationIds[i], only),
  );
  const rows = compareRows(measures, pairMeasures, k, family, judged.why);
  const pairs = pairMeasures.map((pair) => (pair ? pairOutcome(pair, k, family) : null));
  const followed = byStep(measures);
  const lead = followed.atOnce ? metricInfo("eval/solved").title : `RR@${k}`;
  const others = otherSeeds(ctx, sides, k, only).map((found, i) => (pairs[i] ? found : null));
  return {
    sides: describeSides(ctx, sides, measures, judged),
    k,
    ranked: pairs.some((pair) => pair !== null),
    notRanked: sides.map((_, i) => (i === 0 ? null : judged.why("eval/rr", i))),
    restricted: only !== null,
    common: shared?.length ?? measures[0].n,
    gaps: shared !== null ? populationGaps(ctx, sides) : null,
    findings: bySeverity([...judged.findings, ...rescaledSides(ctx, sides), ...notes(sides, pairs, lead)]),
    ...followed,
    rows,
    intervals: intervalsInWords(rows),
    pairs,
    otherSeeds: others,
    overSeeds: others.map((found, i) =>
      otherSeedsWords(pairs[i]?.difference.value ?? null, seedsOf(sides[0], sides[i], found), found),
    ),
    config: configLines(ctx, sides),
    caption: captionOf(sides.length),
    asOf: ctx.now(),
  };
}
