import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { ablationTable } from "../services/experiments/table.ts";
import { getRun } from "../services/runs/get.ts";
import { launchRuns } from "../services/runs/launch.ts";
import { planLaunch } from "../services/runs/plan.ts";
import { freshKey, makeWorld, type World } from "../services/testing.ts";
import { WIRES, wireOf } from "../wires/index.ts";
import { decide, type GatePolicy } from "./gate.ts";
import { scopeOfToken } from "./home.ts";
import { handleWorker } from "./worker-handler.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const cluster = inject("slurm");
let world: World;
let server: Server;
let worker: ChildProcess;
let home: string;

/** Nodes of the cluster have networks of their own, from which this server is not to be reached: all travels by the shared disk. */
beforeAll(async () => {
  if (!cluster) return;
  home = mkdtempSync(join(tmpdir(), "absl-matrix-"));
  world = makeWorld();
  const ctx = { ...world.ctx, now: Date.now };
  world = { ...world, ctx };
  for (const name of ["operator", "worker"])
    writeFileSync(join(home, name), `${name}-secret`.padEnd(43, "x"));
  const hosts = new Set<string>();
  const files = { operatorTokenFile: join(home, "operator"), workerTokenFile: join(home, "worker") };
  const policy: GatePolicy = {
    hosts,
    cookieName: "none",
    isOpenSession: () => false,
    csrfTokenOf: () => "",
    scopeOfToken: scopeOfToken(ctx, files),
    wireOf: wireOf(WIRES),
  };
  server = createServer((request, response) => {
    const { method = "", url = "", headers, rawHeaders } = request;
    const decision = decide({ method, url, headers, rawHeaders, upgrade: false }, policy);
    const scope = decision.kind === "allow" ? decision.scope : null;
    const isOfWorker =
      scope?.kind === "worker-admission" || scope?.kind === "worker" || scope?.kind === "attempt";
    if (!isOfWorker) return void response.writeHead(403).end("{}");
    void handleWorker(request, response, ctx, scope);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  hosts.add(`127.0.0.1:${port}`);
  const args = ["--server", `http://127.0.0.1:${port}`, "--token-file", files.workerTokenFile];
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
  worker = spawn(process.execPath, [join(ROOT, "workers", "bridge", "main.ts"), ...args, ...how], {
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
  server.closeAllConnections();
  server.close();
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
