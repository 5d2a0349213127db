import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { ofConnection } from "../../prepared.ts";
import { externalNames } from "../../schema/index.ts";
import { selectExternalRun, type FoundExternal } from "../external.ts";

export type ExternalName = typeof externalNames.$inferInsert;

const runByName = ofConnection(({ $client }) =>
  $client.prepare("select run_id from external_names where project_id = ? and place = ? and key = ?").pluck(),
);

/** The run that one of those who send to it calls so, though its place or its key is another. */
export function selectExternalRunByName(
  db: Db,
  projectId: string,
  place: string,
  key: string,
): FoundExternal | undefined {
  const named = runByName(db).get(projectId, place, key) as string | undefined;
  return named === undefined ? undefined : selectExternalRun(db, named);
}

/** The same whichever of our projects it is in: the newest such name, of any key where that is null. */
export function selectExternalRunByLink(
  db: Db,
  place: string,
  key: string | null,
): FoundExternal | undefined {
  const isNamed = and(eq(externalNames.place, place), key === null ? undefined : eq(externalNames.key, key));
  const named = db
    .select({ runId: externalNames.runId })
    .from(externalNames)
    .where(isNamed)
    .orderBy(desc(sql`${externalNames}.rowid`))
    .get();
  return named && selectExternalRun(db, named.runId);
}

/** Lets a run be found by one more name; one that another run had is its own from now on. */
export function upsertExternalName(db: Db, name: ExternalName): void {
  const { runId, logger } = name;
  db.insert(externalNames)
    .values(name)
    .onConflictDoUpdate({
      target: [externalNames.projectId, externalNames.place, externalNames.key],
      set: { runId, logger },
    })
    .run();
}

/** The kinds of loggers that have names of their own for a run. */
export const selectLoggersOf = (db: Db, runId: string): (string | null)[] =>
  db
    .select({ logger: externalNames.logger })
    .from(externalNames)
    .where(eq(externalNames.runId, runId))
    .all()
    .map(({ logger }) => logger);
