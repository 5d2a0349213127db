import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { toyOnEither, toyOnGpus } from "../fixtures/toy-recipe.ts";
import { fakeNvidiaSmi } from "../testing/fake-nvidia-smi.ts";
import { emitting, finished, openWorld, until } from "../testing/world.ts";

const TWO = [{ uuid: "GPU-a" }, { uuid: "GPU-b" }];

/** A real worker whose nvidia-smi names two GPUs; it looks at them ten times a second. */
async function openGpuWorld() {
  const world = await openWorld(onTestFinished);
  const fake = fakeNvidiaSmi(world.home);
  fake.gpus(TWO);
  world.work({ env: { PATH: fake.path, ABLAB_SAMPLE_SECONDS: "0.1" } });
  const state = () => world.store.machines.at(-1)?.state;
  const heldBy = (uuid: string) => state()?.gpus.find((gpu) => gpu.uuid === uuid)?.heldBy;
  await until("the machine is told", () => state()?.gpus.length === 2);
  const launch = (gpus: string[], end = "polite", more: { besideOthers?: true; ranMs?: number } = {}) =>
    world.store.launch({
      recipe: toyOnGpus.slug,
      recipeVersion: toyOnGpus.version,
      params: { events: 20, pause_ms: 5, code: 0, end },
      gpus,
      ...more,
    });
  return { ...world, fake, state, heldBy, launch };
}

test("a worker registers the GPUs that nvidia-smi names, and says what they and the machine do", async () => {
  const { store, fake, state } = await openGpuWorld();
  const devices = store.registrations[0].devices.filter(({ kind }) => kind === "gpu");
  expect(devices.map(({ uuid }) => uuid)).toEqual(["GPU-a", "GPU-b"]);
  fake.gpus([{ uuid: "GPU-a", busy: "93", used: "4096", reasons: "0x0000000000000020" }, { uuid: "GPU-b" }]);
  fake.apps([{ uuid: "GPU-a", pid: process.pid, memory: "4000" }]);
  await until("the load is told", () => {
    const gpu = state()?.gpus[0];
    return gpu?.processes.length === 1 && gpu.busyShare === 0.93;
  });
  expect(state()).toMatchObject({ gpuProblem: null, driver: "550.90.07", gpuShare: 1 });
  expect(state()?.gpus[0]).toMatchObject({ busyShare: 0.93, slowedBy: ["heat"], heldBy: [] });
  expect(state()?.gpus[0].processes[0]).toMatchObject({ pid: process.pid, attemptId: null });
  expect(state()?.memoryTotalBytes).toBeGreaterThan(0);
  await until("means are told", () => store.machines.some(({ means }) => means.length > 0));
});

test("a run holds its GPUs until its process and its memory are gone", async () => {
  const { store, fake, heldBy, state, launch, directoryOf } = await openGpuWorld();
  const run = launch(["GPU-a", "GPU-b"]);
  await emitting(run);
  const environment = readFileSync(`/proc/${run.start?.pid}/environ`, "utf8").split("\0");
  expect(environment).toContain("CUDA_VISIBLE_DEVICES=GPU-a,GPU-b");
  expect(run.start?.device).toBe("GPU-a,GPU-b");
  fake.gpus([{ uuid: "GPU-a", used: "60000" }, { uuid: "GPU-b" }]);
  fake.apps([{ uuid: "GPU-a", pid: Number(run.start?.pid), memory: "59000" }]);
  await until("its process is known as its own", () =>
    state()?.gpus[0].processes.some(({ attemptId }) => attemptId === run.assignment.attemptId),
  );
  await until("its series arrive", () => {
    const values = new Set(run.points.flatMap(({ series }) => series.map(({ metric }) => metric)));
    return (
      values.has("gpu.0.own_memory") &&
      values.has("gpu.1.memoryAllocated") &&
      values.has("gpu.1.temp") &&
      values.has("machine.cpu")
    );
  });
  store.cancel(run);
  await finished(run);
  await until("the empty one is free", () => heldBy("GPU-b")?.length === 0);
  expect(heldBy("GPU-a")).toEqual([run.assignment.attemptId]);
  fake.apps([]);
  fake.gpus(TWO);
  await until("its memory is gone, too", () => heldBy("GPU-a")?.length === 0);
  expect(directoryOf(run).launch()?.device).toBe("GPU-a,GPU-b");
});

test("what the machine does under a further attempt goes on behind the time that earlier ones ran", async () => {
  const { store, launch } = await openGpuWorld();
  const run = launch(["GPU-a", "GPU-b"], "polite", { ranMs: 7_200_000 });
  const xs = await until("its series arrive", () =>
    run.points.flatMap(({ series }) => series).find(({ metric }) => metric === "machine.cpu"),
  );
  expect(xs.axis).toBe("seconds");
  expect(Math.min(...xs.x)).toBeGreaterThanOrEqual(7200);
  store.cancel(run);
  await finished(run);
});

test("a GPU that vanishes under a training is said, and the training goes on", async () => {
  const { store, fake, state, launch } = await openGpuWorld();
  const run = launch(["GPU-a", "GPU-b"]);
  await emitting(run);
  fake.gpus([{ uuid: "GPU-a" }]);
  await until("it is gone", () => state()?.gpus.find(({ uuid }) => uuid === "GPU-b")?.goneSince);
  fake.breaks("Unable to determine the device handle for GPU 0000:65:00.0: GPU is lost.");
  await until("the driver's words are told", () => state()?.gpuProblem?.includes("GPU is lost"));
  expect(run.state).toBe("running");
  store.cancel(run);
  await finished(run);
  expect(run.exit?.reason).toBe("stopped");
});

test("a run whose GPU somebody else has taken meanwhile is refused with their name, and may be given out again", async () => {
  const { fake, state, launch } = await openGpuWorld();
  fake.apps([{ uuid: "GPU-b", pid: process.pid }]);
  await until("it is seen", () => state()?.gpus[1].processes.length === 1);
  const run = launch(["GPU-a", "GPU-b"]);
  await finished(run);
  expect(run.exit).toMatchObject({ reason: "refused", again: true });
  expect(run.exit?.detail).toMatch(new RegExp(`GPU 1 was free .*\\(pid ${process.pid}`));
  // As the server does: what was just refused is given out again when a look after its end shows that nobody holds it.
  await until("they are let go", () => {
    const told = state();
    return (
      told && told.at > Number(run.exit?.endedAt) && told.gpus.every(({ heldBy }) => heldBy.length === 0)
    );
  });
  const beside = launch(["GPU-a", "GPU-b"], "polite", { besideOthers: true });
  await emitting(beside);
});

test.each([
  ["a GPU that it was given", ["GPU-a"], "GPU-a", "1"],
  ["no GPU of those that stand there", [], "", "0"],
])("a recipe that knows GPU and CPU is told of %s", async (_, gpus, visible, count) => {
  const { store } = await openGpuWorld();
  const run = store.launch({
    recipe: toyOnEither.slug,
    recipeVersion: toyOnEither.version,
    params: { events: 20, pause_ms: 5, code: 0, end: "polite" },
    gpus,
  });
  await emitting(run);
  const environment = readFileSync(`/proc/${run.start?.pid}/environ`, "utf8").split("\0");
  expect(environment).toContain(`CUDA_VISIBLE_DEVICES=${visible}`);
  expect(environment).toContain(`ABLAB_GPUS=${count}`);
});
