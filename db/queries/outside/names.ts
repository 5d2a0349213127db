import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { ofConnection } from "../../prepared.ts";
import { outsideNames } from "../../schema/index.ts";
import { selectOutsideRun, type FoundOutside } from "../outside.ts";

export type OutsideName = typeof outsideNames.$inferInsert;

const runByName = ofConnection(({ $client }) =>
  $client.prepare("select run_id from outside_names where project_id = ? and place = ? and key = ?").pluck(),
);

/** The run that one of those who send to it calls so, though its place or its key is another. */
export function selectOutsideRunByName(
  db: Db,
  projectId: string,
  place: string,
  key: string,
): FoundOutside | undefined {
  const named = runByName(db).get(projectId, place, key) as string | undefined;
  return named === undefined ? undefined : selectOutsideRun(db, named);
}

/** The same whichever of our projects it is in: the newest such name, of any key where that is null. */
export function selectOutsideRunByLink(db: Db, place: string, key: string | null): FoundOutside | undefined {
  const isNamed = and(eq(outsideNames.place, place), key === null ? undefined : eq(outsideNames.key, key));
  const named = db
    .select({ runId: outsideNames.runId })
    .from(outsideNames)
    .where(isNamed)
    .orderBy(desc(sql`${outsideNames}.rowid`))
    .get();
  return named && selectOutsideRun(db, named.runId);
}

/** Lets a run be found by one more name; one that another run had is its own from now on. */
export function upsertOutsideName(db: Db, name: OutsideName): void {
  const { runId, logger } = name;
  db.insert(outsideNames)
    .values(name)
    .onConflictDoUpdate({
      target: [outsideNames.projectId, outsideNames.place, outsideNames.key],
      set: { runId, logger },
    })
    .run();
}

/** The kinds of loggers that have names of their own for a run. */
export const selectLoggersOf = (db: Db, runId: string): (string | null)[] =>
  db
    .select({ logger: outsideNames.logger })
    .from(outsideNames)
    .where(eq(outsideNames.runId, runId))
    .all()
    .map(({ logger }) => logger);
