import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { ofConnection } from "../prepared.ts";
import { dismissals, experiments, runs } from "../schema/index.ts";

export type DismissalRecord = typeof dismissals.$inferSelect;
type Key = Pick<DismissalRecord, "runId" | "rule" | "metric">;

/** Another reason takes the place of the one before. */
export function upsertDismissal(db: Db, dismissal: DismissalRecord): void {
  const { reason, by, at } = dismissal;
  db.insert(dismissals)
    .values(dismissal)
    .onConflictDoUpdate({
      target: [dismissals.runId, dismissals.rule, dismissals.metric],
      set: { reason, by, at },
    })
    .run();
}

export function deleteDismissal(db: Db, { runId, rule, metric }: Key): void {
  const isIt = and(eq(dismissals.runId, runId), eq(dismissals.rule, rule), eq(dismissals.metric, metric));
  db.delete(dismissals).where(isIt).run();
}

/** What was dismissed, the latest first, with the run that it is of; `projectId` null: of every project. */
export function selectDismissed(db: Db, projectId: string | null, limit: number) {
  return db
    .select({ dismissal: dismissals, run: runs.name, experiment: experiments.title })
    .from(dismissals)
    .innerJoin(runs, eq(runs.id, dismissals.runId))
    .innerJoin(experiments, eq(experiments.id, runs.experimentId))
    .where(projectId === null ? undefined : eq(runs.projectId, projectId))
    .orderBy(desc(dismissals.at), desc(dismissals.runId))
    .limit(limit)
    .all();
}

const ofAttempts = ofConnection(({ $client }) =>
  $client.prepare(
    `select a.id as attemptId, d.rule, d.metric, d.reason, d.by, d.at
     from json_each(?) asked join attempts a on a.id = asked.value join dismissals d on d.run_id = a.run_id`,
  ),
);

/** What was dismissed of the runs of these attempts, by attempt. */
export function selectDismissals(
  db: Db,
  attemptIds: readonly string[],
): Map<string, Omit<DismissalRecord, "runId">[]> {
  const rows = ofAttempts(db).all(JSON.stringify(attemptIds)) as (Omit<DismissalRecord, "runId"> & {
    attemptId: string;
  })[];
  return Map.groupBy(rows, ({ attemptId }) => attemptId);
}
