import { expect, test } from "vitest";
import type { MachineMean } from "../../../workers/protocol/machine/machine.ts";
import { asPlainText } from "../../wording/typography.ts";
import { claimAttempt } from "../attempts/claim.ts";
import { gpu, machine, scriptOnGpus } from "../machine/testing.ts";
import { launchRuns } from "../runs/launch.ts";
import { freshKey, joinWorker, makeWorld, type World } from "../testing.ts";
import { findWorkerByToken } from "../workers/identify.ts";
import { workerPage } from "./page.ts";

const python = { pid: 31_877, name: "python", user: "mlee", memoryMiB: 62_669, attemptId: null };

const mean = (at: number, busyShare: number, heldBy: string[]): MachineMean => ({
  at,
  gpus: [
    {
      uuid: "GPU-0",
      busyShare,
      memoryUsedMiB: 1000,
      powerWatts: 300,
      celsius: 50,
      slowedShare: 0,
      heldBy,
      foreign: false,
    },
  ],
  cpuShare: 0.5,
  memoryShare: 0.25,
  diskFreeBytes: 10,
  receivedBytesPerSecond: null,
  sentBytesPerSecond: 1,
});

function launch(world: World, recipe: string) {
  const matrix = { presets: ["default"], edits: {}, factors: [], seeds: [0] };
  return launchRuns(world.ctx, { launchKey: freshKey(), recipe, matrix, experiment: { title: recipe } })
    .runs[0];
}

test("the page says who holds each GPU, what a person should look at, and what waits for what", () => {
  const world = makeWorld();
  const recipes = [scriptOnGpus("one", 1), scriptOnGpus("two", 2)];
  const worker = joinWorker(world, { name: "bench-01", recipes });
  const run = launch(world, "one");
  const waiting = launch(world, "two");
  const gpus = [
    gpu(0, { slowedBy: ["heat"] }),
    gpu(1, { processes: [python] }),
    gpu(2, { mig: true }),
    gpu(3),
  ];
  worker.claim(2, "arrives", machine(gpus));
  const page = workerPage(world.ctx, { id: worker.workerId, hours: 1 });
  expect(page.message).toBe(
    "1 of 4 GPUs are held by runs, 1 is used by others, 1 cannot be given out and 1 is free. 1 run waits here.",
  );
  expect(page.gpus.map(({ use, holders }) => [use, holders.map(({ name }) => name)])).toEqual([
    ["ours", [run.name]],
    ["foreign", []],
    ["out", []],
    ["free", []],
  ]);
  expect(page.findings.map(({ claim }) => claim)).toEqual([
    "GPU 0 slows itself.",
    "GPU 1 is used, not by us.",
    "GPU 2 is cut into instances (MIG).",
  ]);
  expect(asPlainText(page.findings[1].evidence)).toContain("python (pid 31877 of user mlee, 61.2 GiB)");
  expect(page.queue).toMatchObject([{ runId: waiting.id, needs: 2 }]);
  expect(page.queue[0].why).toContain("waits for 2 free GPUs on bench-01");
});

test("the lines are means of what was told, with a gap where nothing was, and a mark where the holder changed", () => {
  const world = makeWorld();
  const { token, workerId } = joinWorker(world, {});
  const end = world.clock.now;
  const worker = findWorkerByToken(world.ctx, token);
  if (!worker) throw new Error("no worker");
  const means = [
    mean(end - 3_500_000, 0.2, []),
    mean(end - 60_000, 0.4, ["att_1"]),
    mean(end, 0.6, ["att_1"]),
  ];
  const told = { workerId, free: 0, running: [], load: { cpuShare: null, memoryShare: null } };
  for (const twice of [1, 2])
    claimAttempt(world.as({ kind: "worker", workerId }), worker, {
      ...told,
      machine: { state: machine([gpu(0)], { at: twice }), means },
    });
  const page = workerPage(world.ctx, { id: workerId, hours: 1 });
  const { busy } = page.gpus[0].lines;
  expect(busy.filter((value) => value !== null)).toEqual([0.2, 0.5]);
  expect(busy.indexOf(null)).toBeGreaterThan(0);
  expect(page.gpus[0].changes).toEqual([busy.length - 1]);
  expect(page.host.lines.received.every((value) => value === null)).toBe(true);
  world.clock.now += 25 * 3_600_000;
  expect(workerPage(world.ctx, { id: workerId, hours: 24 }).gpus[0].lines.busy.every((v) => v === null)).toBe(
    true,
  );
});

test("a GPU that has vanished shows no figure of before as one of now, and what trains on it stays named", () => {
  const world = makeWorld();
  const worker = joinWorker(world, { recipes: [scriptOnGpus("one", 1)] });
  const run = launch(world, "one");
  worker.claim(2, "arrives", machine([gpu(0)]));
  const words = "Unable to determine the device handle: GPU is lost.";
  worker.claim(0, "arrives", machine([gpu(0, { goneSince: 5, busyShare: 0.9 })], { gpuProblem: words }));
  const { gpus, findings } = workerPage(world.ctx, { id: worker.workerId, hours: 1 });
  expect(gpus[0]).toMatchObject({
    use: "out",
    busyShare: null,
    celsius: null,
    holders: [{ name: run.name }],
  });
  expect(findings.map(({ claim }) => claim)).toEqual(["nvidia-smi does not answer.", "GPU 0 has vanished."]);
  expect(findings[0].evidence).toContain(words);
});

test("a worker that is not there is said to be none", () => {
  expect(() => workerPage(makeWorld().ctx, { id: "wkr_0000000000000000", hours: 1 })).toThrow(
    /no worker wkr_/,
  );
});
