import { expect, test } from "vitest";
import type { Engine } from "../../../workers/protocol/executors/engine.ts";
import type { Place } from "../../../workers/protocol/executors/place.ts";
import type { SlurmAsk } from "../../../workers/protocol/executors/slurm-ask.ts";
import type { RunLimits } from "../../contracts/attempts/continuing.ts";
import { asPlainText } from "../../wording/typography.ts";
import { claimAttempt } from "../attempts/claim.ts";
import { heartbeatAttempt } from "../attempts/heartbeat.ts";
import { scriptOnGpus } from "../machine/testing.ts";
import { getRun } from "../runs/get.ts";
import { launchRuns } from "../runs/launch.ts";
import { launchPipeline } from "../runs/launch-pipeline.ts";
import { planPipeline } from "../runs/plan-pipeline.ts";
import { planLaunch } from "../runs/plan.ts";
import { codeOf, freshKey, joinWorker, makeWorld, startNext, type World } from "../testing.ts";
import { workerPage } from "../worker-page/page.ts";
import { findWorkerByToken } from "../workers/identify.ts";

const engine: Engine = {
  kind: "slurm",
  version: "slurm-wlm 22.05.8",
  at: 1,
  problems: [],
  partitions: [
    {
      name: "gpu",
      isDefault: true,
      up: true,
      maxSeconds: 86_400,
      nodes: 3,
      cpus: 4,
      memoryMiB: 2000,
      gpus: 2,
      gpuKinds: ["fake"],
      gpusTotal: 6,
      gpusFree: 6,
      accounts: null,
      qos: null,
    },
  ],
};

type Worker = ReturnType<typeof joinWorker>;

/** A claim of a worker that has said what its cluster is. */
function tellEngine(world: World, { token, workerId }: Worker) {
  const worker = findWorkerByToken(world.ctx, token);
  if (!worker) throw new Error("no worker");
  const load = { cpuShare: null, memoryShare: null };
  claimAttempt(world.as({ kind: "worker", workerId }), worker, {
    workerId,
    free: 0,
    running: [],
    load,
    engine,
  });
}

const matrix = { presets: ["default"], edits: {}, factors: [], seeds: [0] };
const launch = (world: World, slurm?: SlurmAsk, retries?: number, recipe = "two") =>
  launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe,
    matrix,
    experiment: { title: "on slurm" },
    limits: { slurm, retries },
  }).runs[0];

const recipes = [scriptOnGpus("two", 2)];
const place = (change: Partial<Place>): Place => ({
  job: "12",
  native: "PENDING",
  why: "waits for free resources, first in line (Resources)",
  stuck: false,
  expectedStart: Date.UTC(2026, 10, 24, 15),
  node: null,
  lost: false,
  ...change,
});

function onSlurm(slurm: SlurmAsk = {}, retries?: number) {
  const world = makeWorld();
  const worker = joinWorker(world, { name: "cluster", recipes });
  tellEngine(world, worker);
  const run = launch(world, slurm, retries);
  const beat = (attemptId: string, told: Place) =>
    heartbeatAttempt(world.as({ kind: "attempt", attemptId }), attemptId, {
      fence: 1,
      sentAt: world.clock.now,
      alive: false,
      rssMiB: null,
      cpuSeconds: null,
      place: told,
    });
  const why = () => asPlainText(getRun(world.ctx, run.id).row.why);
  return { world, worker, run, beat, why, state: () => getRun(world.ctx, run.id).row.state };
}

test("a run that asks for Slurm waits for a worker there, and no other one gets it", () => {
  const world = makeWorld();
  const here = joinWorker(world, { name: "here", recipes });
  const run = launch(world, { partition: "gpu" });
  expect(here.claim()).toBeNull();
  expect(getRun(world.ctx, run.id).row.why).toContain("waits for a worker on a Slurm cluster");
  const cluster = joinWorker(world, { name: "cluster", identity: "c".repeat(32), recipes });
  tellEngine(world, cluster);
  expect(here.claim()).toBeNull();
  expect(cluster.claim()).toMatchObject({ slurm: { partition: "gpu" }, gpus: [] });
});

test("a cluster gives out its own GPUs: the server leases none, and does not wait for any", () => {
  const { worker } = onSlurm();
  expect(worker.claim()).toMatchObject({ gpus: [], slurm: {} });
});

test("what no connected cluster could ever start is refused at its field", () => {
  const { world } = onSlurm();
  expect(codeOf(() => launch(world, { gpus: 3 })).code).toBe("invalid");
  expect(() => launch(world, { partition: "gpo" })).toThrow('There is no partition "gpo". There is gpu.');
  expect(() => launch(world, { minutes: 1441 })).toThrow(/Partition gpu allows at most 24\sh\./);
});

test("a form learns of the cluster from the plan", () => {
  const { world } = onSlurm();
  expect(planLaunch(world.ctx, { recipe: "two", matrix }).engines).toMatchObject([
    { worker: "cluster", kind: "slurm", partitions: [{ name: "gpu" }] },
  ]);
});

test("how long a launch takes is not divided by what a cluster's worker may follow: Slurm says when each run starts", () => {
  const world = makeWorld();
  const cluster = joinWorker(world, { name: "cluster", identity: "c".repeat(32), slots: 64 });
  tellEngine(world, cluster);
  const seeds = Array.from({ length: 8 }, (_, k) => k);
  const plan = (on?: "slurm") =>
    planLaunch(world.ctx, {
      recipe: "grpo",
      matrix: { presets: ["baseline"], edits: {}, factors: [], seeds },
      on,
    }).estimate;
  const onSlurmOnly = plan();
  expect(onSlurmOnly).toMatchObject({ slots: 0, queue: "slurm" });
  joinWorker(world, { slots: 2 });
  const here = plan();
  expect(here).toMatchObject({ slots: 2, queue: null });
  expect(here.seconds).toBeCloseTo(((onSlurmOnly.seconds ?? 0) * seeds.length) / 2, 9);
  expect(plan("slurm")).toEqual(onSlurmOnly);
});

test("a chain is offered the clusters that can run all of it, and goes there with what was asked for", () => {
  const world = makeWorld();
  const plan = () => planPipeline(world.ctx, { chain: "sft-dgro-prm", smoke: true });
  expect(plan().engines).toEqual([]);
  const cluster = joinWorker(world, { name: "cluster", slots: 64 });
  tellEngine(world, cluster);
  expect(plan().engines).toMatchObject([{ worker: "cluster", partitions: [{ name: "gpu" }] }]);
  const { launch: stages, baseline } = plan();
  const chain = { launchKey: freshKey(), experiment: { title: "there" }, stages, baseline };
  launchPipeline(world.ctx, { ...chain, limits: { slurm: { partition: "gpu", minutes: 30 } } });
  expect(cluster.claim()).toMatchObject({ slurm: { partition: "gpu", minutes: 30 } });
});

test("list and run page say why it waits in Slurm, and when it is expected to start", () => {
  const { worker, world, beat, why, run, state } = onSlurm();
  const attempt = worker.claim();
  beat(attempt?.attemptId ?? "", place({}));
  expect(state()).toBe("starting");
  expect(why()).toBe(
    "waits for free resources, first in line (Resources); expected to start 2026-11-24 15:00:00 UTC [Slurm PENDING, job 12]",
  );
  const page = getRun(world.ctx, run.id);
  expect(page.message).toContain("waits for free resources, first in line (Resources); expected to start");
  expect(page.attempts[0].place).toMatchObject({ native: "PENDING", job: "12" });
  const { queue, engine: its } = workerPage(world.ctx, { id: worker.workerId, hours: 1 });
  expect(queue).toMatchObject([{ runId: run.id, why: expect.stringContaining("Resources") }]);
  expect(its?.partitions.map(({ name }) => name)).toEqual(["gpu"]);
});

test("a lost node is unreachable and no verdict, though its worker is heard; heard again it goes on", () => {
  const { worker, world, beat, why, state } = onSlurm();
  const { attemptId } = startNext(world, worker);
  const lost = place({
    native: "NODE_FAIL",
    lost: true,
    why: "Slurm has lost its node n2",
    expectedStart: null,
  });
  beat(attemptId, lost);
  beat(attemptId, lost);
  expect([state(), why()]).toEqual(["unreachable", "Slurm has lost its node n2; not a verdict"]);
  beat(attemptId, place({ native: "RUNNING", why: null, expectedStart: null }));
  expect(state()).toBe("running");
});

test("what a node posts itself says more than an engine that has lost it, as long as it speaks", () => {
  const { worker, world, beat, state } = onSlurm();
  const { attemptId, send } = startNext(world, worker);
  const lost = place({ native: "NODE_FAIL", lost: true, why: "Slurm has lost its node n2" });
  beat(attemptId, lost);
  expect(state()).toBe("unreachable");
  send({ t: "points", step: 1, at: 1, values: { "reward/raw": 1 } });
  beat(attemptId, lost);
  expect(state()).toBe("running");
  world.clock.now += world.ctx.timing.unreachableAfterMs + 1;
  beat(attemptId, lost);
  expect(state()).toBe("unreachable");
});

test("a preempted attempt is no failure; where retries were chosen another one follows", () => {
  for (const [retries, then] of [
    [undefined, "killed"],
    [1, "queued"],
  ] as const) {
    const { world, worker, state } = onSlurm({}, retries);
    startNext(world, worker).finish({ code: null, signal: "SIGTERM", reason: "preempted" });
    expect(state()).toBe(then);
  }
});

test("of a cluster a recipe that knows both asks for a GPU where a node of the partition has one", () => {
  const world = makeWorld();
  const recipes = [scriptOnGpus("either", "0..1"), scriptOnGpus("many", "1..8")];
  const cluster = joinWorker(world, { name: "cluster", recipes });
  tellEngine(world, cluster);
  const asked = (recipe: string, limits: RunLimits = {}) => {
    launchRuns(world.ctx, {
      launchKey: freshKey(),
      recipe,
      matrix,
      experiment: { title: "asks" },
      limits,
    });
    return cluster.claim()?.slurm?.gpus;
  };
  expect(asked("either")).toBe(1);
  expect(asked("either", { device: "cpu" })).toBe(0);
  expect(asked("many", { slurm: { partition: "gpu" } })).toBe(2);
  expect(asked("many", { slurm: { gpus: 1 } })).toBe(1);
});
