import type { GpuState, MachineMean, MachineState } from "../../protocol/machine/machine.ts";

/** The mean of what was measured; null where something was not. */
function mean(values: readonly (number | null | undefined)[]): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (const value of values) {
    if (value === null || value === undefined) return null;
    sum += value;
  }
  return sum / values.length;
}

/** Pure: means over states that follow each other; at least one. Who held a GPU at their end holds it in the mean. */
export function meanOf(states: readonly MachineState[]): MachineMean {
  const last = states[states.length - 1];
  const all = (read: (state: MachineState) => number | null) => mean(states.map(read));
  // The first rates of a meter are unknown; a window is not lost for them.
  const rates = (read: (state: MachineState) => number | null) =>
    mean(states.map(read).filter((value) => value !== null));
  return {
    at: last.at,
    gpus: last.gpus.map((gpu) => {
      const its = states.map((state) => state.gpus.find(({ uuid }) => uuid === gpu.uuid));
      const of = (read: (gpu: GpuState) => number | null) =>
        mean(its.map((one) => (one && one.goneSince === null ? read(one) : null)));
      return {
        uuid: gpu.uuid,
        busyShare: of((one) => one.busyShare),
        memoryUsedMiB: of((one) => one.memoryUsedMiB),
        powerWatts: of((one) => one.powerWatts),
        celsius: of((one) => one.celsius),
        slowedShare: of((one) => (one.slowedBy.length > 0 ? 1 : 0)),
        heldBy: gpu.heldBy,
        foreign: gpu.processes.some(({ attemptId }) => attemptId === null || !gpu.heldBy.includes(attemptId)),
      };
    }),
    cpuShare: rates((state) => state.cpuShare),
    memoryShare: all(({ memoryUsedBytes: used, memoryTotalBytes: total }) =>
      used === null || !total ? null : Math.min(1, used / total),
    ),
    diskFreeBytes: all((state) => state.diskFreeBytes),
    receivedBytesPerSecond: rates((state) => state.receivedBytesPerSecond),
    sentBytesPerSecond: rates((state) => state.sentBytesPerSecond),
  };
}
