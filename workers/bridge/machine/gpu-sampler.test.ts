import { expect, onTestFinished, test } from "vitest";
import { fakeNvidiaSmi } from "../testing/fake-nvidia-smi.ts";
import { temporaryFolder, until } from "../testing/world.ts";
import { startGpuSampler } from "./gpu-sampler.ts";

function openSampler(prepare: (fake: ReturnType<typeof fakeNvidiaSmi>) => void = () => {}) {
  const fake = fakeNvidiaSmi(temporaryFolder(onTestFinished));
  fake.gpus([{ uuid: "GPU-a" }, { uuid: "GPU-b" }]);
  prepare(fake);
  const before = process.env.PATH;
  process.env.PATH = fake.path;
  const sampler = startGpuSampler(100);
  onTestFinished(() => {
    sampler.stop();
    process.env.PATH = before;
  });
  const named = () => sampler.gpus();
  return { fake, sampler, named };
}

test("two children that live on answer every period; nothing is started per sample", async () => {
  const { fake, sampler, named } = openSampler();
  await sampler.ready;
  await until("a GPU is busy", () => {
    fake.gpus([{ uuid: "GPU-a", busy: "93", used: "4096" }, { uuid: "GPU-b" }]);
    return named()[0]?.reading.busyShare === 0.93;
  });
  fake.apps([{ uuid: "GPU-a", pid: 31_877, memory: "4000" }]);
  await until("its process is named", () => named()[0].apps[0]?.memoryMiB === 4000);
  expect(named()[1].apps).toEqual([]);
  fake.apps([]);
  await until("the process is gone", () => named()[0].apps.length === 0);
  expect(fake.asked()).toHaveLength(2);
});

test("a GPU that the driver stops naming is gone since it was named last, and back when it is named again", async () => {
  const { fake, named } = openSampler();
  await until("both are named", () => named().length === 2);
  fake.gpus([{ uuid: "GPU-a" }]);
  await until("one is gone", () => named().find(({ reading }) => reading.uuid === "GPU-b")?.goneSince);
  expect(named().find(({ reading }) => reading.uuid === "GPU-a")?.goneSince).toBeNull();
  fake.gpus([{ uuid: "GPU-a" }, { uuid: "GPU-b" }]);
  await until("it is back", () => named().every(({ goneSince }) => goneSince === null));
});

test("a driver that ends with a sentence is started again, and its sentence stands meanwhile", async () => {
  const { fake, sampler, named } = openSampler((its) =>
    its.breaks("Unable to determine the device handle: GPU is lost."),
  );
  await sampler.ready;
  await until("the sentence is there", () => sampler.problem()?.includes("GPU is lost"));
  fake.breaks(null);
  await until("it works again", () => named().length === 2 && sampler.problem() === null);
});

test("while the whole driver is silent no process counts as gone", async () => {
  const { fake, named } = openSampler((its) => its.apps([{ uuid: "GPU-a", pid: 31_877 }]));
  await until("its process is named", () => named()[0]?.apps.length === 1);
  fake.breaks("Failed to initialize NVML: Driver/library version mismatch");
  await until("the GPUs are gone", () => named().every(({ goneSince }) => goneSince !== null));
  expect(named()[0].apps).toMatchObject([{ pid: 31_877 }]);
});

test("an older driver is asked without the fields that it does not know", async () => {
  const { fake, sampler, named } = openSampler((its) =>
    its.lacks(["clocks_event_reasons.active", "clocks_throttle_reasons.active"]),
  );
  await sampler.ready;
  await until("the GPUs are named", () => named().length === 2);
  expect(fake.asked().filter((query) => query.startsWith("--query-gpu"))).toHaveLength(3);
});

test("a machine without nvidia-smi has no GPU and no complaint", async () => {
  const before = process.env.PATH;
  process.env.PATH = temporaryFolder(onTestFinished);
  onTestFinished(() => {
    process.env.PATH = before;
  });
  const sampler = startGpuSampler(100);
  await sampler.ready;
  expect([sampler.gpus(), sampler.problem()]).toEqual([[], null]);
});
