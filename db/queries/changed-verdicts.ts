import { and, eq, isNull, ne } from "drizzle-orm";
import type { ChangedVerdict } from "../../server/contracts/changed-verdicts.ts";
import type { Db } from "../client.ts";
import { changedVerdicts, summaryCache } from "../schema/index.ts";

export type ChangedVerdictsRecord = typeof changedVerdicts.$inferSelect;

/** What other code than `code` answered of an experiment when it was last worked out. */
export const selectFormerAnswer = (db: Db, experimentId: string, code: string) =>
  db
    .select()
    .from(summaryCache)
    .where(and(eq(summaryCache.experimentId, experimentId), ne(summaryCache.code, code)))
    .get();

/** Whether an attempt of an experiment ended after a moment. */
export const hasEndedSince = ({ $client }: Db, experimentId: string, since: number): boolean =>
  $client
    .prepare(
      `select 1 from runs r join attempts a on a.run_id = r.id
       where r.experiment_id = ? and a.ended_at > ? limit 1`,
    )
    .get(experimentId, since) !== undefined;

/** Forgets what any code answered of an experiment; it is worked out anew when somebody asks. */
export const deleteKeptAnswer = (db: Db, experimentId: string): void =>
  void db.delete(summaryCache).where(eq(summaryCache.experimentId, experimentId)).run();

/** Those of an experiment that nobody has dismissed. */
export const selectChangedVerdicts = (db: Db, experimentId: string): ChangedVerdictsRecord | undefined =>
  db
    .select()
    .from(changedVerdicts)
    .where(and(eq(changedVerdicts.experimentId, experimentId), isNull(changedVerdicts.dismissedAt)))
    .get();

/** Keeps them in place of those before them. */
export function upsertChangedVerdicts(
  db: Db,
  row: { experimentId: string; changes: ChangedVerdict[]; beforeAt: number; foundAt: number },
): void {
  const { experimentId, ...set } = row;
  db.insert(changedVerdicts)
    .values({ experimentId, ...set, dismissedAt: null })
    .onConflictDoUpdate({ target: changedVerdicts.experimentId, set: { ...set, dismissedAt: null } })
    .run();
}

export function dismissChangedVerdicts(db: Db, experimentId: string, at: number): void {
  db.update(changedVerdicts)
    .set({ dismissedAt: at })
    .where(and(eq(changedVerdicts.experimentId, experimentId), isNull(changedVerdicts.dismissedAt)))
    .run();
}
