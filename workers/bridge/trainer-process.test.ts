import { expect, test } from "vitest";
import type { RecipeManifest } from "../protocol/manifest.ts";
import type { DeviceInfo } from "../protocol/messages.ts";
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
    devices: [],
    held: new Set(),
    ...change,
  };
}

const assignment = launchToy(new FakeStore(), { events: 3, end: "exit" }).assignment;
const cudaTrainers = { ...toyTrainers, recipes: [{ ...toyRecipe, device: "cuda" } satisfies RecipeManifest] };
const gpu = (index: number): DeviceInfo => ({
  kind: "gpu",
  index,
  name: "H200",
  uuid: `GPU-${index}`,
  memoryMiB: null,
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

test("the trainer gets the tag, the event descriptor, benchmarks, and where its points go, and no secret or loader hook of the worker", () => {
  const hash = "a".repeat(64);
  const { env } = planLaunch({ ...assignment, benchmarks: [{ name: "hard", hash }] }, context(), environment);
  expect(env).toEqual({
    PATH: "/bin",
    HOME: "/home/ada",
    LC_ALL: "C",
    ABLAB_RUN: assignment.attemptId,
    ABLAB_EVENTS_FD: "3",
    ABLAB_POINTS_URL: `http://127.0.0.1:7330/api/worker/attempts/${assignment.attemptId}/points`,
    ABLAB_POINTS_TOKEN_FILE: `/data/runs/${assignment.attemptId}/token`,
    ABLAB_BENCHMARKS: "/data/benchmarks",
    ABLAB_BENCHMARK_FILES: JSON.stringify({ hard: `/data/benchmarks/${hash}.json` }),
  });
});

const refused = (change: object, where = context()) =>
  expect(() => planLaunch({ ...assignment, ...change }, where, environment));

test("what this worker cannot run is refused with the reason", () => {
  refused({ recipe: "dpo" }).toThrow(/no recipe "dpo"\. It has: toy\./);
  refused({ recipeVersion: "0.9.0" }).toThrow(/wants toy 0\.9\.0, this worker has 1\.0\.0/);
  refused({ params: { ...assignment.params, events: -1 } }).toThrow(
    /Events \(events\) must be a whole number from 0/,
  );
  refused({ params: { ...assignment.params, shell: "rm -rf /" } }).toThrow(/Unknown parameter "shell"/);
  refused({ params: {} }).toThrow(/Events \(events\)/);
  refused({ recipe: "dpo" }).toThrow(RefusedAssignment);
});

test("a recipe that needs a GPU gets one that no other run here holds, by uuid", () => {
  const devices = [gpu(0), gpu(1)];
  const launch = planLaunch(
    assignment,
    context({ trainers: cudaTrainers, devices, held: new Set(["GPU-0"]) }),
    {
      ...environment,
      CUDA_VISIBLE_DEVICES: "0",
    },
  );
  expect(launch.device).toBe("GPU-1");
  expect(launch.env).toMatchObject({ CUDA_VISIBLE_DEVICES: "GPU-1", CUDA_DEVICE_ORDER: "PCI_BUS_ID" });
  refused({}, context({ trainers: cudaTrainers })).toThrow(/needs a GPU, and nvidia-smi shows none/);
  refused({}, context({ trainers: cudaTrainers, devices, held: new Set(["GPU-0", "GPU-1"]) })).toThrow(
    /each of the 2 here trains a run/,
  );
});
