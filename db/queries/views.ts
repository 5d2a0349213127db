import { and, asc, count, eq, sql } from "drizzle-orm";
import type { PanelLayout } from "../../server/contracts/charts/panel-layout.ts";
import type { RunState } from "../../server/contracts/run-lifecycle.ts";
import type { Db } from "../client.ts";
import { panelViews } from "../schema/views.ts";

export type ViewRecord = typeof panelViews.$inferSelect;

export function insertView(db: Db, view: ViewRecord): void {
  db.insert(panelViews).values(view).run();
}

export function selectView(db: Db, id: string): ViewRecord | undefined {
  return db.select().from(panelViews).where(eq(panelViews.id, id)).get();
}

export function selectViewByName(db: Db, scope: string, name: string): ViewRecord | undefined {
  return db
    .select()
    .from(panelViews)
    .where(and(eq(panelViews.scope, scope), eq(panelViews.name, name)))
    .get();
}

export function countViews(db: Db, scope: string): number {
  return db.select({ n: count() }).from(panelViews).where(eq(panelViews.scope, scope)).get()?.n ?? 0;
}

/** Views of a page without their layouts, by name. */
export function selectViewHeads(db: Db, scope: string): Omit<ViewRecord, "layout">[] {
  const { id, name, version, createdBy, createdAt, updatedAt } = panelViews;
  return db
    .select({ id, scope: panelViews.scope, name, version, createdBy, createdAt, updatedAt })
    .from(panelViews)
    .where(eq(panelViews.scope, scope))
    .orderBy(asc(name))
    .all();
}

/** Compare and set on the version; false when somebody saved in between. */
export function updateViewLayout(
  db: Db,
  id: string,
  version: number,
  set: { layout: PanelLayout; updatedAt: number },
): boolean {
  return (
    db
      .update(panelViews)
      .set({ ...set, version: version + 1 })
      .where(and(eq(panelViews.id, id), eq(panelViews.version, version)))
      .run().changes === 1
  );
}

export function updateViewName(db: Db, id: string, set: { name: string; updatedAt: number }): void {
  db.update(panelViews).set(set).where(eq(panelViews.id, id)).run();
}

export function deleteViewRow(db: Db, id: string): void {
  db.delete(panelViews).where(eq(panelViews.id, id)).run();
}

/** A run as curves need it. */
export interface CurveRunRow {
  id: string;
  name: string;
  label: string;
  seed: number;
  cell: string;
  experimentId: string;
  experiment: string;
  state: RunState;
  queuedAt: number;
  rewardHash: string;
  /** The last of its attempts, and how many there are. */
  attemptId: string | null;
  attempts: number;
}

/** Runs by their ids, the newest launch first. */
export function selectCurveRuns(db: Db, runIds: readonly string[]): CurveRunRow[] {
  return db.all<CurveRunRow>(sql`
    select r.id, r.name, r.label, r.seed, r.cell, r.experiment_id as experimentId, e.title as experiment, r.state,
      r.queued_at as queuedAt, r.reward_hash as rewardHash,
      (select a.id from attempts a where a.run_id = r.id order by a.n desc limit 1) as attemptId,
      (select count(*) from attempts a where a.run_id = r.id) as attempts
    from runs r join experiments e on e.id = r.experiment_id
    where r.id in (select value from json_each(${JSON.stringify(runIds)}))
    order by r.queued_at desc, r.rowid`);
}

/** Names of the metrics that any attempt of these runs has sent. */
export function selectMetricNames(db: Db, runIds: readonly string[]): string[] {
  return db
    .all<{ metric: string }>(
      sql`
    select distinct s.metric from series s join attempts a on a.id = s.attempt_id
    where a.run_id in (select value from json_each(${JSON.stringify(runIds)}))
    order by s.metric`,
    )
    .map((row) => row.metric);
}
