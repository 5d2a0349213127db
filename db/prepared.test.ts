import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { ofConnection, rowBy, rowUpdate, rowUpsert } from "./prepared.ts";
import { externalSessions, externalWriters } from "./schema/index.ts";
import { openTestDb } from "./testing.ts";

/** Rows of no run: what they point at is not looked for. */
function openLoose() {
  const db = openTestDb();
  db.$client.pragma("foreign_keys = off");
  return db;
}

const upsert = rowUpsert(externalWriters, [externalWriters.runId, externalWriters.writer]);

const WRITER: typeof externalWriters.$inferSelect = {
  runId: "run_1",
  writer: "main",
  attemptId: null,
  openedAt: 1,
  lastSeenAt: null,
  endedAt: null,
  standing: null,
  added: [],
};

test("what is made of a connection is made once for each", () => {
  const make = vi.fn((db: object) => ({ db }));
  const of = ofConnection(make);
  const [a, b] = [openTestDb(), openTestDb()];
  expect([of(a).db, of(a).db, of(b).db]).toEqual([a, a, b]);
  expect(make).toHaveBeenCalledTimes(2);
});

test("a row is put in, then in the place of the one with its key, and reads back as drizzle reads it", () => {
  const db = openLoose();
  const rows = () => db.select().from(externalWriters).all();
  upsert(db, WRITER);
  upsert(db, { ...WRITER, writer: "other" });
  const later = {
    ...WRITER,
    attemptId: "att_1",
    lastSeenAt: 5,
    standing: "adds" as const,
    added: ["a", "b"],
  };
  upsert(db, later);
  expect(rows()).toEqual([later, { ...WRITER, writer: "other" }]);
  upsert(db, WRITER);
  expect(rows()[0]).toEqual(WRITER);
  const byWriter = rowBy(externalWriters, externalWriters.writer);
  expect([byWriter(db, "main"), byWriter(db, "nobody")]).toEqual([WRITER, undefined]);
});

test("the columns that are given are changed, null among them, and no others; no column is no change", () => {
  const db = openLoose();
  const row = {
    attemptId: "att_1",
    writer: "main",
    closed: false,
    ranUntil: 7,
    idleMs: 3,
    lagMs: null,
    clock: null,
    endToldAt: null,
    timesVersion: 0,
  };
  db.insert(externalSessions)
    .values([row, { ...row, attemptId: "att_2" }])
    .run();
  const update = rowUpdate(externalSessions, externalSessions.attemptId);
  const read = (id: string) =>
    db.select().from(externalSessions).where(eq(externalSessions.attemptId, id)).get();
  update(db, "att_1", { closed: true, ranUntil: undefined });
  expect(read("att_1")).toEqual({ ...row, closed: true });
  update(db, "att_1", { closed: false, ranUntil: null });
  update(db, "att_1", {});
  update(db, "att_3", { idleMs: 1 });
  expect(read("att_1")).toEqual({ ...row, ranUntil: null });
  expect(read("att_2")).toEqual({ ...row, attemptId: "att_2" });
});

test("lists are written as their column keeps them", () => {
  const db = openLoose();
  upsert(db, WRITER);
  rowUpdate(externalWriters, externalWriters.runId)(db, "run_1", { added: ["loss"], standing: "works" });
  expect(db.select().from(externalWriters).get()).toEqual({ ...WRITER, added: ["loss"], standing: "works" });
});

test("a set of columns is prepared once", () => {
  const db = openLoose();
  const update = rowUpdate(externalSessions, externalSessions.attemptId);
  const prepare = vi.spyOn(db.$client, "prepare");
  for (const idleMs of [1, 2, 3]) update(db, "att_1", { idleMs });
  expect(prepare).toHaveBeenCalledTimes(1);
});
