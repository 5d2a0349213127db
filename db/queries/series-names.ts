import type { Db } from "../client.ts";

/** A series by what it is of. */
export interface SeriesName {
  id: number;
  attemptId: string;
  metric: string;
  axis: string;
}

/** Series after an id, in the order in which they came to be; an id is never given out again. */
export function selectSeriesNames(db: Db, afterId: number, limit: number): SeriesName[] {
  const rows = db.$client
    .prepare("select id, attempt_id, metric, axis from series where id > ? order by id limit ?")
    .raw()
    .all(afterId, limit) as [number, string, string, string][];
  return rows.map(([id, attemptId, metric, axis]) => ({ id, attemptId, metric, axis }));
}
