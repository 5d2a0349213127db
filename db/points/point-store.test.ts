import * as fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import type { Db } from "../client.ts";
import { inTransaction } from "../connection.ts";
import { pointStore } from "./open-point-store.ts";
import type { PointBatch, PointStore, SeriesFacts } from "./point-store.ts";
import { batchOf, columnOf, meansOf, rowsOf, survivors, TestFiles, type Point } from "./testing.ts";

/** Small sizes, so that a few dozen points already fill chunks, parts and merges of several slices. */
vi.mock("./sizes.ts", () => ({
  CHUNK_POINTS: 8,
  PART_POINTS: 3,
  MOST_SEGMENTS: 4,
  MANY_POINTS: 7,
  SEGMENTS_AT_ONCE: 3,
  FARTHEST_BACK: 12,
  MERGE_POINTS: 20,
  SLICE_CHUNKS: 2,
  WAITING_POINTS: 24,
  WAITING_SERIES: 1,
  WAITING_ENTRIES: 6,
  SETTLE_MS: 1000,
  ALWAYS_READ: 10,
  MOST_READ: 60,
  CHUNKS_PER_BUCKET: 2,
}));

const files = new TestFiles();
afterAll(() => files.remove());

const EVERYTHING = { from: null, to: null };
/** Of the second the last value of an x counts. */
const METRICS = ["loss", "group/std"] as const;
type Metric = (typeof METRICS)[number];
const factsOf = (store: PointStore, metric: Metric): SeriesFacts | undefined =>
  store.series(["att_1"], [metric])[0];

/** Numbers that make trouble, and ordinary ones. */
const awkwardX = fc.oneof(
  fc.integer({ min: -12, max: 60 }),
  fc.constantFrom(-0, 0.5, -3.25, 2 ** 53, -(2 ** 53), 2 ** 53 - 1, 1e308, -1e308, 5e-324, 1e-7),
);
const awkwardValue = fc.oneof(
  fc.double({ noNaN: false }),
  fc.constantFrom(NaN, Infinity, -Infinity, -0, 0, 1, 2 ** 53, 1.7e308, -1.7e308, 5e-324),
  fc.float(),
);
const aPoint = fc.record({
  x: awkwardX.map((x) => x + 0),
  value: awkwardValue,
  at: fc.oneof(fc.integer({ min: 0, max: 2e12 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
});

type Step =
  | { do: "send"; count: number; metric: Metric; again: number }
  | { do: "resend"; back: number }
  | { do: "undone"; count: number }
  | { do: "housekeep" }
  | { do: "reopen" };

const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("send" as const),
      count: fc.integer({ min: 1, max: 30 }),
      metric: fc.constantFrom(...METRICS),
      again: fc.constantFrom(0, 0, 0, 1, 7),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("resend" as const), back: fc.integer({ min: 0, max: 40 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("undone" as const), count: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 4, arbitrary: fc.constant({ do: "housekeep" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "reopen" as const }) },
);

/** What `series` must say of points, by plain arithmetic. */
function plainFacts(points: readonly Point[]) {
  const numbers = points.filter(({ value }) => Number.isFinite(value));
  const first = <T>(of: readonly T[]) => of[0] ?? null;
  const by = (better: (a: number, b: number) => boolean) =>
    numbers.reduce<Point | null>(
      (best, p) => (best === null || better(p.value, best.value) ? p : best),
      null,
    );
  const [min, max] = [by((a, b) => a < b), by((a, b) => a > b)];
  const last = points.at(-1);
  return {
    n: points.length,
    nan: points.filter(({ value }) => Number.isNaN(value)).length,
    posInf: points.filter(({ value }) => value === Infinity).length,
    negInf: points.filter(({ value }) => value === -Infinity).length,
    min: min?.value ?? null,
    minX: min?.x ?? null,
    max: max?.value ?? null,
    maxX: max?.x ?? null,
    firstX: first(points)?.x ?? null,
    lastX: last?.x ?? null,
    lastValue: last?.value ?? null,
    lastAt: last?.at ?? null,
  };
}

/** Makes 0 and -0 one, which summaries do not tell apart. */
const plain = (facts: object) =>
  Object.fromEntries(Object.entries(facts).map(([key, v]) => [key, typeof v === "number" ? v + 0 : v]));

function expectFacts(store: PointStore, metric: Metric, points: readonly Point[]): void {
  const {
    id: _id,
    attemptId: _attempt,
    metric: _metric,
    axis: _axis,
    mean,
    ...facts
  } = factsOf(store, metric) as SeriesFacts;
  expect(plain(facts)).toEqual(plain(plainFacts(points)));
  const { n, lastX, lastValue } = facts;
  expect(store.lasts(["att_1"], [metric], "step")).toMatchObject([{ metric, n, lastX, lastValue }]);
  expect(store.lasts(["att_1"], [metric], "other")).toEqual([]);
  const numbers = points.map(({ value }) => value).filter(Number.isFinite);
  if (numbers.length === 0) return expect(mean).toBe(null);
  const exact = numbers.reduce((sum, v) => sum + v / numbers.length, 0);
  const largest = Math.max(...numbers.map(Math.abs));
  expect(Math.abs((mean as number) - exact)).toBeLessThanOrEqual(1e-12 * largest + 5e-324);
}

interface Sent {
  metric: Metric;
  point: Point;
}

/** What a source has sent, with the numbers it gave its points. */
class Sender {
  readonly sent: Sent[] = [];

  /** The points from a number on, as one column for each stretch of one metric. */
  batch(points: readonly Sent[], firstSeq: number): PointBatch {
    const starts = points.flatMap(({ metric }, i) => (metric === points[i - 1]?.metric ? [] : [i]));
    const columns = starts.map((start, k) => {
      const stretch = points.slice(start, starts[k + 1]);
      return columnOf(
        stretch.map(({ point }) => point),
        stretch[0].metric,
      );
    });
    return { attemptId: "att_1", source: "trainer", firstSeq, columns };
  }

  /** What must remain of a metric. */
  survivors(metric: Metric): Point[] {
    return survivors(
      this.sent.filter((one) => one.metric === metric).map(({ point }) => point),
      metric,
    );
  }
}

/** Plays steps on a new database, with a look at the store after each. */
function play(
  steps: readonly Step[],
  supply: readonly Point[],
  look: (store: PointStore, sender: Sender) => void,
): { db: Db; sender: Sender } {
  let { db, path } = files.fresh();
  const sender = new Sender();
  let given = 0;
  for (const step of steps) {
    const store = pointStore(db);
    const next = sender.sent.length + 1;
    const upcoming = (count: number, metric: Metric): Sent[] =>
      supply.slice(given, given + count).map((point) => ({ metric, point }));
    if (step.do === "send") {
      const points = upcoming(step.count, step.metric);
      const firstSeq = Math.max(1, next - step.again);
      const [answer] = store.append([
        sender.batch([...sender.sent.slice(firstSeq - 1), ...points], firstSeq),
      ]);
      expect(answer).toMatchObject({ kind: "stored", points: points.length });
      sender.sent.push(...points);
      given += points.length;
    } else if (step.do === "resend") {
      const firstSeq = Math.max(1, next - step.back);
      const [answer] = store.append([sender.batch(sender.sent.slice(firstSeq - 1), firstSeq)]);
      expect(answer).toMatchObject({ kind: "stored", ackSeq: sender.sent.length, points: 0 });
    } else if (step.do === "undone") {
      const undo = () =>
        inTransaction(db, () => {
          store.append([sender.batch(upcoming(step.count, "loss"), next)]);
          store.housekeep(0);
          throw new Error("undone");
        });
      expect(undo).toThrow("undone");
    } else if (step.do === "housekeep") store.housekeep(0);
    else {
      files.close(db);
      db = files.connect(path);
    }
    look(pointStore(db), sender);
  }
  return { db, sender };
}

function expectPoints(store: PointStore, sender: Sender): void {
  expect(store.reached("att_1", "trainer")).toBe(sender.sent.length);
  for (const metric of METRICS) {
    const all = sender.survivors(metric);
    const facts = factsOf(store, metric);
    if (all.length === 0) expect(facts).toBe(undefined);
    else {
      const { id } = facts as SeriesFacts;
      expect(rowsOf(store.rows(id, EVERYTHING))).toEqual(all);
      expect(rowsOf(store.read(id, EVERYTHING))).toEqual(meansOf(all));
      expect(rowsOf([store.tail(id, 5)])).toEqual(meansOf(all).slice(-5));
      expectFacts(store, metric, all);
    }
  }
}

const someSteps = fc.array(aStep, { minLength: 1, maxLength: 40, size: "max" });
const somePoints = fc.array(aPoint, { minLength: 1, maxLength: 300, size: "max" });

test("whatever the order, the cuts, the resends and the undone transactions: every value is read once, bit for bit, and of one x their mean", () => {
  fc.assert(
    fc.property(someSteps, somePoints, (steps, supply) => {
      files.close(play(steps, supply, expectPoints).db);
    }),
    { numRuns: 25 },
  );
});

test("sealing gives the same bytes as one clean send, twice the same answer, and takes no more points", () => {
  fc.assert(
    fc.property(someSteps, somePoints, fc.boolean(), (steps, supply, inSlices) => {
      const { db, sender } = play(steps, supply, () => {});
      const store = pointStore(db);
      if (inSlices) {
        store.closeAttempt("att_1");
        while (store.housekeep(0)) expectPoints(store, sender);
      }
      const sealed = store.seal("att_1");
      expectPoints(store, sender);
      expect(store.seal("att_1")).toEqual(sealed);
      expect(store.append([batchOf([{ x: 1, value: 1, at: 1 }])])[0].kind).toBe("sealed");
      files.close(db);

      const clean = files.fresh().db;
      const columns = METRICS.map((metric) => columnOf(sender.survivors(metric), metric));
      pointStore(clean).append([{ attemptId: "att_1", source: "", firstSeq: 1, columns }]);
      expect(pointStore(clean).seal("att_1")).toEqual(sealed);
      files.close(clean);
    }),
    { numRuns: 25 },
  );
});

test("values that share an x, more than a chunk holds, come through merging and sealing whole and in order", () => {
  const { db } = files.fresh();
  const store = pointStore(db);
  const sent = Array.from({ length: 100 }, (_, i) => ({
    x: i < 90 ? 40 : 41,
    value: i % 7 ? i : NaN,
    at: i,
  }));
  for (let from = 0; from < 100; from += 9) {
    store.append([batchOf(sent.slice(from, from + 9))]);
    store.housekeep(0);
    expect(rowsOf(store.rows(1, EVERYTHING))).toEqual(sent.slice(0, from + 9));
  }
  const late = { x: 40, value: -1, at: 100 };
  store.append([batchOf([late])]);
  store.seal("att_1");
  const all = [...sent.slice(0, 90), late, ...sent.slice(90)];
  expect(rowsOf(store.rows(1, EVERYTHING))).toEqual(all);
  for (const buckets of [2, 1000])
    expect(store.window(1, EVERYTHING, buckets)).toMatchObject({
      total: 101,
      n: Uint32Array.of(91, 10),
      raw: false,
    });
  expect(factsOf(store, "loss")).toMatchObject({ n: 101, lastX: 41, lastValue: 99 });
  files.close(db);
});
