import { and, asc, count, desc, eq, inArray, lte, sql } from "drizzle-orm";
import type { MediaKind } from "../../../server/contracts/external/media.ts";
import type { Db } from "../../client.ts";
import { externalFiles, runMedia } from "../../schema/index.ts";

type MediumRecord = typeof runMedia.$inferSelect;

const UPSERT = `insert into run_media (run_id, key, kind, step, place, mark, at, path, caption, data)
  values (@runId, @key, @kind, @step, @place, @mark, @at, @path, @caption, @data)
  on conflict (run_id, kind, key, step, place, mark) do update
  set caption = excluded.caption, path = excluded.path, data = excluded.data`;

/** What stores a medium, or what is said anew of one that is there: prepared once for all of a message. */
export function mediumWriter(db: Db): (medium: Omit<MediumRecord, "id">) => void {
  const statement = db.$client.prepare(UPSERT);
  return (medium) => void statement.run(medium);
}

export const countMedia = (db: Db, runId: string): number =>
  db.select({ n: count() }).from(runMedia).where(eq(runMedia.runId, runId)).get()?.n ?? 0;

/** How many keys of media a run has. */
export const countMediaKeys = (db: Db, runId: string): number =>
  db
    .select({ n: sql<number>`count(distinct ${runMedia.kind} || ' ' || ${runMedia.key})` })
    .from(runMedia)
    .where(eq(runMedia.runId, runId))
    .get()?.n ?? 0;

export function selectMediaKeys(db: Db, runId: string, most: number) {
  return db
    .select({
      kind: runMedia.kind,
      key: runMedia.key,
      n: count(),
      first: sql<number>`min(${runMedia.step})`,
      last: sql<number>`max(${runMedia.step})`,
    })
    .from(runMedia)
    .where(eq(runMedia.runId, runId))
    .groupBy(runMedia.kind, runMedia.key)
    .orderBy(asc(runMedia.key), asc(runMedia.kind))
    .limit(most)
    .all();
}

/** The steps at which a run logged media, ascending. */
export const selectMediaSteps = (db: Db, runId: string): number[] =>
  db
    .selectDistinct({ step: runMedia.step })
    .from(runMedia)
    .where(eq(runMedia.runId, runId))
    .orderBy(asc(runMedia.step))
    .all()
    .map(({ step }) => step);

interface Of {
  runId: string;
  kind: MediaKind;
  key: string;
}

const of = ({ runId, kind, key }: Of) =>
  and(eq(runMedia.runId, runId), eq(runMedia.kind, kind), eq(runMedia.key, key));

/** The last step of a key at or before another; its first one where it has none there. Null where there is none at all. */
export function selectStepOfMedia(db: Db, what: Of, step: number): number | null {
  const last = db
    .select({ step: runMedia.step })
    .from(runMedia)
    .where(and(of(what), lte(runMedia.step, step)))
    .orderBy(desc(runMedia.step))
    .limit(1)
    .get();
  const first = () =>
    db
      .select({ step: runMedia.step })
      .from(runMedia)
      .where(of(what))
      .orderBy(asc(runMedia.step))
      .limit(1)
      .get();
  return (last ?? first())?.step ?? null;
}

const file = {
  id: externalFiles.id,
  bytes: externalFiles.bytes,
  kept: sql<number>`${externalFiles.data} is not null`,
};

/** The media of a key at a step, in the order in which they were logged, each with its file as far as that came. */
export function selectMediaAt(db: Db, what: Of, step: number, most: number) {
  return db
    .select({ medium: runMedia, file })
    .from(runMedia)
    .leftJoin(
      externalFiles,
      and(eq(externalFiles.runId, runMedia.runId), eq(externalFiles.path, runMedia.path)),
    )
    .where(and(of(what), eq(runMedia.step, step)))
    .orderBy(asc(runMedia.id))
    .limit(most)
    .all();
}

/** A medium with its file, by its id. */
export function selectMedium(db: Db, id: number) {
  return db
    .select({ medium: runMedia, file })
    .from(runMedia)
    .leftJoin(
      externalFiles,
      and(eq(externalFiles.runId, runMedia.runId), eq(externalFiles.path, runMedia.path)),
    )
    .where(eq(runMedia.id, id))
    .get();
}

/** Files of the increments of a table up to a step, in their order. */
export function selectIncrements(db: Db, { runId, key, step }: { runId: string; key: string; step: number }) {
  return db
    .select({ file })
    .from(runMedia)
    .innerJoin(
      externalFiles,
      and(eq(externalFiles.runId, runMedia.runId), eq(externalFiles.path, runMedia.path)),
    )
    .where(and(of({ runId, kind: "increment", key }), lte(runMedia.step, step)))
    .orderBy(asc(runMedia.step), asc(runMedia.id))
    .all()
    .map(({ file: one }) => one);
}

/** Ids and steps of the histograms of a key, ascending. */
export function selectHistogramSteps(db: Db, runId: string, key: string): { id: number; step: number }[] {
  return db
    .select({ id: runMedia.id, step: runMedia.step })
    .from(runMedia)
    .where(of({ runId, kind: "histogram", key }))
    .orderBy(asc(runMedia.step), asc(runMedia.id))
    .all();
}

export function selectHistograms(
  db: Db,
  ids: readonly number[],
): { id: number; step: number; data: Buffer }[] {
  return db
    .select({ id: runMedia.id, step: runMedia.step, data: runMedia.data })
    .from(runMedia)
    .where(inArray(runMedia.id, [...ids]))
    .orderBy(asc(runMedia.step), asc(runMedia.id))
    .all()
    .flatMap(({ id, step, data }) => (data === null ? [] : [{ id, step, data }]));
}
