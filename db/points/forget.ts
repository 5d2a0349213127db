import type { Db } from "../client.ts";

/** Segs and the bytes of chunks are left to housekeeping, for a run may hold gigabytes. */
const SERIES = "select id from series where attempt_id in (select value from json_each(?))";
const OF_ATTEMPTS = "attempt_id in (select value from json_each(?))";

const REMOVALS = [
  `insert into dead_chunks (id) select id from chunks where series_id in (${SERIES})`,
  `delete from chunks where series_id in (${SERIES})`,
  `delete from series where ${OF_ATTEMPTS}`,
  `delete from point_sources where ${OF_ATTEMPTS}`,
  `delete from sealed_attempts where ${OF_ATTEMPTS}`,
];

/** Removes every row of attempts but the bytes of their chunks, in the running transaction. */
export function forgetAttempts(db: Db, attemptIds: readonly string[]): void {
  const ids = JSON.stringify(attemptIds);
  for (const statement of REMOVALS) db.$client.prepare(statement).run(ids);
}
