import { type EvaluationTotals, selectEvaluationTotals } from "#db/queries/evaluations.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import type { AttemptRecord } from "#db/queries/attempts.ts";
import { selectWorkedMs } from "#db/queries/external/writers.ts";
import type { SeriesFacts } from "#db/points/point-store.ts";
import {
  type DiagnosisChoice,
  isMeasuredDa,
  MEASURED_DA,
  writeChoice,
} from "../../../packs/repair/diagnosis.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import { isEvaluationMetric } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import type { ServiceContext } from "../context.ts";
import { toldStep } from "../runs/measured/progress.ts";
import { possibleRange, type PossibleRange } from "../../contracts/possible-range.ts";
import { rangeOfRewards } from "../../checks/standings.ts";
import { finiteMean } from "../../numbers/middle.ts";
import { LAST_STEPS } from "../../contracts/metrics.ts";
import type { MeanOver } from "../../../packs/repair/contracts/diagnosis.ts";
import { seedMovesNothing } from "../../checks/effort.ts";
import { watchedOf } from "../../checks/health/not-finite.ts";
import type { ValueOnRecord, Way } from "../../contracts/on-record.ts";
import { diagnosisDefinition, diagnosisTitle } from "../../../packs/repair/wording/diagnosis.ts";
import { runProtocols } from "../comparability/logged-protocols.ts";
import { trainingRewards, trainsWithReward } from "../comparability/rewards.ts";
import { statedProblems } from "../comparability/stated-problems.ts";
import { treatmentsOf } from "../comparability/values.ts";
import { madeEvaluation, wayReader } from "../comparability/ways.ts";
import { diagnosisValueOf, partsOf, talliesOf } from "../../../packs/repair/services/diagnosis.ts";
import { finalsOf } from "../evaluations/get.ts";
import { loggingInterval, unseenSteps } from "../series/logging-interval.ts";
import { answerTokens } from "../series/answer-tokens.ts";
import { doAtOnce, type Sliced } from "../series/sliced.ts";
import type { Cell } from "./cells.ts";
import { lastStepValues, usedAttempts, usedSeries, type UsedSeries } from "../series/built-upon.ts";
import { fingerprintOf, signatureOf } from "./copied-runs.ts";
import { otherNames } from "./other-names.ts";
import { countsItself, lastOnOwnAxis, onAxisWords, OWN_COUNT } from "./own-axis.ts";

/** What is known of the finished run that counts for one seed. */
export interface SeedFacts {
  seed: number;
  runId: string;
  durationMs: number | null;
  trainStep: number | null;
  episodes: number | null;
  cpuSeconds: number | null;
  /** Mean tokens of an answer; null where they were not logged. */
  answerTokens: number | null;
  onRecord: ValueOnRecord;
  evaluation: EvaluationTotals | null;
  value(metric: string): number | null;
  /** Values of a metric of its final evaluations at one step, in the order in which they were made; the first counts. */
  finalValues(metric: string): number[];
  /** What its points add up to, but for times, and a part of that which costs little; null where they tell no runs apart. */
  signature(): string | null;
  fingerprint: string | null;
  /** The seed whose run it repeats point by point (`withoutCopies`). */
  copyOf?: number;
  /** Whether it has no value of a metric since its last ones, or those of its reward, loss or gradient, are not finite. */
  diverged(metric: string): boolean;
  problems(metric: string): number | null;
  /** The x that a metric has instead of the train step; null where it stands on that. */
  axisOf(metric: string): string | null;
  /** What is on record of its value of a metric: of one that ceased to be logged before the end, its own train step. */
  recordOf(metric: string): ValueOnRecord;
}

/** What a metric of these seeds can be: a training reward what the reward functions on record of all of them give. */
export const possibleOf = (metric: string, seeds: readonly Pick<SeedFacts, "onRecord">[]): PossibleRange =>
  rangeOfRewards(
    metric,
    seeds.map(({ onRecord }) => onRecord.reward),
  ) ?? possibleRange(metric);

/** How a value of this metric comes about, in words. */
export function definitionOf(
  metric: string,
  choice: DiagnosisChoice = MEASURED_DA,
  axis: string | null = null,
): string {
  const definition =
    metric === "eval/da" && !isMeasuredDa(choice)
      ? diagnosisDefinition(choice)
      : metricInfo(metric).definition;
  if (axis !== null) return `${definition}; ${onAxisWords(axis)}`;
  return isEvaluationMetric(metric)
    ? `${definition}; the final evaluation of the run`
    : `${definition}; mean of the values of its last ${LAST_STEPS} train steps`;
}

const endsNonFinite = ({ lastValue }: SeriesFacts): boolean =>
  lastValue !== null && !Number.isFinite(lastValue);

const finiteLast = (series: SeriesFacts | undefined): number | null =>
  Number.isFinite(series?.lastValue) ? (series?.lastValue ?? null) : null;

const isOnSteps = ({ series }: UsedSeries): boolean => series.axis === DEFAULT_AXIS;

/** The last train step at which a run has a value. */
const lastUsedStep = ({ series: { lastX }, upTo }: UsedSeries): number | null =>
  lastX === null || upTo === null ? lastX : Math.min(lastX, upTo);

function lastStepsMean(ctx: ServiceContext, used: readonly UsedSeries[]): number | null {
  return finiteMean(lastStepValues(pointStore(ctx.db), used, LAST_STEPS).map(({ value }) => value));
}

/** DA of evaluations by another definition than the one they were measured by, from what their rows counted. */
function chosenDiagnosis(ctx: ServiceContext, totals: readonly EvaluationTotals[], choice: DiagnosisChoice) {
  if (isMeasuredDa(choice)) return null;
  const tallies = talliesOf(
    ctx,
    totals.map(({ evaluation }) => evaluation.id),
  );
  return (id: string): MeanOver =>
    diagnosisValueOf(
      (tallies.get(id)?.rows ?? []).flatMap(({ tally }) => partsOf(tally, choice) ?? []),
      choice,
    );
}

/** From beginning to end of the attempt that counts, ms. */
const spanOf = (attempt: Pick<AttemptRecord, "startedAt" | "endedAt"> | null): number | null =>
  attempt?.startedAt && attempt.endedAt ? attempt.endedAt - attempt.startedAt : null;

/** The way of an evaluation whose DA was counted by the definition that was asked for, whatever its protocol names. */
const countedBy = (way: Way, choice: DiagnosisChoice): Way => ({
  ...way,
  definition: { key: writeChoice(choice), words: diagnosisTitle(choice) },
});

/** Facts of every finished run that counts in a cell, by seed in ascending order; DA as it was asked for. */
export const seedFacts = (
  ctx: ServiceContext,
  cell: Pick<Cell, "bySeed">,
  choice: DiagnosisChoice = MEASURED_DA,
): SeedFacts[] => doAtOnce(factsBySeed(ctx, cell, choice));

/** The same run by run; of `metrics` the values are read then, and not when somebody asks for them. */
export function* factsBySeed(
  ctx: ServiceContext,
  cell: Pick<Cell, "bySeed">,
  choice: DiagnosisChoice,
  metrics: readonly string[] = [],
): Sliced<SeedFacts[]> {
  const finished = [...cell.bySeed.values()].filter(
    ({ run, attempt }) => run.state === "finished" && attempt !== null,
  );
  const totals = selectEvaluationTotals(ctx.db, { runIds: finished.map((f) => f.run.id), finalOnly: true });
  const totalsOf = Map.groupBy(totals, ({ evaluation }) => evaluation.runId);
  const chosen = chosenDiagnosis(ctx, totals, choice);
  const read = wayReader(ctx.db);
  const rewardOf = trainingRewards(
    ctx,
    finished.map(({ run }) => run.rewardHash),
  );
  const statedOf = statedProblems(
    ctx.db,
    finished.map(({ run }) => run.id),
  );
  const protocolOf = runProtocols(
    ctx.db,
    finished.map(({ run }) => run.id),
  );
  const workedMs = selectWorkedMs(
    ctx.db,
    finished.map(({ run }) => run.id),
  );
  const treatments = treatmentsOf(
    ctx.db,
    finished.flatMap(({ attempt }) => attempt?.id ?? []),
  );
  const wayOf = (evaluation: EvaluationTotals, diagnosed: MeanOver | null): Way => {
    const way = read(madeEvaluation(evaluation));
    return diagnosed && diagnosed.value !== null ? countedBy(way, choice) : way;
  };
  const nameIn = otherNames(ctx);
  const factsOf = ({ run, attempt }: (typeof finished)[number]): SeedFacts => {
    const attemptId = attempt?.id ?? "";
    const used = usedSeries(pointStore(ctx.db), attempt ? usedAttempts(ctx, attempt) : []);
    const ownName = (metric: string) => nameIn(run, metric, (name) => used.has(name));
    const usedOf = (metric: string) => used.get(ownName(metric)) ?? [];
    const own = [...used.values()].flat().flatMap(({ id, series }) => (id === attemptId ? series : []));
    const all = Map.groupBy(own, (one) => one.metric);
    const stepped = [...all.values()].flatMap((of) => of.find(({ axis }) => axis === DEFAULT_AXIS) ?? []);
    const series = new Map(stepped.map((one) => [one.metric, one]));
    const finals = finalsOf(totalsOf.get(run.id) ?? []);
    const evaluation = finals.at(0) ?? null;
    const diagnosed = (evaluation && chosen?.(evaluation.evaluation.id)) ?? null;
    const store = pointStore(ctx.db);
    const counted = series.get("progress/episodes")?.lastX ?? null;
    const told = [evaluation?.evaluation.trainStep ?? null, toldStep({ run, attempt })];
    const ends = told.filter((step) => step !== null);
    const trainStep = counted ?? (ends.length > 0 ? Math.max(...ends) : null);
    const isCount = (metric: string) => countsItself(metric, usedOf(metric), trainStep);
    const onAxis = (metric: string) => lastOnOwnAxis(ctx, usedOf(metric), trainStep);
    const valueOf = (metric: string): number | null => {
      if (metric === "eval/da" && chosen) return diagnosed?.value ?? null;
      if (isEvaluationMetric(metric)) return evaluation?.metrics[metric].value ?? null;
      if (isCount(metric)) return finiteLast(usedOf(metric).find(isOnSteps)?.series);
      if (usedOf(metric).some(isOnSteps)) return lastStepsMean(ctx, usedOf(metric));
      const { value = NaN } = onAxis(metric) ?? {};
      return Number.isFinite(value) ? value : null;
    };
    const values = new Map<string, number | null>();
    const facts: SeedFacts = {
      seed: run.seed,
      runId: run.id,
      durationMs: workedMs.get(run.id) ?? spanOf(attempt),
      trainStep,
      episodes: finiteLast(series.get("progress/episodes")),
      cpuSeconds: finiteLast(series.get("perf/cpu_s")),
      answerTokens: answerTokens(pointStore(ctx.db), used),
      onRecord: {
        runId: run.id,
        reward: trainsWithReward(ctx.db, run) ? rewardOf(run.rewardHash) : null,
        ways: evaluation ? [wayOf(evaluation, diagnosed)] : [],
        statedProblems: statedOf(run.id),
        runProtocol: protocolOf(run.id),
        unrecorded: false,
        trainSteps: trainStep === null ? [] : [trainStep],
        unseenSteps: trainStep === null || counted !== null ? 0 : unseenSteps(store, stepped),
        startWeights: treatments.get(attemptId)?.startWeights ?? [],
        seenNames: treatments.get(attemptId)?.seenNames ?? [],
      },
      evaluation,
      value(metric) {
        const known = values.get(metric);
        if (known !== undefined) return known;
        const value = valueOf(metric);
        values.set(metric, value);
        return value;
      },
      finalValues(metric) {
        return isEvaluationMetric(metric) ? finals.flatMap(({ metrics }) => metrics[metric].value ?? []) : [];
      },
      signature: () => signatureOf([...all.values()].flat(), evaluation),
      fingerprint: fingerprintOf([...all.values()].flat()),
      diverged: (metric) =>
        [ownName(metric), ...watchedOf(all.keys())].some((one) => (all.get(one) ?? []).some(endsNonFinite)),
      axisOf: (metric) =>
        isEvaluationMetric(metric) ? null : isCount(metric) ? OWN_COUNT : (onAxis(metric)?.axis ?? null),
      problems(metric) {
        if (!evaluation || !isEvaluationMetric(metric)) return null;
        if (metric === "eval/da" && diagnosed) return diagnosed.n;
        return evaluation.metrics[metric].n;
      },
      recordOf(metric) {
        const [latest] = usedOf(metric).filter(isOnSteps);
        const at = isEvaluationMetric(metric) || !latest || isCount(metric) ? null : lastUsedStep(latest);
        if (at === null || trainStep === null || at > trainStep - LAST_STEPS) return facts.onRecord;
        const { patience } = loggingInterval(store, latest.series);
        return at + patience >= trainStep ? facts.onRecord : { ...facts.onRecord, trainSteps: [at] };
      },
    };
    return facts;
  };
  const found: SeedFacts[] = [];
  for (const one of finished.toSorted((a, b) => a.run.seed - b.run.seed)) {
    const facts = factsOf(one);
    for (const metric of metrics) facts.value(metric);
    found.push(facts);
    yield;
  }
  return found;
}

/** Whether the seeds of a configuration measured the same to the digit in every one of the metrics. */
export const isSeedless = (seeds: readonly SeedFacts[], metrics: readonly string[]): boolean =>
  seedMovesNothing(metrics.map((metric) => seeds.map((seed) => seed.value(metric))));
