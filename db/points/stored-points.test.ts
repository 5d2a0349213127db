import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { Db } from "../client.ts";
import { inTransaction } from "../connection.ts";
import { DamagedPoints } from "./damaged-points.ts";
import { pointStore } from "./open-point-store.ts";
import { batchOf, type Point, range, rowsOf, survivors, TestFiles } from "./testing.ts";

/** Small sizes that a test may change between writing and reading. */
const sizes = vi.hoisted(() => ({
  CHUNK_POINTS: 64,
  PART_POINTS: 8,
  MOST_SEGMENTS: 4,
  MANY_POINTS: 7,
  SEGMENTS_AT_ONCE: 3,
  FARTHEST_BACK: 12,
  MERGE_POINTS: 256,
  SLICE_CHUNKS: 2,
  WAITING_POINTS: 0,
  WAITING_SERIES: 0,
  WAITING_ENTRIES: 6,
  SETTLE_MS: 1000,
  ALWAYS_READ: 10,
  MOST_READ: 10,
  CHUNKS_PER_BUCKET: 100,
}));
vi.mock("./sizes.ts", () =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      Object.keys(sizes).map((name) => [
        name,
        { enumerable: true, get: () => sizes[name as keyof typeof sizes] },
      ]),
    ),
  ),
);
const asWritten = { ...sizes };
afterEach(() => void Object.assign(sizes, asWritten));

const files = new TestFiles();
afterAll(() => files.remove());

const EVERYTHING = { from: null, to: null };
const BUCKETS = 30;
const line = (n: number, value = (i: number) => i): Point[] =>
  range(0, n).map((i) => ({ x: i, value: value(i), at: 1000 + i }));

/** A database with one series whose points are all in chunks. */
function inChunks(points: readonly Point[]): { db: Db; path: string } {
  const file = files.fresh();
  const store = pointStore(file.db);
  store.append([batchOf(points)]);
  while (store.housekeep(0));
  return file;
}

test.each([3, 5, 16, 64, 1000])(
  "parts of 8 points are read the same where parts are written with %i now",
  (size) => {
    const { db } = inChunks(line(640, (i) => Math.sin(i)));
    const asked = pointStore(db).window(1, EVERYTHING, BUCKETS);
    expect(asked.total).toBe(640);
    sizes.PART_POINTS = size;
    expect(pointStore(db).window(1, EVERYTHING, BUCKETS)).toEqual(asked);
  },
);

test("summaries that speak of more or fewer points than their chunk are refused", () => {
  const points = [...line(640), ...line(50).map((p) => ({ ...p, x: 700 + p.x }))];
  const { db } = inChunks(points);
  pointStore(db).seal("att_1");
  const ofLength = db.$client.prepare("select parts from chunks where n = ? limit 1").pluck();
  const [full, short] = [ofLength.get(64), ofLength.get(50)];
  const put = db.$client.prepare("update chunks set parts = ? where n = 64");
  const ask = () => pointStore(db).window(1, EVERYTHING, BUCKETS);
  put.run(short);
  expect(ask).toThrow(DamagedPoints);
  expect(ask).toThrow("summary of chunk 1: its parts have 50 points instead of 64");
  put.run(full);
  expect(ask().total).toBe(690);
});

test.each([0.25, 0.6, 2, 10])("all sizes may change by %f while points come and some come late", (factor) => {
  const points = [...line(640), ...line(300, (i) => -i).map((p) => ({ ...p, x: 400 + p.x }))];
  const { db } = inChunks(points.slice(0, 600));
  pointStore(db).append([batchOf(points.slice(600, 700))]);
  for (const name of Object.keys(sizes) as (keyof typeof sizes)[])
    sizes[name] = Math.max(2, Math.round(factor * sizes[name]));
  const store = pointStore(db);
  for (const from of [700, 800]) {
    store.append([batchOf(points.slice(from, from + 100))]);
    while (store.housekeep(0));
  }
  store.append([batchOf(points.slice(900))]);
  expect(rowsOf(store.rows(1, EVERYTHING))).toEqual(survivors(points));
  expect(store.window(1, EVERYTHING, BUCKETS).total).toBe(940);
  const clean = pointStore(files.fresh().db);
  clean.append([batchOf(points)]);
  expect(store.seal("att_1")).toEqual(clean.seal("att_1"));
});

test("what was read in a transaction that was undone is not remembered", () => {
  const { db } = files.fresh();
  const store = pointStore(db);
  const put = (points: readonly Point[]): Point[] => {
    store.append([batchOf(points)]);
    while (store.housekeep(0));
    return rowsOf(store.read(1, EVERYTHING));
  };
  const undone = () =>
    inTransaction(db, () => {
      expect(put(line(200))).toEqual(line(200));
      throw new Error("undone");
    });
  expect(undone).toThrow("undone");
  const others = line(200, (i) => -i);
  expect(put(others)).toEqual(others);
});
