import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { selectMeasured, selectUnrecorded } from "#db/queries/run-table/cells.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { METRICS } from "../../../workers/protocol/metrics/metrics.ts";
import { isEvaluationMetric } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { isOfProblems, rewardPartOf } from "../../../workers/protocol/metrics/metric-kinds.ts";
import type { RunOnRecord } from "../../contracts/on-record.ts";
import { valueOnRecord, type Side } from "../../checks/on-record.ts";
import type { ServiceContext } from "../context.ts";
import { runProtocols } from "./logged-protocols.ts";
import { trainingRewards } from "./rewards.ts";
import { statedProblems } from "./stated-problems.ts";
import { treatmentsOf } from "./values.ts";
import { wayReader } from "./ways.ts";

const EVALUATED = Object.keys(METRICS).filter(isEvaluationMetric);

/** By run the metrics of evaluations of which it sent values that no evaluation on record has. */
function unrecordedOf(
  ctx: ServiceContext,
  attemptIds: readonly string[],
  runOf: (attemptId: string) => string,
  metrics: readonly string[],
): Map<string, string[]> {
  const unrecorded = new Map<string, string[]>();
  if (metrics.length === 0) return unrecorded;
  pointStore(ctx.db).settle(metrics);
  for (const metric of metrics) {
    const found = selectUnrecorded(ctx.db, attemptIds, { metric, axis: DEFAULT_AXIS }, true);
    for (const run of new Set(found.map(({ attemptId }) => runOf(attemptId))))
      unrecorded.set(run, [...(unrecorded.get(run) ?? []), metric]);
  }
  return unrecorded;
}

/** What nothing is read for: the metric is of no kind that a rule about quantities asks for. */
const NOTHING = {
  reward: null,
  ways: [],
  statedProblems: null,
  runProtocol: null,
  unrecorded: [],
  trainSteps: [],
  startWeights: [],
  seenNames: [],
};

/**
 * What is on record of the lines of some runs, by id: over all evaluations that any of their attempts made. With `metric` only
 * what says whether values of that one may be ranked: charts ask it for every metric of a page, again and again.
 */
export function runsOnRecord(
  ctx: ServiceContext,
  runs: readonly { id: string; rewardHash: string }[],
  metric: string | null = null,
): Map<string, RunOnRecord> {
  const isOfReward = metric === null || rewardPartOf(metric) !== null;
  const isEvaluated = metric === null || isEvaluationMetric(metric);
  const isStated = metric === null || isOfProblems(metric);
  const ofProblems = isStated ? runs.map(({ id }) => id) : [];
  const [statedOf, protocolOf] = [statedProblems(ctx.db, ofProblems), runProtocols(ctx.db, ofProblems)];
  if (!isEvaluated) {
    const hashes = isOfReward ? runs.map(({ rewardHash }) => rewardHash) : [];
    const rewardOf = trainingRewards(ctx, hashes);
    return new Map(
      runs.map(({ id, rewardHash }) => [
        id,
        {
          ...NOTHING,
          runId: id,
          reward: isOfReward ? rewardOf(rewardHash) : null,
          statedProblems: statedOf(id),
          runProtocol: protocolOf(id),
        },
      ]),
    );
  }
  // Oldest first: the last is the one that counts.
  const attempts = selectAttemptsOfRuns(
    ctx.db,
    runs.map(({ id }) => id),
  );
  const attemptIds = attempts.map(({ id }) => id);
  const runOf = new Map(attempts.map(({ id, runId }) => [id, runId]));
  const latest = new Map(attempts.map(({ id, runId }) => [runId, id]));
  const madeBy = Map.groupBy(selectMeasured(ctx.db, attemptIds, false), ({ attemptId }) =>
    runOf.get(attemptId),
  );
  const unrecorded = unrecordedOf(
    ctx,
    attemptIds,
    (id) => runOf.get(id) as string,
    metric === null ? EVALUATED : [metric],
  );
  const rewardOf = trainingRewards(
    ctx,
    runs.map(({ rewardHash }) => rewardHash),
  );
  const treatments = treatmentsOf(ctx.db, metric === null ? [...latest.values()] : []);
  const read = wayReader(ctx.db);
  return new Map(
    runs.map(({ id, rewardHash }) => [
      id,
      {
        runId: id,
        reward: rewardOf(rewardHash),
        ways: [...new Set((madeBy.get(id) ?? []).map(read))],
        statedProblems: statedOf(id),
        runProtocol: protocolOf(id),
        unrecorded: unrecorded.get(id) ?? [],
        ...(treatments.get(latest.get(id) ?? "") ?? { trainSteps: [], startWeights: [], seenNames: [] }),
      },
    ]),
  );
}

/** Configurations as sides of a judgement of the lines that are drawn of them: the run that counts for each seed. */
export function sidesOfCells(
  ctx: ServiceContext,
  cells: readonly {
    config: string;
    bySeed: ReadonlyMap<number, { run: { id: string; rewardHash: string } }>;
  }[],
  metric: string,
): Side[] {
  const runsOf = cells.map(({ bySeed }) => [...bySeed.values()].map(({ run }) => run));
  const onRecord = runsOnRecord(ctx, runsOf.flat());
  return cells.map(({ config }, i) => ({
    name: config,
    of: runsOf[i].flatMap(({ id }) => {
      const run = onRecord.get(id);
      return run ? [valueOnRecord(run, metric)] : [];
    }),
  }));
}
