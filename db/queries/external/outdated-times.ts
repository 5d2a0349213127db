import { eq, inArray, lt } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { attempts, externalSessions, runs } from "../../schema/index.ts";

/** The rules by which start and end of an attempt from outside are told from its rows. */
export const TIMES_VERSION = 1;

/** Some attempts, with their runs, whose start and end were told by older rules. */
export const selectOutdatedTimes = (db: Db, limit: number) =>
  db
    .select({ run: runs, attempt: attempts, lagMs: externalSessions.lagMs })
    .from(externalSessions)
    .innerJoin(attempts, eq(attempts.id, externalSessions.attemptId))
    .innerJoin(runs, eq(runs.id, attempts.runId))
    .where(lt(externalSessions.timesVersion, TIMES_VERSION))
    .limit(limit)
    .all();

/** How far rows of attempts came behind their own time, and when the end on record was told, by attempt. */
export function selectArrivals(db: Db, attemptIds: readonly string[]) {
  const { attemptId, lagMs, endToldAt } = externalSessions;
  const rows = db
    .select({ attemptId, lagMs, endToldAt })
    .from(externalSessions)
    .where(inArray(attemptId, [...attemptIds]))
    .all();
  return new Map(rows.map(({ attemptId: id, ...session }) => [id, session]));
}
