import { afterAll, expect, test, vi } from "vitest";
import { inTransaction, type Db } from "../client.ts";
import { openSnapshot } from "../read-snapshot.ts";
import { pointStore } from "./open-point-store.ts";
import { WAITING_POINTS } from "./sizes.ts";
import { batchOf, range, rowsOf, TestFiles, type Point } from "./testing.ts";

const files = new TestFiles();
afterAll(() => files.remove());

const EVERYTHING = { from: null, to: null };
const line = (from: number, to: number): Point[] =>
  range(from, to).map((x) => ({ x, value: x / 3, at: 1000 + x }));
const count = (db: Db, table: string) =>
  db.$client.prepare(`select count(*) from ${table}`).pluck().get() as number;

/** Appends points of some metrics, so many at a time. */
function send(db: Db, metrics: readonly string[], points: readonly Point[], atOnce = points.length): void {
  for (let from = 0; from < points.length; from += atOnce)
    for (const metric of metrics)
      pointStore(db).append([batchOf(points.slice(from, from + atOnce), { metric })]);
}

function pointsOf(db: Db, metric: string): Point[] {
  const [series] = pointStore(db).series(["att_1"], [metric]);
  return rowsOf(pointStore(db).read(series.id, EVERYTHING));
}

test("what a series was sent in many bodies comes into one seg when it is read, and others go on waiting", () => {
  const { db } = files.fresh();
  send(db, ["loss", "reward"], line(0, 100), 1);
  expect([count(db, "point_journal"), count(db, "segs")]).toEqual([200, 0]);
  const loss = db.$client.prepare("select id from series where metric = 'loss'").pluck().get() as number;
  expect(rowsOf(pointStore(db).read(loss, EVERYTHING))).toEqual(line(0, 100));
  expect(count(db, "segs")).toBe(1);
  // The first entry was of the series that was read.
  expect(count(db, "point_journal")).toBe(199);
  expect(pointsOf(db, "reward")).toEqual(line(0, 100));
  expect([count(db, "point_journal"), count(db, "segs")]).toEqual([0, 2]);
});

test("a process that opens the file has all points, whichever had come into segs before the other died", () => {
  const { db, path } = files.fresh();
  send(db, ["loss", "reward"], line(0, 50), 5);
  expect(pointsOf(db, "loss")).toEqual(line(0, 50));
  send(db, ["loss", "reward"], line(50, 80), 5);
  const again = files.connect(path);
  expect(pointsOf(again, "loss")).toEqual(line(0, 80));
  expect(pointsOf(again, "reward")).toEqual(line(0, 80));
  expect(count(again, "point_journal")).toBe(0);
  // The other one is not dead, and finds that somebody else has written.
  send(db, ["loss"], line(80, 90));
  expect(pointsOf(db, "loss")).toEqual(line(0, 90));
});

test("points of an attempt that is forgotten go, and those that wait for another stay", () => {
  const { db } = files.fresh();
  send(db, ["loss"], line(0, 10));
  pointStore(db).append([batchOf(line(0, 20), { attemptId: "att_2" })]);
  pointStore(db).forget(["att_1"]);
  const [series, ...others] = pointStore(db).series(["att_1", "att_2"], null);
  expect([series.attemptId, series.n, others]).toEqual(["att_2", 20, []]);
});

test("an attempt that is asked for twice is brought up to date once", () => {
  const { db } = files.fresh();
  send(db, ["loss"], line(0, 10));
  expect(pointStore(db).series(["att_1", "att_1"], null)).toMatchObject([{ n: 10 }, { n: 10 }]);
  expect(count(db, "segs")).toBe(1);
});

test("no more points wait than may, and those that have waited longest come into segs first", () => {
  const { db } = files.fresh();
  const third = Math.ceil(WAITING_POINTS / 3);
  send(db, ["a", "b", "c"], line(0, third));
  const settled = () =>
    db.$client.prepare("select metric from series where settled > 0 order by metric").pluck().all();
  expect(settled()).toEqual(["a"]);
  send(db, ["d"], line(0, third));
  expect(settled()).toEqual(["a", "b"]);
  expect(count(db, "point_journal")).toBe(2);
});

test("an entry whose bytes are damaged is told and kept, and all others are read", () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const { db, path } = files.fresh();
  send(db, ["loss"], line(0, 30), 10);
  db.$client.exec("update point_journal set data = zeroblob(length(data)) where id = 2");
  files.close(db);
  const again = files.connect(path);
  expect(pointsOf(again, "loss")).toEqual([...line(0, 10), ...line(20, 30)]);
  expect(told.mock.calls).toEqual([[expect.stringContaining("entry 2"), expect.any(Error)]]);
  expect(again.$client.prepare("select id, aside from point_journal").all()).toEqual([{ id: 2, aside: 1 }]);
  while (pointStore(again).housekeep(0));
  expect(count(again, "point_journal")).toBe(1);
  told.mockRestore();
});

test("on a full disk what is in segs is read, and what waits is there again once there is room", () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const { db } = files.fresh();
  send(db, ["loss"], line(0, 10));
  expect(pointsOf(db, "loss")).toEqual(line(0, 10));
  const noise = line(10, 4000).map((point) => ({ ...point, value: Math.sin(point.x) }));
  send(db, ["loss"], noise);
  const pages = db.$client.pragma("page_count", { simple: true }) as number;
  db.$client.pragma(`max_page_count = ${pages}`);
  expect(pointsOf(db, "loss")).toEqual(line(0, 10));
  expect(told).toHaveBeenCalled();
  db.$client.pragma("max_page_count = 1000000");
  expect(pointsOf(db, "loss")).toEqual([...line(0, 10), ...noise]);
  told.mockRestore();
});

test("a snapshot, which cannot write, reads what was in segs when it was taken", () => {
  const { db, path } = files.fresh();
  send(db, ["loss"], line(0, 10));
  pointStore(db).settle();
  send(db, ["loss"], line(10, 20));
  const snapshot = openSnapshot(path);
  send(db, ["loss"], line(20, 30));
  expect(pointsOf(snapshot.db, "loss")).toEqual(line(0, 10));
  snapshot.close();
  expect(pointsOf(db, "loss")).toEqual(line(0, 30));
});

test("a transaction that is undone takes nothing with it that waited before", () => {
  const { db } = files.fresh();
  send(db, ["loss"], line(0, 10));
  const undone = () =>
    inTransaction(db, () => {
      send(db, ["loss"], line(10, 20));
      expect(pointsOf(db, "loss")).toHaveLength(20);
      throw new Error("undone");
    });
  expect(undone).toThrow("undone");
  expect(pointsOf(db, "loss")).toEqual(line(0, 10));
});

test("at rest nothing is left in the journal, also where another process left it", () => {
  const { db, path } = files.fresh();
  send(db, ["loss"], line(0, 10));
  files.close(db);
  const again = files.connect(path);
  while (pointStore(again).housekeep(0));
  expect(count(again, "point_journal")).toBe(0);
  expect(count(again, "chunks") + count(again, "segs")).toBe(1);
});
