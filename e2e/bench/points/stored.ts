import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDb, type Db } from "#db/client.ts";
import { inTransaction } from "#db/connection.ts";
import { migrate } from "#db/migrate.ts";
import { checkpoint } from "#db/page-digests/keep-digests.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import type { PointStore } from "#db/points/point-store.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { atMost, quantile, type Figure, type Measurement } from "../figure.ts";
import { PEERS } from "../peers.ts";
import { blocksOf, planSeries, pointsOf } from "./point-generator.ts";
import { hashPoints } from "./point-hash.ts";
import type { FilledRun, PointWorld } from "./point-world.ts";

const EVERYTHING = { from: null, to: null };

/** Bytes of the pages that hold something; pages that were freed wait for the next points. */
function usedBytes(db: Db): number {
  const pragma = (name: string) => db.$client.pragma(name, { simple: true }) as number;
  return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
}

const SLICE = 50;
/** What was merged is removed, and room given back to the file system, when nothing has arrived for two seconds. */
const UNTIL_IDLE_MS = 2200;

interface Stored {
  used: number;
  file: number;
}

/** Bytes per point of 20 series that arrived 50 points at a time and were sealed, in a database of their own. */
async function bytesPerPoint(float32: boolean, pointsPerSeries: number): Promise<Stored> {
  const folder = mkdtempSync(join(tmpdir(), "ablab-stored-"));
  const db = openDb(join(folder, "ablab.db"));
  try {
    migrate(db, { now: 0, backupDir: null });
    // The attempt these points belong to is not there: only what points take is counted.
    db.$client.pragma("foreign_keys = OFF");
    const empty = usedBytes(db);
    const store = pointStore(db);
    const series = Array.from({ length: 20 }, (_, k) =>
      planSeries(k, `m${k}`, pointsPerSeries, { clock: 0, float32 }),
    );
    const attemptId = "att_0000000000000000";
    let sent = 0;
    for (let from = 0; from < pointsPerSeries; from += SLICE) {
      const columns = series.map((one) => ({
        metric: one.metric,
        axis: "step",
        ...pointsOf(one, from, from + SLICE),
      }));
      inTransaction(db, () => store.append([{ attemptId, source: "bench", firstSeq: sent + 1, columns }]));
      sent += SLICE * series.length;
      store.housekeep(8);
    }
    store.seal(attemptId);
    while (store.housekeep(100));
    await pause(UNTIL_IDLE_MS);
    while (store.housekeep(100));
    checkpoint(db.$client, "truncate");
    return { used: (usedBytes(db) - empty) / sent, file: statSync(db.$client.name).size / sent };
  } finally {
    db.$client.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const allRuns = (world: PointWorld): FilledRun[] => Object.values(world.runs).flat();

/** How many series of the world come back from the store with every bit they were sent with. */
function compareByHash(store: PointStore, runs: readonly FilledRun[]): { series: number; equal: number } {
  const found = { series: 0, equal: 0 };
  for (const { attemptId, series } of runs) {
    const stored = new Map(store.series([attemptId], null).map(({ metric, id }) => [metric, id]));
    for (const one of series) {
      const id = stored.get(one.metric);
      found.series += 1;
      if (id === undefined) continue;
      const sent = hashPoints(blocksOf(one));
      const kept = hashPoints(store.read(id, EVERYTHING));
      if (sent.points === kept.points && sent.sha256 === kept.sha256) found.equal += 1;
    }
  }
  return found;
}

/** How long it takes to ask the same again and again, ms each, and for how many series there was an answer. */
function timesOf(ask: () => unknown[]): { times: number[]; series: number } {
  const times: number[] = [];
  let series = 0;
  for (let i = 0; i < 50; i++) {
    const started = performance.now();
    series = ask().length;
    times.push(performance.now() - started);
  }
  return { times, series };
}

export const stored: Measurement = {
  name: "stored",
  async measure(world) {
    const points = await world.points();
    await points.stop();
    const db = openDb(join(points.home, "ablab.db"));
    try {
      checkpoint(db.$client, "truncate");
      const store = pointStore(db);
      const runs = allRuns(points);
      const total = runs.reduce((sum, { series }) => sum + series.reduce((n, one) => n + one.points, 0), 0);
      const wide = [...points.runs["wide-json"], ...points.runs["wide-binary"]];
      const attemptIds = wide.map(({ attemptId }) => attemptId);
      const last = timesOf(() => store.lasts(attemptIds, null, DEFAULT_AXIS));
      const facts = timesOf(() => store.series(attemptIds, null));
      const hashes = compareByHash(store, runs);
      const float32 = await bytesPerPoint(true, 20_000);
      const float64 = await bytesPerPoint(false, 20_000);
      const bytes = (name: string, { used, file }: Stored, goal: number): Figure => ({
        name,
        measured: used,
        unit: "B",
        target: atMost(goal),
        peer: PEERS.bytesPerPoint,
        note: `pages in use, 20 series x 20 k points, wall times jittered by 0 to 22 ms; ${file.toFixed(2)} with pages free for reuse`,
      });
      return [
        {
          name: `last values of ${last.series} series`,
          measured: quantile(last.times, 0.5),
          unit: "ms",
          target: atMost(1),
          note: `in the process, with n and the x; longest ${Math.max(...last.times).toFixed(1)} ms`,
        },
        {
          name: `all facts of ${facts.series} series`,
          measured: quantile(facts.times, 0.5),
          unit: "ms",
          target: null,
          note: `in the process; longest ${Math.max(...facts.times).toFixed(1)} ms`,
        },
        bytes("bytes per point, float32 values", float32, 4),
        bytes("bytes per point, any float64", float64, 8),
        {
          name: "bytes per point, whole database",
          measured: usedBytes(db) / total,
          unit: "B",
          target: null,
          note: `${(total / 1e6).toFixed(1)} M points, half float32, with ${hashes.series} series, runs and all else; file ${(statSync(db.$client.name).size / 1e6).toFixed(0)} MB`,
        },
        {
          name: "series equal to what was sent, by hash",
          measured: (100 * hashes.equal) / hashes.series,
          unit: "%",
          target: { value: 100, is: "least" },
          note: `${hashes.equal} of ${hashes.series}, read through the store`,
        },
      ];
    } finally {
      db.$client.close();
    }
  },
};
