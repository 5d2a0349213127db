import * as fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import type { Db } from "../client.ts";
import { DamagedPoints } from "./damaged-points.ts";
import { pointStore } from "./open-point-store.ts";
import { batchOf, type Point, range, rowsOf, survivors, TestFiles } from "./testing.ts";

const SIZES = vi.hoisted(() => ({
  CHUNK_POINTS: 8,
  PART_POINTS: 3,
  MOST_SEGMENTS: 4,
  MANY_POINTS: 1000,
  SEGMENTS_AT_ONCE: 3,
  FARTHEST_BACK: 12,
  MERGE_POINTS: 40,
  SLICE_CHUNKS: 2,
  WAITING_POINTS: 24,
  WAITING_SERIES: 2,
  WAITING_ENTRIES: 6,
  SETTLE_MS: 1000,
  ALWAYS_READ: 10,
  MOST_READ: 60,
  CHUNKS_PER_BUCKET: 2,
}));
vi.mock("./sizes.ts", () => SIZES);

const files = new TestFiles();
afterAll(() => files.remove());

const EVERYTHING = { from: null, to: null };
const METRICS = ["loss", "reward", "lr"];
const pointAt = (x: number): Point => ({ x, value: x / 3, at: 1000 + x });
const list = (db: Db, query: string) => db.$client.prepare(query).pluck().all() as number[];

/** Slices until nothing is left to do, with a look after each. A store that never ends is one that fails. */
function settle(db: Db, look = () => {}): void {
  const store = pointStore(db);
  for (let slices = 0; store.housekeep(0); slices++) {
    look();
    if (slices > 2000) throw new Error("housekeeping does not end");
  }
  look();
}

/** Gives the points of all metrics to a new database, so many at a time. */
function filled(points: readonly Point[], atOnce: number, attemptId = "att_1") {
  const file = files.fresh();
  for (let from = 0; from < points.length; from += atOnce)
    for (const metric of METRICS)
      pointStore(file.db).append([batchOf(points.slice(from, from + atOnce), { metric, attemptId })]);
  return file;
}

const somePoints = fc
  .array(fc.integer({ min: 0, max: 150 }), { minLength: 1, maxLength: 200, size: "max" })
  .map((xs) => xs.map(pointAt));
const inRuns = fc.integer({ min: 0, max: 199 }).map((start) => range(start, start + 150).map(pointAt));

test("a store that rests has all points in chunks of their size, longer only to keep one x whole, and nothing to do", () => {
  fc.assert(
    fc.property(fc.oneof(somePoints, inRuns), fc.integer({ min: 1, max: 30 }), (points, atOnce) => {
      const { db, path } = filled(points, atOnce);
      settle(db);
      files.close(db);
      const again = files.connect(path);
      settle(again);
      expect(list(again, "select count(*) from segs")).toEqual([0]);
      expect(list(again, "select id from series where due <> 0 or segs <> 0 or loose <> 0")).toEqual([]);
      for (const id of list(again, "select id from series")) {
        const sizes = list(again, `select n from chunks where series_id = ${id} order by x0`);
        const same = [...Map.groupBy(points, ({ x }) => x).values()];
        const most = Math.max(...same.map((those) => those.length));
        expect(Math.max(0, ...sizes.slice(0, -1))).toBeLessThan(SIZES.CHUNK_POINTS + most);
        expect(rowsOf(pointStore(again).rows(id, EVERYTHING))).toEqual(survivors(points));
      }
      files.close(again);
    }),
    { numRuns: 10, endOnFailure: true },
  );
});

test("of a forgotten attempt nothing stays, and of the others nothing goes", () => {
  const { db } = filled(range(0, 100).map(pointAt), 10);
  pointStore(db).append([batchOf(range(0, 50).map(pointAt), { attemptId: "att_2" })]);
  settle(db);
  pointStore(db).forget(["att_1"]);
  expect(list(db, "select id from dead_chunks").length).toBeGreaterThan(20);
  settle(db);
  const chunks = list(db, "select id from chunks order by id");
  expect(chunks.length).toBeGreaterThan(4);
  expect(list(db, "select id from chunk_data order by id")).toEqual(chunks);
  expect(list(db, "select id from dead_chunks")).toEqual([]);
  expect(pointStore(db).series(["att_1", "att_2"], null)).toMatchObject([{ attemptId: "att_2", n: 50 }]);
});

test("one slice writes few chunks anew, however many there are that points fall on", () => {
  const even = range(0, 400, 2).map(pointAt);
  const { db } = filled(even, 20);
  settle(db);
  const odd = range(1, 400, 10).map(pointAt);
  for (const metric of METRICS) pointStore(db).append([batchOf(odd, { metric })]);
  pointStore(db).closeAttempt("att_1");
  let before = new Set(list(db, "select id from chunks"));
  expect(before.size).toBeGreaterThan(70);
  let most = 0;
  settle(db, () => {
    const after = new Set(list(db, "select id from chunks"));
    most = Math.max(most, [...before].filter((id) => !after.has(id)).length);
    before = after;
  });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(2 * SIZES.SLICE_CHUNKS);
  expect(list(db, "select points from sealed_attempts")).toEqual([3 * 240]);
});

test("a series whose bytes are damaged is reported once, and the others are merged", () => {
  const { db } = filled(range(0, 100).map(pointAt), 2);
  const [first, damaged, last] = list(db, "select id from series order by id");
  const flip = db.$client.prepare("update segs set data = ? where id = ?");
  const [id, data] = db.$client
    .prepare("select max(id), data from segs where series_id = ?")
    .raw()
    .get(damaged) as [number, Buffer];
  data[data.length - 1] ^= 1;
  flip.run(data, id);
  const thrown: unknown[] = [];
  for (let isLeft = true, slices = 0; isLeft && slices < 1000; slices++)
    try {
      isLeft = pointStore(db).housekeep(0);
    } catch (error) {
      thrown.push(error);
    }
  expect(thrown).toEqual([expect.any(DamagedPoints)]);
  expect(thrown).toMatchObject([{ seriesId: damaged }]);
  expect(list(db, "select id from series where due = 2")).toEqual([damaged]);
  for (const whole of [first, last])
    expect(list(db, `select sum(n) from chunks where series_id = ${whole}`)[0]).toBeGreaterThanOrEqual(96);
});

test("an attempt that is reopened takes points again, and ends in the same form as one that had them at once", () => {
  const points = range(0, 50).map(pointAt);
  const { db } = filled(points.slice(0, 21), 20);
  const store = pointStore(db);
  store.seal("att_1");
  store.reopenAttempt("att_1");
  for (const metric of METRICS)
    expect(store.append([batchOf(points.slice(21), { metric })])[0].kind).toBe("stored");
  const { db: whole } = filled(points, 20);
  expect(store.seal("att_1")).toEqual(pointStore(whole).seal("att_1"));
});
