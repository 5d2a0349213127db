import { expect, test } from "vitest";
import { GpuHolds } from "./gpu-holds.ts";
import type { SampledGpu } from "./gpu-sampler.ts";

/** GPU-0 at a time, with what is in use on it and by whom. */
function gpuAt(
  at: number,
  used: number | null,
  pids: number[] = [],
  memoryMiB: number | null = 0,
): SampledGpu {
  const facts = {
    busyShare: 0,
    powerWatts: null,
    powerLimitWatts: null,
    celsius: null,
    slowedBy: [],
    mig: false,
  };
  const reading = { ...facts, uuid: "GPU-0", index: 0, name: "H100", driver: null };
  return {
    at,
    goneSince: null,
    reading: { ...reading, memoryUsedMiB: used, memoryTotalMiB: 81_559 },
    apps: pids.map((pid) => ({ uuid: "GPU-0", pid, name: "python", memoryMiB })),
  };
}
const ours = { attemptId: "att_1", gpus: ["GPU-0"] };
/** Processes below 100 are those of the attempt. */
const attemptOf = (pid: number) => (pid < 100 ? "att_1" : null);

function run() {
  const holds = new GpuHolds();
  holds.update([], [gpuAt(0, 500)], 0, attemptOf);
  holds.update([ours], [gpuAt(1, 500)], 1, attemptOf);
  holds.update([ours], [gpuAt(2, 60_000, [7])], 2, attemptOf);
  return {
    holds,
    after: (gpu: SampledGpu, now: number) => {
      holds.update([], [gpu], now, attemptOf);
      return holds.heldBy("GPU-0");
    },
  };
}

test("an end alone frees nothing: the reading must be from after it, without its process, with the memory of before", () => {
  const { holds, after } = run();
  expect(holds.heldBy("GPU-0")).toEqual(["att_1"]);
  expect(after(gpuAt(2, 500), 3)).toEqual(["att_1"]); // a reading from before the end
  expect(after(gpuAt(4, 60_000, [7]), 4)).toEqual(["att_1"]); // its process is still there
  expect(after(gpuAt(5, 60_000), 5)).toEqual(["att_1"]); // gone, and its memory is not
  expect(after(gpuAt(6, 700), 6)).toEqual([]);
});

test("of a training that a former worker began nobody knows the memory of before: then it must be idle", () => {
  const holds = new GpuHolds();
  const after = (gpu: SampledGpu, now: number) => {
    holds.update([], [gpu], now, attemptOf);
    return holds.heldBy("GPU-0");
  };
  holds.update([ours], [gpuAt(1, 60_000, [7])], 1, attemptOf);
  expect(after(gpuAt(3, 60_000), 2)).toEqual(["att_1"]);
  expect(after(gpuAt(4, 900), 4)).toEqual([]);
});

test("memory of somebody who came meanwhile does not keep it", () => {
  const { after } = run();
  expect(after(gpuAt(4, 9_000, [400], 8_400), 3)).toEqual([]);
});

test("a GPU that has vanished is not proven free", () => {
  const { after } = run();
  expect(after({ ...gpuAt(9, 0), goneSince: 4 }, 10)).toEqual(["att_1"]);
});

test("where a driver says no memory the process alone decides", () => {
  const { after } = run();
  expect(after(gpuAt(4, null, [7], null), 3)).toEqual(["att_1"]);
  expect(after(gpuAt(5, null), 5)).toEqual([]);
});

test("an attempt that is taken up again holds as before", () => {
  const { holds } = run();
  holds.update([], [gpuAt(3, 60_000, [7])], 3, attemptOf);
  holds.update([ours], [gpuAt(4, 500)], 4, attemptOf);
  expect(holds.heldBy("GPU-0")).toEqual(["att_1"]);
});
