import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDb, type Db } from "../client.ts";
import { migrate } from "../migrate.ts";
import { checkpoint } from "../page-digests/keep-digests.ts";
import { finiteMean } from "#server/numbers/mean.ts";
import { isComputedAnew } from "./computed-anew.ts";
import type { PointBatch, PointBlock, PointColumns, PointStore } from "./point-store.ts";

/** Databases in files of their own, with attempts "att_1" to "att_9" that points may be given to. */
export class TestFiles {
  readonly #dir = mkdtempSync(join(tmpdir(), "ablab-points-"));
  readonly #open = new Set<Db>();
  #made = 0;

  #template(): string {
    const path = join(this.#dir, "template.db");
    if (this.#made++ > 0) return path;
    const db = openDb(path);
    migrate(db, { now: 0, backupDir: null });
    addAttempts(db);
    checkpoint(db.$client, "truncate");
    db.$client.close();
    return path;
  }

  /** A new database with no points. */
  fresh(): { db: Db; path: string } {
    const template = this.#template();
    const path = join(this.#dir, `${this.#made}.db`);
    copyFileSync(template, path);
    return { db: this.connect(path), path };
  }

  /** Another connection to a file; commits are not waited for, since nobody pulls the plug on a test. */
  connect(path: string): Db {
    const db = openDb(path);
    db.$client.pragma("synchronous = OFF");
    this.#open.add(db);
    return db;
  }

  close(db: Db): void {
    db.$client.close();
    this.#open.delete(db);
  }

  /** Closes what is open and removes all files. */
  remove(): void {
    for (const db of this.#open) db.$client.close();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

/** The rows that an attempt needs to be there; `seen` is the column of the last heartbeat, as the version of `db` calls it. */
export function addAttempts(db: Db, seen: "last_seen_at" | "heard_at" = "last_seen_at"): void {
  db.$client.exec(`
    insert into projects (id, name, created_at) values ('prj_1', 'p', 0);
    insert into experiments (id, project_id, title, plan, created_at) values ('exp_1', 'prj_1', 'e', '{}', 0);
    insert into sweeps (id, experiment_id, launch_key, recipe, recipe_version, matrix, planned, created_by, created_at)
      values ('swp_1', 'exp_1', 'k', 'r', '1', '{}', 1, 'test', 0);
    insert into runs (id, project_id, experiment_id, sweep_id, name, label, recipe, recipe_version, params, seed, cell,
        reward_config, reward_hash, planned_steps, planned_episodes, state, state_at, queued_at)
      values ('run_1', 'prj_1', 'exp_1', 'swp_1', 'r', 'l', 'r', '1', '{}', 0, 'c', '{}', 'h', 1, 1, 'running', 0, 0);
    insert into workers (id, identity, name, host, boot_id, pid, version, slots, recipes, token_hash, registered_at, ${seen})
      values ('wrk_1', 'i', 'w', 'h', 'b', 1, '1', 1, '[]', 't', 0, 0);`);
  const add = db.$client.prepare(
    `insert into attempts (id, run_id, n, worker_id, fence, token_hash, state, claimed_at, ${seen})
      values (?, 'run_1', ?, 'wrk_1', 1, 't', 'finished', 0, 0)`,
  );
  for (let n = 1; n <= 9; n++) add.run(`att_${n}`, n);
}

export interface Point {
  x: number;
  value: number;
  at: number;
}

export const columnOf = (points: readonly Point[], metric = "loss", axis = "step"): PointColumns => ({
  metric,
  axis,
  x: Float64Array.from(points, ({ x }) => x),
  value: Float64Array.from(points, ({ value }) => value),
  at: Float64Array.from(points, ({ at }) => at),
});

/** A batch of one column; `firstSeq` null as for events. */
export const batchOf = (
  points: readonly Point[],
  { attemptId = "att_1", source = "trainer", firstSeq = null as number | null, metric = "loss" } = {},
): PointBatch => ({ attemptId, source, firstSeq, columns: [columnOf(points, metric)] });

export const range = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, i) => from + i * step);

/** All points of blocks as rows. */
export const rowsOf = (blocks: Iterable<PointBlock>): Point[] =>
  [...blocks].flatMap(({ x, value, at }) =>
    Array.from(x, (each, i) => ({ x: each, value: value[i], at: at[i] })),
  );

/** What remains of points that arrive in this order: by x, of equal x all, or the last where the metric is computed anew. */
export const survivors = (points: readonly Point[], metric = "loss"): Point[] =>
  (isComputedAnew(metric)
    ? [...new Map(points.map((point) => [point.x, point])).values()]
    : [...points]
  ).toSorted((a, b) => a.x - b.x);

/** Points in order of x as one for each x. */
export const meansOf = (points: readonly Point[]): Point[] =>
  [...Map.groupBy(points, ({ x }) => x).values()].map((same) => {
    const last = same[same.length - 1];
    const mean = finiteMean(Float64Array.from(same, ({ value }) => value));
    return same.length === 1 || Number.isNaN(mean) ? last : { ...last, value: mean };
  });

/** Runs `work`, which is synchronous, and says how many points the store gave out for it. */
export function watchPoints<T>(store: PointStore, work: () => T): { result: T; points: number } {
  const { step, read, rows, tail } = store;
  let points = 0;
  const seen = (block: PointBlock): PointBlock => {
    points += block.x.length;
    return block;
  };
  Object.assign(store, {
    step: (...given: Parameters<PointStore["step"]>) => {
      const found = step(...given);
      if (found && "points" in found) seen(found.points);
      return found;
    },
    *read(...given: Parameters<PointStore["read"]>) {
      for (const block of read(...given)) yield seen(block);
    },
    *rows(...given: Parameters<PointStore["rows"]>) {
      for (const block of rows(...given)) yield seen(block);
    },
    tail: (...given: Parameters<PointStore["tail"]>) => seen(tail(...given)),
  });
  try {
    return { result: work(), points };
  } finally {
    Object.assign(store, { step, read, rows, tail });
  }
}
