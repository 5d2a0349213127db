import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { ablationTable } from "../services/experiments/table.ts";
import { getRun } from "../services/runs/get.ts";
import { launchRuns } from "../services/runs/launch.ts";
import { planLaunch } from "../services/runs/plan.ts";
import { freshKey } from "../services/testing.ts";
import { openSlurmBench, type SlurmBench } from "./testing/slurm-bench.ts";

const cluster = inject("slurm");
let bench: SlurmBench;

/** Nodes of the cluster have networks of their own, from which this server is not to be reached: all travels by the shared disk. */
beforeAll(async () => {
  if (!cluster) return;
  bench = await openSlurmBench();
  await bench.startWorker();
});

afterAll(() => bench?.close());

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
  const { ctx } = bench.world;
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
  expect([...waited]).toContainEqual(expect.stringMatching(/^waits (for free resources|behind jobs)/));
  const nodes = new Set(runs.map(({ id }) => getRun(ctx, id).attempts[0].device));
  expect([...nodes].toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(["n1", "n2", "n3"]);
  const table = ablationTable(ctx, experimentId);
  expect(table.rows.map(({ n }) => n)).toEqual([3, 3, 3, 3]);
  for (const { metrics } of table.rows) expect(typeof metrics[table.columns[0].metric].value).toBe("number");
});
