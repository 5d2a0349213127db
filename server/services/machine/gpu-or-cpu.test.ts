import { expect, test } from "vitest";
import type { Surroundings } from "../../../workers/protocol/surroundings.ts";
import { asPlainText } from "../../wording/typography.ts";
import { getRun } from "../runs/get.ts";
import { planLaunch } from "../runs/plan.ts";
import { startClaimed } from "../testing.ts";
import { gpu, openLab, python } from "./testing.ts";

/** What a worker writes down before a script starts, where it found nothing. */
const NO_SURROUNDINGS: Surroundings = {
  host: "box",
  system: "Linux",
  driver: null,
  folder: "/lab/one",
  hash: null,
  files: {},
  git: null,
  interpreter: null,
  packages: {},
};

test("one that can do without a GPU takes a free one, waits for one that a run holds, and never for what is not of Ablab", () => {
  const lab = openLab([gpu(0)]);
  lab.launch("either");
  const first = lab.claim();
  expect(first?.gpus).toEqual(["GPU-0"]);
  lab.launch("either", 1);
  expect(lab.claim()).toBeNull();
  expect(lab.why()[0]).toContain("waits for 1 free GPU on bench-01; 1 is held by");
  lab.end(first);
  lab.says([gpu(0, { processes: [python] })]);
  expect(lab.claim()?.gpus).toEqual([]);
  for (const taken of [gpu(0, { mig: true }), gpu(0, { goneSince: 5 }), gpu(0, { memoryUsedMiB: 60_000 })]) {
    lab.launch("either", 2);
    lab.says([taken]);
    expect(lab.claim()?.gpus).toEqual([]);
  }
  lab.launch("either", 3);
  lab.says([]);
  expect(lab.claim()?.gpus).toEqual([]);
});

test("one that takes several gets those that are free, and at least the least", () => {
  const lab = openLab([gpu(0, { processes: [python] }), gpu(1), gpu(2), gpu(3)]);
  lab.launch("some");
  expect(lab.claim()?.gpus).toEqual(["GPU-1", "GPU-2", "GPU-3"]);
  lab.launch("some", 1);
  expect(lab.claim()).toBeNull();
});

test("a forced device is obeyed: a GPU is waited for, the CPU leaves the GPU free", () => {
  const lab = openLab([gpu(0, { processes: [python] })]);
  const forced = lab.launch("either", 0, { device: "gpu" });
  expect(lab.claim()).toBeNull();
  expect(lab.why()[0]).toContain("waits for 1 free GPU on bench-01; 1 is used by a foreign process");
  const onCpu = lab.launch("either", 1, { device: "cpu" });
  expect(lab.claim()).toMatchObject({ runId: onCpu.id, gpus: [] });
  lab.says([gpu(0)]);
  expect(lab.claim()).toMatchObject({ runId: forced.id, gpus: ["GPU-0"] });
});

test.each([
  ["none", "gpu"],
  ["two", "cpu"],
] as const)("a recipe of which a device makes no sense is not launched: %s on the %s", (recipe, device) => {
  const lab = openLab([gpu(0)]);
  expect(() => lab.launch(recipe, 0, { device })).toThrow(expect.objectContaining({ field: "device" }));
});

test("a plan says where runs would train, and how long one takes on each device", () => {
  const lab = openLab([gpu(0)]);
  const plan = (device?: "gpu" | "cpu", recipe = "either") =>
    planLaunch(lab.world.ctx, {
      recipe,
      matrix: { presets: ["default"], edits: {}, factors: [], seeds: [0, 1, 2] },
      device,
    });
  const runOnce = (device: "gpu" | "cpu", ms: number) => {
    lab.launch("either", 0, { device });
    const assignment = lab.claim();
    if (!assignment) throw new Error("nothing was claimed");
    startClaimed(lab.world, assignment);
    lab.world.clock.now += ms;
    lab.end(assignment);
  };
  lab.claim();
  expect(plan().devices).toMatchObject({
    workers: [{ name: "bench-01", gpus: 1 }],
    each: [
      { device: "gpu", seconds: null, n: 0 },
      { device: "cpu", seconds: null, n: 0 },
    ],
  });
  runOnce("gpu", 10_000);
  runOnce("cpu", 90_000);
  lab.claim();
  const each = [
    { device: "gpu", seconds: 10, n: 1 },
    { device: "cpu", seconds: 90, n: 1 },
  ];
  expect(plan().devices).toMatchObject({ workers: [{ gpus: 1 }], each });
  expect(plan().estimate).toMatchObject({ slots: 1, seconds: 30 });
  expect(plan("cpu").devices).toMatchObject({ workers: [{ gpus: 0 }], each });
  expect(plan("cpu").estimate).toMatchObject({ slots: 16, seconds: 90 });
  expect(plan("gpu", "none")).toMatchObject({ devices: null, issues: [{ field: "device" }] });
  lab.says([]);
  lab.claim();
  expect(plan().devices?.workers).toEqual([{ name: "bench-01", gpus: 0 }]);
});

test("the head of a run names the card that it was given, and the CUDA of its torch", () => {
  const lab = openLab([gpu(0)]);
  lab.launch("one");
  const assignment = lab.claim();
  if (!assignment) throw new Error("nothing was claimed");
  const gpus = [{ uuid: "GPU-0", name: "NVIDIA H200", memoryMiB: 143_771 }];
  const surroundings = { ...NO_SURROUNDINGS, gpus, cuda: "12.8" };
  startClaimed(lab.world, assignment, { surroundings });
  expect(asPlainText(getRun(lab.world.ctx, assignment.runId).message)).toContain(
    "on bench-01, NVIDIA H200, 140 GiB, CUDA 12.8",
  );
});
