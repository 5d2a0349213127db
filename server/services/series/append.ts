import { pointStore } from "#db/points/open-point-store.ts";
import type { PointColumns } from "#db/points/point-store.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { WriteScope } from "../context.ts";

/** A point of a trainer's event, along the train step. */
export interface PointToAppend {
  metric: string;
  x: number;
  wallMs: number;
  value: number;
}

function columnsOf(batch: readonly PointToAppend[]): PointColumns[] {
  return [...Map.groupBy(batch, ({ metric }) => metric)].map(([metric, points]) => ({
    metric,
    axis: DEFAULT_AXIS,
    x: Float64Array.from(points, ({ x }) => x),
    value: Float64Array.from(points, ({ value }) => value),
    at: Float64Array.from(points, ({ wallMs }) => wallMs),
  }));
}

/**
 * Adds points of events to the series of one attempt, in arrival order. Runs inside the transaction that acknowledges the
 * events that brought them, which has taken out what was stored before.
 */
export function appendPoints(scope: WriteScope, attemptId: string, batch: PointToAppend[]): void {
  if (batch.length === 0) return;
  const columns = columnsOf(batch);
  const [answer] = pointStore(scope.db).append([{ attemptId, source: "events", firstSeq: null, columns }]);
  if (answer.kind !== "stored")
    throw new Error(`Attempt ${attemptId} takes no more points (${answer.kind}).`);
}
