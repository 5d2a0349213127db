import { expect, test } from "vitest";
import type { RecipeManifest } from "../protocol/manifest.ts";
import type { GpuState } from "../protocol/machine/machine.ts";
import { openLocal } from "./executors/local/local.ts";
import { FakeStore } from "./fake-store.ts";
import { toyRecipe, toyTrainers } from "./fixtures/toy-recipe.ts";
import { bootId } from "./proc.mjs";
import { RefusedAssignment } from "./session.ts";
import { launchToy } from "./testing/world.ts";
import { type LaunchContext, planLaunch } from "./trainer-process.ts";

const environment = {
  PATH: "/bin",
  HOME: "/home/ada",
  LC_ALL: "C",
  ABLAB_TOKEN_FILE: "/secret",
  AWS_SECRET_ACCESS_KEY: "x",
  NODE_OPTIONS: "--inspect",
  LD_PRELOAD: "/evil.so",
  PYTHONSTARTUP: "/evil.py",
} as unknown as NodeJS.ProcessEnv;

function context(change: Partial<LaunchContext> = {}): LaunchContext {
  return {
    server: "http://127.0.0.1:7330",
    trainers: toyTrainers,
    home: "/data",
    gpus: [],
    gpuShare: 1,
    executor: openLocal(),
    ...change,
  };
}

const assignment = launchToy(new FakeStore(), { events: 3, end: "exit" }).assignment;
const cudaTrainers = { ...toyTrainers, recipes: [{ ...toyRecipe, device: "cuda" } satisfies RecipeManifest] };
const gpu = (index: number, change: Partial<GpuState> = {}): GpuState => ({
  uuid: `GPU-${index}`,
  index,
  name: "H200",
  busyShare: 0,
  memoryUsedMiB: 4,
  memoryTotalMiB: 143_771,
  powerWatts: 70,
  powerLimitWatts: 700,
  celsius: 30,
  slowedBy: [],
  mig: false,
  goneSince: null,
  processes: [],
  heldBy: [],
  ...change,
});

test("an assignment becomes the complete argument list of its recipe", () => {
  const launch = planLaunch(assignment, context(), environment);
  expect(launch.argv.slice(0, toyTrainers.command.length)).toEqual(toyTrainers.command);
  expect(launch.argv.slice(toyTrainers.command.length)).toEqual([
    "toy",
    "--seed=1",
    "--events=3",
    "--pause_ms=5",
    "--code=0",
    "--end=exit",
  ]);
  expect(launch).toMatchObject({ attemptId: assignment.attemptId, device: "cpu", bootId: bootId() });
});

test("the trainer gets the tag, the event descriptor, benchmarks, where its points and files go, and no secret or loader hook of the worker", () => {
  const hash = "a".repeat(64);
  const { env } = planLaunch({ ...assignment, benchmarks: [{ name: "hard", hash }] }, context(), environment);
  expect(env).toEqual({
    PATH: "/bin",
    HOME: "/home/ada",
    LC_ALL: "C",
    ABLAB_RUN: assignment.attemptId,
    ABLAB_EVENTS_FD: "3",
    ABLAB_GPUS: "0",
    ABLAB_OUTPUT: `/data/runs/${assignment.attemptId}/output`,
    ABLAB_POINTS_URL: `http://127.0.0.1:7330/api/worker/attempts/${assignment.attemptId}/points`,
    ABLAB_POINTS_TOKEN_FILE: `/data/runs/${assignment.attemptId}/token`,
    ABLAB_BENCHMARKS: "/data/benchmarks",
    ABLAB_BENCHMARK_FILES: JSON.stringify({ hard: `/data/benchmarks/${hash}.json` }),
  });
});

const refused = (change: object, where = context()) =>
  expect(() => planLaunch({ ...assignment, ...change }, where, environment));

test("what this worker cannot run is refused with the reason", () => {
  refused({ recipe: "dpo" }).toThrow(/no recipe "dpo"\. It has: toy, toy-gpus, toy-either\./);
  refused({ recipeVersion: "0.9.0" }).toThrow(/wants toy 0\.9\.0, this worker has 1\.0\.0/);
  refused({ params: { ...assignment.params, events: -1 } }).toThrow(
    /Events \(events\) must be a whole number from 0/,
  );
  refused({ params: { ...assignment.params, shell: "rm -rf /" } }).toThrow(/Unknown parameter "shell"/);
  refused({ params: {} }).toThrow(/Events \(events\)/);
  refused({ recipe: "dpo" }).toThrow(RefusedAssignment);
});

const python = { pid: 123, name: "python", user: "mlee", memoryMiB: 900, attemptId: null };
const two = { ...toyTrainers, recipes: [{ ...toyRecipe, device: "cuda", gpus: 2 } satisfies RecipeManifest] };

test("a node may send events itself where the server is reached by a name that means the same there", () => {
  const posts = (server: string, executor: LaunchContext["executor"]) =>
    planLaunch(assignment, context({ server, executor }), environment).post;
  const slurm = { kind: "slurm" as const, caps: { queues: true, givesDevices: true, pollMs: 1 } };
  const { attemptId, fence } = assignment;
  const url = `http://bench.lab:7474/api/worker/attempts/${attemptId}/events`;
  expect(posts("http://bench.lab:7474", slurm)).toEqual({ url, fence });
  for (const here of ["http://127.0.0.1:7474", "http://localhost:7474", "http://[::1]:7474"])
    expect(posts(here, slurm)).toBeUndefined();
  expect(posts("http://bench.lab:7474", openLocal())).toBeUndefined();
});

test("a run gets the GPUs that the server gave to it, by uuid and in the order of the bus", () => {
  const launch = planLaunch(
    { ...assignment, gpus: ["GPU-1", "GPU-2"] },
    context({ trainers: two, gpus: [gpu(0), gpu(1), gpu(2, { heldBy: [assignment.attemptId] })] }),
    { ...environment, CUDA_VISIBLE_DEVICES: "0" },
  );
  expect(launch.device).toBe("GPU-1,GPU-2");
  expect(launch.env).toMatchObject({ CUDA_VISIBLE_DEVICES: "GPU-1,GPU-2", CUDA_DEVICE_ORDER: "PCI_BUS_ID" });
});

test("a run without GPUs sees none of those that the machine has", () => {
  const { device, env } = planLaunch(assignment, context({ gpus: [gpu(0)] }), environment);
  expect([device, env.CUDA_VISIBLE_DEVICES]).toEqual(["cpu", ""]);
});

test("a GPU that is not what it was when it was given out starts nothing, and the reason names what is there", () => {
  const onOne = (change: Partial<GpuState> | null, gpuShare = 1) =>
    refused(
      { gpus: ["GPU-0"] },
      context({ trainers: cudaTrainers, gpuShare, gpus: change ? [gpu(0, change)] : [] }),
    );
  onOne(null).toThrow(/GPU-0 that was given to it is not on this machine any more/);
  onOne({ processes: [python] }).toThrow(/python \(pid 123 of mlee\) uses it now/);
  onOne({ goneSince: 5 }).toThrow(/the driver has stopped naming it/);
  onOne({ mig: true }).toThrow(/cut into instances/);
  onOne({ heldBy: ["att_1"] }).toThrow(/att_1 holds it now/);
  onOne({ memoryUsedMiB: 40_000 }).toThrow(/in use now by no process/);
  onOne({ heldBy: ["att_1"], memoryUsedMiB: 40_000 }, 2).not.toThrow();
  refused({}, context({ trainers: cudaTrainers, gpus: [gpu(0)] })).toThrow(/needs 1 of the GPUs here/);
  refused({ gpus: ["GPU-0"] }, context({ gpus: [gpu(0)] })).toThrow(/needs 0 of the GPUs here/);
});
