import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { getRun } from "../services/runs/get.ts";
import { launchRuns } from "../services/runs/launch.ts";
import { freshKey } from "../services/testing.ts";
import { openSlurmBench, type SlurmBench } from "./testing/slurm-bench.ts";

const cluster = inject("slurm");
let bench: SlurmBench;

/** Here the nodes reach the server, so that events come from where they are made. */
beforeAll(async () => {
  if (!cluster) return;
  bench = await openSlurmBench(cluster.address);
  await bench.startWorker();
});

afterAll(() => bench?.close());

test.skipIf(!cluster)(
  "events come from the node itself while no worker runs, and the end with the next one",
  async () => {
    const { ctx } = bench.world;
    const [run] = launchRuns(ctx, {
      launchKey: freshKey(),
      recipe: "grpo",
      matrix: {
        presets: ["baseline"],
        edits: { level: "medium", train_problems: 100, eval_problems: 60, iterations: 60, prompts: 16 },
        factors: [],
        seeds: [0],
      },
      experiment: { title: "From the node" },
      limits: { slurm: { partition: "main", minutes: 30, memoryMiB: 900, cpus: 2 } },
    }).runs;
    const attempt = () => getRun(ctx, run.id).attempts[0];
    await vi.waitFor(() => expect(attempt()?.lastSeq ?? 0).toBeGreaterThan(3), { timeout: 240_000 });
    await bench.endWorker("SIGKILL");
    const before = attempt().lastSeq;
    await vi.waitFor(() => expect(attempt().lastSeq).toBeGreaterThan(before + 3), { timeout: 120_000 });
    const runs = join(bench.home, "worker-home", "runs");
    for (const name of readdirSync(runs))
      expect(statSync(join(runs, name, "token")).mode & 0o777).toBe(0o600);
    await bench.startWorker();
    await vi.waitFor(() => expect(getRun(ctx, run.id).row.state).toBe("finished"), {
      timeout: 400_000,
      interval: 500,
    });
    expect(attempt()).toMatchObject({ n: 1, exit: { reason: "ok" } });
  },
);
