/** Prints what the point store costs: `node db/points/measure.ts [name ...]`. CPU time, not wall time. */
import { statSync } from "node:fs";
import { inTransaction, type Db } from "../client.ts";
import { pointStore } from "./open-point-store.ts";
import type { PointBatch, PointColumns, PointStore } from "./point-store.ts";
import { TestFiles } from "./testing.ts";

const EVERYTHING = { from: null, to: null };

/** A sequence of evenly spread numbers in [0, 1), the same on every machine (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Noise over a decaying curve, every 137 ms and up to 22 ms late. */
function column(metric: string, from: number, n: number, float32: boolean): PointColumns {
  const random = randomFrom(from * 7919 + metric.length * 31 + metric.charCodeAt(metric.length - 1));
  const made = { x: new Float64Array(n), value: new Float64Array(n), at: new Float64Array(n) };
  for (let i = 0; i < n; i++) {
    const k = from + i;
    const value = 2 / (1 + k / 3000) + 0.3 + 0.2 * (random() + random() * 2 ** -32 - 0.5);
    made.x[i] = k;
    made.value[i] = float32 ? Math.fround(value) : value;
    made.at[i] = 1_766_000_000_000 + k * 137 + Math.floor(random() * 23);
  }
  return { metric, axis: "step", ...made };
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
function sayTimes(name: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const [p50, p99, most] = [quantile(sorted, 0.5), quantile(sorted, 0.99), sorted[sorted.length - 1]];
  say(
    `${name}: p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)}, most ${most.toFixed(2)} ms CPU (${times.length})`,
  );
}

const files = new TestFiles();
const fileBytes = (db: Db, path: string) => {
  db.$client.pragma("wal_checkpoint(truncate)");
  return statSync(path).size;
};
const settle = (store: PointStore) => {
  while (store.housekeep(8));
};
/** Waits until housekeeping takes its time for what is never urgent. */
function rest(store: PointStore): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2100);
  settle(store);
}

const TOTAL = 3_000_000;

/** Flushes of 10 bodies with 20 series of 50 points each, over 200 series; then one series of 1,000 points. */
function append(): void {
  for (const [name, seriesPerBody, pointsPerSeries, bodies] of [
    ["20 x 50", 20, 50, 10],
    ["1 x 1000", 1, 1000, 10],
    ["20 x 5", 20, 5, 64],
  ] as const) {
    const { db, path } = files.fresh();
    db.$client.pragma("synchronous = FULL");
    const store = pointStore(db);
    const groups = 10;
    const flushes: PointBatch[][] = [];
    const flushPoints = bodies * seriesPerBody * pointsPerSeries;
    for (let sent = 0; sent < TOTAL; sent += flushPoints)
      flushes.push(
        Array.from({ length: bodies }, (_, b): PointBatch => {
          const body = flushes.length * bodies + b;
          const group = body % groups;
          const from = Math.floor(body / groups) * pointsPerSeries;
          const columns = Array.from({ length: seriesPerBody }, (__, s) =>
            column(`m${group}_${s}`, from, pointsPerSeries, true),
          );
          const firstSeq = Math.floor(body / groups) * seriesPerBody * pointsPerSeries + 1;
          return { attemptId: "att_1", source: `s${group}`, firstSeq, columns };
        }),
      );
    const points = flushes.length * flushPoints;
    let tidy = 0;
    const flushTimes: number[] = [];
    const all = cpuMs(() => {
      for (const flush of flushes) {
        flushTimes.push(cpuMs(() => void inTransaction(db, () => store.append(flush))));
        tidy += cpuMs(() => void store.housekeep(2));
      }
      tidy += cpuMs(() => settle(store));
    });
    const per = (ms: number) => ((ms / points) * 1e3).toFixed(3);
    say(
      `append ${name}: ${per(all)} CPU s per 1 M, of which housekeeping ${per(tidy)}; ${(fileBytes(db, path) / points).toFixed(2)} B per point before rest`,
    );
    sayTimes("  flush", flushTimes);
    files.close(db);
  }
}

/** The whole file for 1,000 series of 10,000 points, and for 10 of 100,000. */
function size(): void {
  for (const float32 of [true, false])
    for (const [series, points] of [
      [200, 10_000],
      [10, 100_000],
    ]) {
      const { db, path } = files.fresh();
      const empty = fileBytes(db, path);
      const store = pointStore(db);
      for (let from = 0; from < points; from += 1000) {
        for (let s = 0; s < series; s++)
          store.append([
            {
              attemptId: "att_1",
              source: "",
              firstSeq: null,
              columns: [column(`m${s}`, from, 1000, float32)],
            },
          ]);
        store.housekeep(50);
      }
      rest(store);
      const open = fileBytes(db, path) - empty;
      const cpu = cpuMs(() => void store.seal("att_1"));
      rest(store);
      const sealed = fileBytes(db, path) - empty;
      const free = db.$client.pragma("freelist_count", { simple: true }) as number;
      const per = (bytes: number) => (bytes / series / points).toFixed(2);
      say(
        `size ${float32 ? "float32" : "float64"} ${series} x ${points}: ${per(open)} B per point, sealed ${per(sealed)} (free pages ${per(free * 4096)}), seal ${cpu.toFixed(0)} ms`,
      );
      const tables = db.$client
        .prepare(
          "select name, sum(pgsize) as bytes, sum(payload) as payload from dbstat group by name order by 2 desc limit 4",
        )
        .all() as { name: string; bytes: number; payload: number }[];
      say(`  ${tables.map((t) => `${t.name} ${per(t.bytes)} (${per(t.payload)})`).join(", ")}`);
      files.close(db);
    }
}

function fillOne(store: PointStore, metric: string, points: number, attemptId = "att_1"): void {
  for (let from = 0; from < points; from += 50_000)
    store.append([
      {
        attemptId,
        source: "",
        firstSeq: null,
        columns: [column(metric, from, Math.min(50_000, points - from), true)],
      },
    ]);
  settle(store);
}

/** Random windows of a series of 5 M points. */
function windows(): void {
  const { db, path } = files.fresh();
  fillOne(pointStore(db), "long", 5_000_000);
  files.close(db);
  const random = randomFrom(5);
  for (const buckets of [400, 1000, 2000]) {
    for (const temper of ["cold", "warm"]) {
      let again = files.connect(path);
      let store = pointStore(again);
      const times: number[] = [];
      for (let k = 0; k < 200; k++) {
        if (temper === "cold" && k % 10 === 0) {
          files.close(again);
          again = files.connect(path);
          store = pointStore(again);
        }
        const width = 5_000_000 * 10 ** (-4 * random());
        const from = random() * (5_000_000 - width);
        times.push(cpuMs(() => void store.window(1, { from, to: from + width }, buckets)));
      }
      sayTimes(`window of 5 M, ${buckets} buckets, ${temper}`, times.slice(temper === "warm" ? 50 : 0));
      files.close(again);
    }
  }
  for (const width of [5_000_000, 2_000_000, 1_000_000, 500_000, 250_000, 100_000, 10_000]) {
    const again = files.connect(path);
    const store = pointStore(again);
    const times = Array.from({ length: 15 }, (_, k) => {
      const from = (5_000_000 - width) * (k / 14);
      return cpuMs(() => void store.window(1, { from, to: from + width }, 1000));
    });
    sayTimes(`  ${width} points into 1000`, times);
    files.close(again);
  }
  const again = files.connect(path);
  let n = 0;
  const all = cpuMs(() => {
    for (const { x } of pointStore(again).read(1, EVERYTHING)) n += x.length;
  });
  say(`read of ${n} points: ${((all / n) * 1e6).toFixed(1)} ms CPU per 1 M`);
  files.close(again);
}

/** 100 series of 10,000 points, up to 1,000 buckets each; last values of 1,000 series. */
function many(): void {
  for (const sealed of [true, false]) {
    const { db, path } = files.fresh();
    for (let s = 0; s < 100; s++) fillOne(pointStore(db), `m${s}`, 10_000);
    if (sealed) pointStore(db).seal("att_1");
    files.close(db);
    for (let round = 0; round < 4; round++) {
      const again = files.connect(path);
      const store = pointStore(again);
      const ids = store.series(["att_1"], null).map(({ id }) => id);
      const cold = cpuMs(() => ids.forEach((id) => store.window(id, EVERYTHING, 1000)));
      const warm = cpuMs(() => ids.forEach((id) => store.window(id, EVERYTHING, 1000)));
      say(
        `100 x 10,000 into 1000, ${sealed ? "sealed" : "live"}: cold ${cold.toFixed(1)}, warm ${warm.toFixed(1)} ms CPU`,
      );
      files.close(again);
    }
  }
  const { db } = files.fresh();
  const store = pointStore(db);
  store.append([
    {
      attemptId: "att_1",
      source: "",
      firstSeq: null,
      columns: Array.from({ length: 1000 }, (_, s) => column(`m${s}`, 0, 10, true)),
    },
  ]);
  for (let k = 0; k < 50; k++) store.series(["att_1"], null);
  say(
    `facts of 1,000 series: ${(cpuMs(() => Array.from({ length: 50 }, () => store.series(["att_1"], null))) / 50).toFixed(2)} ms CPU`,
  );
  files.close(db);
}

/** The longest slice of merging 300,000 points that came in no order at all. */
function tangle(): void {
  const { db } = files.fresh();
  const store = pointStore(db);
  const random = randomFrom(9);
  const { x, value, at } = column("t", 0, 300_000, true);
  const order = Array.from(x, (_, i) => i).sort(() => random() - 0.5);
  for (let from = 0; from < order.length; from += 1000) {
    const part = order.slice(from, from + 1000);
    const pick = (of: Float64Array) => Float64Array.from(part, (i) => of[i]);
    store.append([
      {
        attemptId: "att_1",
        source: "",
        firstSeq: null,
        columns: [{ metric: "t", axis: "step", x: pick(x), value: pick(value), at: pick(at) }],
      },
    ]);
  }
  const times: number[] = [];
  const slice = (): boolean => {
    let isLeft = false;
    times.push(cpuMs(() => void (isLeft = store.housekeep(0))));
    return isLeft;
  };
  while (slice());
  sayTimes("merge of 300,000 tangled points, slice", times);
  say(`  together ${times.reduce((a, b) => a + b, 0).toFixed(0)} ms`);
  files.close(db);
}

const measures: Record<string, () => void> = { append, size, windows, many, tangle };
const asked = process.argv.slice(2);
for (const [name, measure] of Object.entries(measures))
  if (asked.length === 0 || asked.includes(name)) measure();
files.remove();
