import { insertPoints, type PointToAppend } from "#db/queries/points.ts";
import type { WriteScope } from "../context.ts";

/**
 * Adds points to the series of one attempt, in arrival order. One of the two verbs of the point store: nothing outside
 * them knows how points lie on disk. Runs inside the transaction that acknowledges the events that brought them.
 */
export function appendPoints(scope: WriteScope, attemptId: string, batch: PointToAppend[]): void {
  if (batch.length > 0) insertPoints(scope.db, attemptId, batch);
}
