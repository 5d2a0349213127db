import { afterAll, expect, test, vi } from "vitest";
import type { Db } from "../client.ts";
import { type Connected, inTransaction } from "../connection.ts";
import { DamagedPoints } from "./damaged-points.ts";
import { openSnapshot } from "../read-snapshot.ts";
import { pointStore } from "./open-point-store.ts";
import { MANY_POINTS, WAITING_ENTRIES, WAITING_POINTS } from "./sizes.ts";
import { batchOf, columnOf, type Point, range, rowsOf, TestFiles } from "./testing.ts";

const files = new TestFiles();
afterAll(() => files.remove());

/** So few at once wait. */
const FEW = MANY_POINTS - 1;
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

function pointsOf(db: Connected, metric: string): Point[] {
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
  // Too many by several appends: each of them gives it up after some ms, on a machine that does something else meanwhile.
  const third = Math.ceil(WAITING_POINTS / 3) + 3 * FEW;
  const points = line(0, third);
  for (const metric of ["a", "b", "c"]) send(db, [metric], points, FEW);
  const settled = () =>
    db.$client.prepare("select metric from series where settled > 0 order by metric").pluck().all();
  expect(settled()).toEqual(["a"]);
  send(db, ["d"], points, FEW);
  expect(settled()).toEqual(["a", "b"]);
  expect(count(db, "point_journal")).toBe(2 * Math.ceil(third / FEW));
});

test("an entry whose bytes are damaged is told and kept, its series say so, and all others are read", () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const { db, path } = files.fresh();
  send(db, ["loss", "reward"], line(0, 30), 15);
  db.$client.exec("update point_journal set data = zeroblob(length(data)) where id = 2");
  files.close(db);
  const again = files.connect(path);
  expect(pointsOf(again, "loss")).toEqual(line(0, 30));
  expect(() => pointsOf(again, "reward")).toThrow(DamagedPoints);
  expect(() => pointStore(again).seal("att_1")).toThrow("entry 2 of the journal");
  expect(told.mock.calls).toEqual([[expect.stringContaining("entry 2"), expect.any(Error)]]);
  expect(again.$client.prepare("select id, aside from point_journal").all()).toEqual([{ id: 2, aside: 1 }]);
  expect(count(again, "point_journal")).toBe(1);
  files.close(again);
  const third = files.connect(path);
  expect(() => pointsOf(third, "reward")).toThrow(DamagedPoints);
  expect(told).toHaveBeenCalledTimes(1);
  told.mockRestore();
});

test("on a full disk what is in segs is read, and what waits is there again once there is room", () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const { db } = files.fresh();
  send(db, ["loss"], line(0, 10));
  expect(pointsOf(db, "loss")).toEqual(line(0, 10));
  const noise = line(10, 4000).map((point) => ({ ...point, value: Math.sin(point.x) }));
  send(db, ["loss"], noise, FEW);
  expect(pointStore(db).lacks()).toBe(false);
  const pages = db.$client.pragma("page_count", { simple: true }) as number;
  db.$client.pragma(`max_page_count = ${pages}`);
  expect(pointsOf(db, "loss")).toEqual(line(0, 10));
  expect(pointStore(db).settle(null)).toBe(false);
  expect(told).toHaveBeenCalledTimes(1);
  expect(pointStore(db).lacks()).toBe(true);
  db.$client.pragma("max_page_count = 1000000");
  send(db, ["other"], line(0, 1));
  expect(pointStore(db).lacks()).toBe(false);
  expect(pointsOf(db, "loss")).toEqual([...line(0, 10), ...noise]);
  told.mockRestore();
});

test("a snapshot, which cannot write, reads what was in segs when it was taken", () => {
  const { db, path } = files.fresh();
  send(db, ["loss"], line(0, 10));
  pointStore(db).settle(null);
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

test("a value that came later at the same x stands behind the first after a restart too, and neither is counted twice", () => {
  const { db, path } = files.fresh();
  const at = (x: number, value: number): Point => ({ x, value, at: 1000 });
  pointStore(db).append([
    batchOf([at(1, 1)], { metric: "loss" }),
    batchOf([at(1, 1)], { metric: "kept waiting" }),
  ]);
  const read = (from: Db) => rowsOf(pointStore(from).rows(1, EVERYTHING));
  expect(read(db)).toEqual([at(1, 1)]);
  send(db, ["loss"], [at(1, 2)]);
  expect(read(db)).toEqual([at(1, 1), at(1, 2)]);
  // The other series holds both.
  expect(count(db, "point_journal")).toBe(2);
  const segs = count(db, "segs");
  files.close(db);
  const again = files.connect(path);
  expect(read(again)).toEqual([at(1, 1), at(1, 2)]);
  expect(count(again, "segs")).toBe(segs);
});

test("an append that fails in the middle, caught by who commits, leaves nothing and takes no number", () => {
  const { db } = files.fresh();
  const broken = batchOf([{ x: 1, value: 1, at: 1 }], { metric: "loss", firstSeq: 1 });
  db.$client.exec(
    `create temp trigger stop before insert on main.series when new.metric = 'bad' begin select raise(abort, 'stop'); end`,
  );
  inTransaction(db, () => {
    const both = [broken, batchOf(line(0, 3), { metric: "bad", firstSeq: 2 })];
    expect(() => pointStore(db).append(both)).toThrow("stop");
  });
  expect(pointStore(db).reached("att_1", "trainer")).toBe(0);
  expect(pointStore(db).append([broken])).toMatchObject([{ kind: "stored", ackSeq: 1, points: 1 }]);
});

test("a settle that fails in the middle, caught by who commits, does not stand in the way of the next", () => {
  const { db } = files.fresh();
  send(db, ["a", "b", "c"], line(0, 10));
  db.$client.exec(
    `create temp trigger stop before insert on main.segs when new.series_id = 2 begin select raise(abort, 'stop'); end`,
  );
  inTransaction(db, () => {
    expect(() => pointStore(db).settle(null)).toThrow("stop");
  });
  expect(count(db, "segs")).toBe(0);
  db.$client.exec("drop trigger temp.stop");
  for (const metric of ["a", "b", "c"]) expect(pointsOf(db, metric)).toEqual(line(0, 10));
});

test("a read in a transaction on a full disk ends it, so that nothing goes on without what was undone", () => {
  const { db } = files.fresh();
  const noise = line(0, 4000).map((point) => ({ ...point, value: Math.sin(point.x) }));
  send(db, ["loss"], noise, FEW);
  db.$client.pragma(`max_page_count = ${db.$client.pragma("page_count", { simple: true }) as number}`);
  const name = db.$client.prepare("select name from projects").pluck();
  const work = () =>
    inTransaction(db, () => {
      db.$client.exec("update projects set name = 'first'");
      pointStore(db).series(["att_1"], null);
      db.$client.exec("update projects set name = 'second'");
    });
  expect(work).toThrow("full");
  expect(name.get()).toBe("p");
});

test("making late points count exactly, in a transaction on a full disk, ends it as well", () => {
  const { db } = files.fresh();
  send(db, ["loss"], line(0, 100));
  pointStore(db).settle(null);
  send(db, ["loss"], line(0, 10));
  expect(pointsOf(db, "loss")).toHaveLength(100);
  db.$client.pragma(`max_page_count = ${db.$client.pragma("page_count", { simple: true }) as number}`);
  // A row is written in its place, so something else has to ask for room.
  db.$client.exec(
    `create temp trigger fill before update on main.series begin
     insert into point_journal (id, spans, data, aside) values (1e9, x'00', zeroblob(500000), 1); end`,
  );
  const work = () =>
    inTransaction(db, () => {
      pointStore(db).settle(null);
      db.$client.exec("update projects set name = 'second'");
    });
  expect(work).toThrow("full");
  expect(db.$client.prepare("select name from projects").pluck().get()).toBe("p");
});

test("many small entries do not wait for long, and one series that is never read does not hold the rest", () => {
  const { db } = files.fresh();
  send(db, ["never read"], line(0, 1));
  for (const point of line(0, WAITING_ENTRIES + 10)) send(db, ["loss"], [point]);
  expect(count(db, "point_journal")).toBeLessThanOrEqual(WAITING_ENTRIES);
});

test("an entry whose two halves do not fit together is set aside", () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const { db, path } = files.fresh();
  send(db, ["loss"], line(0, 3));
  send(db, ["loss"], line(3, 9));
  db.$client.exec(
    "update point_journal set data = (select data from point_journal where id = 2) where id = 1",
  );
  files.close(db);
  const again = files.connect(path);
  expect(() => pointsOf(again, "loss")).toThrow("entry 1 of the journal");
  told.mockRestore();
});

test("what waits outlives that idle series are forgotten", () => {
  const { db } = files.fresh();
  send(db, ["waits"], line(0, 2));
  for (let k = 0; k < 30; k++)
    pointStore(db).append(
      range(k * 1000, (k + 1) * 1000).map((i) => ({
        attemptId: "att_2",
        source: `s${i}`,
        firstSeq: 1,
        columns: [columnOf(line(i, i + 1), "loss")],
      })),
    );
  expect(pointsOf(db, "waits")).toEqual(line(0, 2));
  expect(pointStore(db).series(["att_2"], null)).toMatchObject([{ n: 30_000 }]);
});
