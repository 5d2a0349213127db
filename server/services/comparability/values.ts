import type { Db } from "#db/client.ts";
import {
  selectMeasured,
  selectMeasuredAtLast,
  selectTreatments,
  selectUnrecorded,
  selectWithoutPoints,
  type MeasuredRow,
} from "#db/queries/run-table/cells.ts";
import { isEvaluationMetric } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { isOfProblems } from "../../../workers/protocol/metrics/metric-kinds.ts";
import { OVER_WHOLE_SERIES, type MetricColumn } from "../../contracts/run-table-columns.ts";
import type { ValueOnRecord, Way } from "../../contracts/on-record.ts";
import { runProtocols } from "./logged-protocols.ts";
import { trainingRewards } from "./rewards.ts";
import { statedProblems } from "./stated-problems.ts";
import { wayReader } from "./ways.ts";

/** A run whose values are judged. */
export interface JudgedRun {
  runId: string;
  attemptId: string | null;
  rewardHash: string;
}

/** How the evaluations were made that values of a column are of. */
function evaluationsBehind(db: Db, attemptIds: readonly string[], column: MetricColumn, isShare: boolean) {
  if (OVER_WHOLE_SERIES.has(column.reducer)) return selectMeasured(db, attemptIds, false);
  const sent = selectMeasuredAtLast(db, attemptIds, column);
  // A share that no point was sent of is read off the latest evaluation.
  return isShare ? [...sent, ...selectMeasured(db, selectWithoutPoints(db, attemptIds, column), true)] : sent;
}

const byAttempt = (db: Db, rows: readonly MeasuredRow[]): Map<string, Way[]> => {
  const read = wayReader(db);
  const ways = new Map<string, Way[]>();
  for (const row of rows) {
    const known = ways.get(row.attemptId);
    if (known) known.push(read(row));
    else ways.set(row.attemptId, [read(row)]);
  }
  return ways;
};

/**
 * What is on record of some runs' values in a column. `isShare`: the column falls back on the problems of the latest
 * evaluation. Evaluations are read only for a metric of theirs; train steps and start weights never, an order of values asks
 * for them apart (`treatmentsOf`).
 */
export function columnOnRecord(
  db: Db,
  runs: readonly JudgedRun[],
  column: MetricColumn,
  isShare: boolean,
): (run: JudgedRun) => ValueOnRecord {
  const rewardOf = trainingRewards(
    { db },
    runs.map(({ rewardHash }) => rewardHash),
  );
  const attemptIds = runs.flatMap(({ attemptId }) => attemptId ?? []);
  const evaluated = isEvaluationMetric(column.metric);
  const ways = evaluated
    ? byAttempt(db, evaluationsBehind(db, attemptIds, column, isShare))
    : new Map<string, Way[]>();
  const whole = OVER_WHOLE_SERIES.has(column.reducer);
  const unrecorded = new Set(
    evaluated
      ? selectUnrecorded(db, attemptIds, column, whole).flatMap((one) => (one.evaluated ? one.attemptId : []))
      : [],
  );
  const protocolOf = runProtocols(db, isOfProblems(column.metric) ? runs.map(({ runId }) => runId) : []);
  const statedOf = statedProblems(db, isOfProblems(column.metric) ? runs.map(({ runId }) => runId) : []);
  return ({ runId, attemptId, rewardHash }) => ({
    runId,
    reward: rewardOf(rewardHash),
    ways: ways.get(attemptId ?? "") ?? [],
    statedProblems: statedOf(runId),
    runProtocol: protocolOf(runId),
    unrecorded: unrecorded.has(attemptId ?? ""),
    trainSteps: [],
    startWeights: [],
    seenNames: [],
  });
}

/** How far each attempt was trained, and from which weights, by its id. */
export function treatmentsOf(
  db: Db,
  attemptIds: readonly string[],
): Map<string, Pick<ValueOnRecord, "trainSteps" | "startWeights" | "seenNames">> {
  return new Map(
    selectTreatments(db, attemptIds).map(({ attemptId, trainStep, startWeights, seenNames }) => [
      attemptId,
      { trainSteps: trainStep === null ? [] : [trainStep], startWeights, seenNames },
    ]),
  );
}
