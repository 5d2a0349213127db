import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { selectMeasured, selectUnrecorded } from "#db/queries/run-table-cells.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { METRICS } from "../../../workers/protocol/metrics.ts";
import { isEvaluationMetric } from "../../../workers/protocol/metric-kinds.ts";
import type { RunOnRecord } from "../../contracts/on-record.ts";
import { valueOnRecord, type Side } from "../../judgement/on-record.ts";
import type { ServiceContext } from "../context.ts";
import { trainingRewards } from "./rewards.ts";
import { treatmentsOf } from "./values.ts";
import { wayReader } from "./ways.ts";

const EVALUATED = Object.keys(METRICS).filter(isEvaluationMetric);

/** By run the metrics of evaluations of which it sent values that no evaluation on record has. */
function unrecordedOf(
  ctx: ServiceContext,
  attemptIds: readonly string[],
  runOf: (attemptId: string) => string,
): Map<string, string[]> {
  const unrecorded = new Map<string, string[]>();
  pointStore(ctx.db).settle(EVALUATED);
  for (const metric of EVALUATED) {
    const found = selectUnrecorded(ctx.db, attemptIds, { metric, axis: DEFAULT_AXIS }, true);
    for (const run of new Set(found.map(({ attemptId }) => runOf(attemptId))))
      unrecorded.set(run, [...(unrecorded.get(run) ?? []), metric]);
  }
  return unrecorded;
}

/** What is on record of the lines of some runs, by id: over all evaluations that any of their attempts made. */
export function runsOnRecord(
  ctx: ServiceContext,
  runs: readonly { id: string; rewardHash: string }[],
): Map<string, RunOnRecord> {
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
  const unrecorded = unrecordedOf(ctx, attemptIds, (id) => runOf.get(id) as string);
  const rewardOf = trainingRewards(
    ctx,
    runs.map(({ rewardHash }) => rewardHash),
  );
  const treatments = treatmentsOf(ctx.db, [...latest.values()]);
  const read = wayReader(ctx.db);
  return new Map(
    runs.map(({ id, rewardHash }) => [
      id,
      {
        runId: id,
        reward: rewardOf(rewardHash),
        ways: [...new Set((madeBy.get(id) ?? []).map(read))],
        unrecorded: unrecorded.get(id) ?? [],
        ...(treatments.get(latest.get(id) ?? "") ?? { trainSteps: [], startWeights: [] }),
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
