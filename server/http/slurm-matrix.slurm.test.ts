import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { ablationTable } from "../services/experiments/table.ts";
import { getRun } from "../services/runs/get.ts";
import { launchRuns } from "../services/runs/launch.ts";
import { planLaunch } from "../services/runs/plan.ts";
import { freshKey, makeWorld, type World } from "../services/testing.ts";
import { openWorkerDoor, type WorkerDoor } from "./testing/worker-door.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const cluster = inject("slurm");
let world: World;
let door: WorkerDoor;
let worker: ChildProcess;
let home: string;

/** Nodes of the cluster have networks of their own, from which this server is not to be reached: all travels by the shared disk. */
beforeAll(async () => {
  if (!cluster) return;
  home = mkdtempSync(join(tmpdir(), "absl-matrix-"));
  world = makeWorld();
  const ctx = { ...world.ctx, now: Date.now };
  world = { ...world, ctx };
  door = await openWorkerDoor(ctx, home);
  const how = [
    "--home",
    join(home, "worker-home"),
    "--name",
    "cluster",
    "--executor",
    "slurm",
    "--ask-seconds",
    "1",
  ];
  worker = spawn(process.execPath, [join(ROOT, "workers", "bridge", "main.ts"), ...door.args, ...how], {
    stdio: "inherit",
  });
  await vi.waitFor(
    () => expect(planLaunch(ctx, { recipe: "grpo", matrix: matrix([0]) }).engines).toHaveLength(1),
    { timeout: 120_000 },
  );
});

afterAll(async () => {
  if (!cluster) return;
  worker.kill("SIGTERM");
  await new Promise((resolve) => worker.on("close", resolve));
  door.close();
  rmSync(home, { recursive: true, force: true });
});

const matrix = (seeds: number[]) => ({
  presets: ["baseline"],
  edits: {
    level: "medium",
    train_problems: 100,
    eval_problems: 60,
    sft_demos: 200,
    sft_epochs: 8,
    iterations: 8,
    prompts: 16,
    eval_every: 8,
  },
  factors: [
    { name: "learning_rate", levels: [0.001, 0.002] },
    { name: "group_size", levels: [4, 8] },
  ],
  seeds,
});

test.skipIf(!cluster)("a matrix of 12 runs goes over the cluster and ends in a table", async () => {
  const { ctx } = world;
  const plan = planLaunch(ctx, { recipe: "grpo", matrix: matrix([0, 1, 2]) });
  expect(plan.issues).toEqual([]);
  expect(plan.engines[0].partitions.map(({ name }) => name).toSorted()).toEqual(["high", "low", "main"]);
  const { runs, experimentId } = launchRuns(ctx, {
    launchKey: freshKey(),
    recipe: "grpo",
    matrix: matrix([0, 1, 2]),
    experiment: { title: "On a cluster" },
    limits: { slurm: { partition: "main", minutes: 30, memoryMiB: 900, cpus: 2 } },
  });
  expect(runs).toHaveLength(12);
  const waited = new Set<string>();
  await vi.waitFor(
    () => {
      const rows = runs.map(({ id }) => getRun(ctx, id));
      for (const { row, attempts } of rows) if (attempts[0]?.place?.native === "PENDING") waited.add(row.why);
      expect(rows.map(({ row: { state, why } }) => [state, why])).toEqual(
        runs.map(() => ["finished", expect.any(String)]),
      );
    },
    { timeout: 500_000, interval: 500 },
  );
  // Two fit on each of three nodes, so that half of them have waited there.
  expect([...waited].some((why) => /^waits (for free resources|behind jobs)/.test(why))).toBe(true);
  const nodes = new Set(runs.map(({ id }) => getRun(ctx, id).attempts[0].device));
  expect([...nodes].toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(["n1", "n2", "n3"]);
  const table = ablationTable(ctx, experimentId);
  expect(table.rows.map(({ n }) => n)).toEqual([3, 3, 3, 3]);
  for (const { metrics } of table.rows) expect(typeof metrics[table.columns[0].metric].value).toBe("number");
});
