import { eq, inArray, sql, type SQL } from "drizzle-orm";
import type { AnnotatedKind } from "../../server/contracts/housekeeping/annotations.ts";
import type { Db } from "../client.ts";
import { benchmarks, experiments, annotations, runs } from "../schema/index.ts";

export type AnnotationsRecord = typeof annotations.$inferSelect;

/** How lists treat what is archived: leave it out, show it alone, or pay no heed. */
export type Archived = "hidden" | "only" | "any";

export function selectAnnotations(db: Db, ids: readonly string[]): Map<string, AnnotationsRecord> {
  if (ids.length === 0) return new Map();
  const rows = db
    .select()
    .from(annotations)
    .where(sql`${annotations.subjectId} in (select value from json_each(${JSON.stringify(ids)}))`)
    .all();
  return new Map(rows.map((row) => [row.subjectId, row]));
}

/** Stores what is noted of a thing now, with a revision of its own. Without `held`, what was stored of it stays. */
export function upsertAnnotations(
  db: Db,
  row: Omit<AnnotationsRecord, "revision" | "held"> & Partial<Pick<AnnotationsRecord, "held">>,
): void {
  const revision = sql<number>`(select coalesce(max(k.revision), 0) + 1 from keepings k)`;
  const kept = { ...row, revision };
  db.insert(annotations).values(kept).onConflictDoUpdate({ target: annotations.subjectId, set: kept }).run();
}

/** Things whose time has come. */
export function selectDue(db: Db, now: number): Pick<AnnotationsRecord, "subjectId" | "kind" | "held">[] {
  return db
    .select({ subjectId: annotations.subjectId, kind: annotations.kind, held: annotations.held })
    .from(annotations)
    .where(sql`${annotations.purgeAt} <= ${now}`)
    .all();
}

/** A condition on runs, which are archived with their experiment too; nothing where it does not matter. */
export function archivedSql(archived: Archived, ...owners: SQL[]): SQL | null {
  if (archived === "any") return null;
  // The list is read once; asked of each run it would be looked up as often as there are runs.
  const held = owners.map((owner) => sql`${owner} in (select k.subject_id from keepings k where k.archived)`);
  return archived === "only" ? sql`(${sql.join(held, sql` or `)})` : sql`not (${sql.join(held, sql` or `)})`;
}

/** Every tag of runs with how many carry it, most used first. */
export function selectRunTags(db: Db): { tag: string; n: number }[] {
  return db.all<{ tag: string; n: number }>(sql`
    select t.value as tag, count(*) as n from keepings k, json_each(k.tags) t where k.kind = 'run' group by t.value order by n desc, t.value`);
}

/** Names of things by id, of one kind. */
export function selectNames(db: Db, kind: AnnotatedKind, ids: readonly string[]): Map<string, string> {
  const wanted = [...ids];
  const rows =
    kind === "run"
      ? db.select({ id: runs.id, name: runs.name }).from(runs).where(inArray(runs.id, wanted)).all()
      : kind === "experiment"
        ? db
            .select({ id: experiments.id, name: experiments.title })
            .from(experiments)
            .where(inArray(experiments.id, wanted))
            .all()
        : db
            .select({ id: benchmarks.id, name: benchmarks.name })
            .from(benchmarks)
            .where(inArray(benchmarks.id, wanted))
            .all();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function updateName(db: Db, kind: AnnotatedKind, id: string, name: string): void {
  if (kind === "run") db.update(runs).set({ name }).where(eq(runs.id, id)).run();
  else if (kind === "experiment")
    db.update(experiments).set({ title: name }).where(eq(experiments.id, id)).run();
  else db.update(benchmarks).set({ name }).where(eq(benchmarks.id, id)).run();
}
