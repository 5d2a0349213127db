import { and, desc, eq, inArray, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { Foldable } from "../../../server/contracts/alerts/fold.ts";
import type { Db } from "../../client.ts";
import { alertMutes, alerts, experiments, runs } from "../../schema/index.ts";

export type AlertRecord = typeof alerts.$inferSelect;
export type MuteRecord = typeof alertMutes.$inferSelect;

/** Stores an alert unless its cause has one; its number, or null where it had. */
export function insertAlert(db: Db, alert: Omit<typeof alerts.$inferInsert, "id">): number | null {
  const made = db
    .insert(alerts)
    .values(alert)
    .onConflictDoNothing({ target: alerts.cause })
    .returning({ id: alerts.id })
    .get();
  return (made as { id: number } | undefined)?.id ?? null;
}

export function hasAlert(db: Db, cause: string): boolean {
  return db.select({ id: alerts.id }).from(alerts).where(eq(alerts.cause, cause)).get() !== undefined;
}

/** When a kind of alert fired last of a run; null where it never did. */
export function selectLastOfKind(db: Db, runId: string, kind: AlertRecord["kind"]): number | null {
  const row = db
    .select({ at: sql<number | null>`max(${alerts.at})` })
    .from(alerts)
    .where(and(eq(alerts.runId, runId), eq(alerts.kind, kind)))
    .get();
  return row?.at ?? null;
}

export interface AlertFilter {
  only: "unread" | "all" | "muted";
  run?: string;
  experiment?: string;
}

function whereOf({ only, run, experiment }: AlertFilter): SQL | undefined {
  return and(
    only === "unread" ? and(isNull(alerts.readAt), eq(alerts.muted, false)) : undefined,
    only === "muted" ? eq(alerts.muted, true) : undefined,
    run === undefined ? undefined : eq(alerts.runId, run),
    experiment === undefined ? undefined : eq(runs.experimentId, experiment),
  );
}

/** Alerts with what they are of, newest first. */
export function selectAlerts(
  db: Db,
  filter: AlertFilter & { before?: number; ids?: number[] },
  limit: number,
) {
  const found = db
    .select({ alert: alerts, run: runs, experiment: experiments.title })
    .from(alerts)
    .leftJoin(runs, eq(runs.id, alerts.runId))
    .leftJoin(experiments, eq(experiments.id, runs.experimentId))
    .where(
      and(
        whereOf(filter),
        filter.before === undefined ? undefined : lt(alerts.id, filter.before),
        filter.ids === undefined ? undefined : inArray(alerts.id, filter.ids),
      ),
    )
    .orderBy(desc(alerts.id))
    .limit(limit)
    .all();
  const ids = new Set(found.flatMap(({ run }) => run?.experimentId ?? []));
  const runsOf = runsPerExperiment(db, [...ids]);
  return found.map((row) => ({ ...row, runs: runsOf.get(row.run?.experimentId ?? "") ?? 0 }));
}

/** How many runs experiments have: each is counted once, however many alerts are of it. */
function runsPerExperiment(db: Db, ids: readonly string[]): Map<string, number> {
  const rows = db.values<[string, number]>(
    sql`select experiment_id, count(*) from runs where experiment_id in (select value from json_each(${JSON.stringify(ids)})) group by experiment_id`,
  );
  return new Map(rows);
}

/** What of alerts decides how they are folded, newest first. */
export function selectFoldables(db: Db, filter: AlertFilter): Foldable[] {
  return db
    .select({
      id: alerts.id,
      kind: alerts.kind,
      muted: alerts.muted,
      readAt: alerts.readAt,
      runId: alerts.runId,
      experimentId: runs.experimentId,
    })
    .from(alerts)
    .leftJoin(runs, eq(runs.id, alerts.runId))
    .where(whereOf(filter))
    .orderBy(desc(alerts.id))
    .all()
    .map(({ runId, experimentId, ...row }) => ({
      ...row,
      run: runId === null ? null : { id: runId },
      experiment: experimentId === null ? null : { id: experimentId },
    }));
}

export function countAlerts(db: Db, filter: AlertFilter): number {
  const row = db
    .select({ n: sql<number>`count(*)` })
    .from(alerts)
    .leftJoin(runs, eq(runs.id, alerts.runId))
    .where(whereOf(filter))
    .get();
  return row?.n ?? 0;
}

/** How many alerts nobody has read; found by an index of these alone. */
export function countUnread(db: Db): number {
  const row = db
    .select({ n: sql<number>`count(*)` })
    .from(alerts)
    .where(sql`${alerts.readAt} is null and not ${alerts.muted}`)
    .get();
  return row?.n ?? 0;
}

/** Marks alerts read, or not; which of them were otherwise. */
export function updateRead(
  db: Db,
  { ids, upTo, readAt }: { ids?: number[]; upTo?: number; readAt: number | null },
): number[] {
  return db
    .update(alerts)
    .set({ readAt })
    .where(
      and(
        readAt === null ? sql`${alerts.readAt} is not null` : isNull(alerts.readAt),
        ids === undefined ? undefined : inArray(alerts.id, ids),
        upTo === undefined ? undefined : sql`${alerts.id} <= ${upTo}`,
      ),
    )
    .returning({ id: alerts.id })
    .all()
    .map(({ id }) => id);
}

/** How often each rule fired, by what it is known by. */
export function countByRule(db: Db): Map<string, number> {
  const rows = db
    .select({ rule: alerts.rule, n: sql<number>`count(*)` })
    .from(alerts)
    .groupBy(alerts.rule)
    .all();
  return new Map(rows.map(({ rule, n }) => [rule, n]));
}

export function selectMutes(db: Db, now: number): MuteRecord[] {
  return db
    .select()
    .from(alertMutes)
    .where(sql`${alertMutes.until} is null or ${alertMutes.until} > ${now}`)
    .orderBy(desc(alertMutes.at))
    .all();
}

export function upsertMute(db: Db, mute: Omit<typeof alertMutes.$inferInsert, "id">): number {
  return db
    .insert(alertMutes)
    .values(mute)
    .onConflictDoUpdate({ target: [alertMutes.kind, alertMutes.subject], set: mute })
    .returning({ id: alertMutes.id })
    .get().id;
}

export function deleteMute(db: Db, id: number): boolean {
  return db.delete(alertMutes).where(eq(alertMutes.id, id)).run().changes > 0;
}
