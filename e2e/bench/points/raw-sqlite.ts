import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { planSeries, pointsOf, type Points } from "./point-generator.ts";

export interface RawSpeed {
  points: number;
  pointsPerSecond: number;
  cpuSecondsPerMillion: number;
}

/** A file with the settings of the bench's own database (db/client.ts). */
function withDatabase<T>(use: (db: Database.Database) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "ablab-raw-"));
  const db = new Database(join(folder, "raw.db"));
  try {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    return use(db);
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function timed(points: number, work: () => void): RawSpeed {
  const [cpu, started] = [process.cpuUsage(), performance.now()];
  work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    points,
    pointsPerSecond: points / seconds,
    cpuSecondsPerMillion: (user + system) / 1e6 / (points / 1e6),
  };
}

const SERIES = 20;
const SLICE = 50;

/** The points of 20 series, 50 of each at a time: what one body of 1,000 points holds. */
function madeBeforehand(points: number): Points[][] {
  const each = Math.floor(points / SERIES);
  const plans = Array.from({ length: SERIES }, (_, i) => planSeries(i, `raw/${i}`, each, { clock: 0 }));
  return Array.from({ length: Math.floor(each / SLICE) }, (_, k) =>
    plans.map((plan) => pointsOf(plan, k * SLICE, (k + 1) * SLICE)),
  );
}

/** One row per point in a table ordered by (series, x); a transaction per 1,000 rows. */
export function rowPerPoint(points: number): RawSpeed {
  const bodies = madeBeforehand(points);
  return withDatabase((db) => {
    db.exec(
      "create table point (series integer, x real, value real, at real, primary key (series, x)) without rowid",
    );
    const insert = db.prepare("insert into point values (?, ?, ?, ?)");
    const write = db.transaction((body: Points[]) => {
      for (const [series, { x, value, at }] of body.entries())
        for (let i = 0; i < SLICE; i++) insert.run(series, x[i], value[i], at[i]);
    });
    return timed(bodies.length * SERIES * SLICE, () => bodies.forEach((body) => write(body)));
  });
}

/** One blob of 50 points per series, as they are in memory; a transaction per 16,000 points, which is 10 ms of ingest. */
export function blobPerFlush(points: number): RawSpeed {
  const bodies = madeBeforehand(points);
  const BODIES_PER_FLUSH = 16;
  return withDatabase((db) => {
    db.exec("create table seg (id integer primary key, series integer, data blob)");
    const insert = db.prepare("insert into seg (series, data) values (?, ?)");
    const write = db.transaction((flush: Points[][]) => {
      for (const body of flush)
        for (const [series, columns] of body.entries()) insert.run(series, joined(columns));
    });
    return timed(bodies.length * SERIES * SLICE, () => {
      for (let k = 0; k < bodies.length; k += BODIES_PER_FLUSH) write(bodies.slice(k, k + BODIES_PER_FLUSH));
    });
  });
}

function joined({ x, value, at }: Points): Buffer {
  const all = new Float64Array(x.length * 3);
  all.set(x);
  all.set(value, x.length);
  all.set(at, x.length * 2);
  return Buffer.from(all.buffer);
}
