import type { Connected } from "#db/connection.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import type { SeriesFacts } from "#db/points/point-store.ts";
import { exportedAttempts, type ExportKind } from "#db/queries/exported-attempts.ts";
import { giveBack } from "../../numbers/give-back.ts";
import { parquetRows } from "./parquet-rows.ts";

export interface ExportScope {
  kind: ExportKind;
  id: string;
}

export interface Exported {
  series: number;
  points: number;
}

const EVERYTHING = { from: null, to: null };

const byName = (a: SeriesFacts, b: SeriesFacts) =>
  a.metric === b.metric ? (a.axis < b.axis ? -1 : 1) : a.metric < b.metric ? -1 : 1;

/**
 * All points of a run, an experiment or a project as one Parquet file, piece by piece: runs in order of launch, their
 * attempts in order, metrics by name, points by x. Memory does not grow with the number of points.
 */
export function writePoints(db: Connected, scope: ExportScope, write: (bytes: Uint8Array) => void): Exported {
  const store = pointStore(db);
  const rows = parquetRows(write);
  const exported: Exported = { series: 0, points: 0 };
  for (const attempt of exportedAttempts(db, scope.kind, scope.id)) {
    for (const { id, metric, axis } of store.series([attempt.attemptId], null).sort(byName)) {
      let from = 0;
      for (const points of store.rows(id, EVERYTHING)) {
        rows.add({ ...attempt, metric, axis }, from, points);
        from += points.x.length;
        // A snapshot keeps no points, so nobody else has these.
        giveBack(points.x, points.value, points.at);
      }
      exported.series += 1;
      exported.points += from;
    }
  }
  rows.end();
  return exported;
}
