import { z } from "zod";

/**
 * What a worker says of its machine every two seconds, with a claim. What nobody measured is null, never 0. Memory of GPUs is
 * in MiB, as the driver says it; everything else in bytes, watts, degrees Celsius and shares from 0 to 1.
 */

const Share = z.number().min(0).max(1).nullable();
const Amount = z.number().min(0).nullable();

/** A process with memory on a GPU. */
export const GpuProcess = z.object({
  pid: z.number().int().min(0),
  name: z.string().max(200),
  /** Whose it is; null where the process is not to be seen from here, as from inside a container. */
  user: z.string().max(80).nullable(),
  memoryMiB: Amount,
  /** The attempt that it belongs to by its tag, of whichever worker; null: none of Ablab. */
  attemptId: z.string().max(40).nullable(),
});
export type GpuProcess = z.infer<typeof GpuProcess>;

/** Why the driver keeps clocks down. */
export const SLOWED_BY = ["heat", "power", "hardware"] as const;

export const GpuState = z.object({
  uuid: z.string().max(120),
  index: z.number().int().min(0).max(1023),
  name: z.string().max(200),
  busyShare: Share,
  memoryUsedMiB: Amount,
  memoryTotalMiB: Amount,
  powerWatts: Amount,
  powerLimitWatts: Amount,
  celsius: z.number().min(-100).max(300).nullable(),
  slowedBy: z.array(z.enum(SLOWED_BY)).max(3),
  /** Cut into instances: the driver says no utilisation for the whole, and Ablab gives out whole GPUs. */
  mig: z.boolean(),
  /** The driver has stopped naming it: since when, Unix ms. */
  goneSince: z.number().int().nullable(),
  processes: z.array(GpuProcess).max(64),
  /** Attempts of this worker that hold it, those included whose end is not proven to have freed it. */
  heldBy: z.array(z.string().max(40)).max(64),
});
export type GpuState = z.infer<typeof GpuState>;

export const MachineState = z.object({
  at: z.number().int(),
  gpus: z.array(GpuState).max(64),
  /** How many runs may stand on one GPU, by the word of whoever started the worker. */
  gpuShare: z.number().int().min(1).max(64),
  /** Why nothing is known of the GPUs, in the driver's own words; null while it speaks, or where there is none. */
  gpuProblem: z.string().max(400).nullable(),
  driver: z.string().max(80).nullable(),
  cpuShare: Share,
  cpus: z.number().int().min(1),
  memoryUsedBytes: Amount,
  memoryTotalBytes: Amount,
  /** Of the file system with the worker's directory. */
  diskFreeBytes: Amount,
  diskTotalBytes: Amount,
  receivedBytesPerSecond: Amount,
  sentBytesPerSecond: Amount,
});
export type MachineState = z.infer<typeof MachineState>;

/** Means over a few states, kept as the machine's history. Of a GPU that was not named in all of them there is no mean. */
export const MachineMean = z.object({
  /** Of the last state in it. */
  at: z.number().int(),
  gpus: z
    .array(
      z.object({
        uuid: z.string().max(120),
        busyShare: Share,
        memoryUsedMiB: Amount,
        powerWatts: Amount,
        celsius: z.number().min(-100).max(300).nullable(),
        /** In how many of the states the driver kept its clocks down. */
        slowedShare: Share,
        heldBy: z.array(z.string().max(40)).max(64),
        /** Something that is not of Ablab used it. */
        foreign: z.boolean(),
      }),
    )
    .max(64),
  cpuShare: Share,
  memoryShare: Share,
  diskFreeBytes: Amount,
  receivedBytesPerSecond: Amount,
  sentBytesPerSecond: Amount,
});
export type MachineMean = z.infer<typeof MachineMean>;

/** What goes with a claim where there is something new: the newest state, and means that were not told yet. */
export const MachineReport = z.object({
  state: MachineState.nullable(),
  means: z.array(MachineMean).max(60),
});
export type MachineReport = z.infer<typeof MachineReport>;

/** A GPU with so much in use by no listed process is not empty; desktops and drivers hold less. */
const IDLE_MIB = 2048;
const IDLE_SHARE = 0.05;

/** Whether so little of a GPU's memory is in use that nothing of a training can be among it. */
export const isIdleMemory = (usedMiB: number, totalMiB: number | null): boolean =>
  usedMiB <= Math.max(IDLE_MIB, IDLE_SHARE * (totalMiB ?? 0));

/** Whether, and if not why, a run may be put onto a GPU. `holders` are all attempts that hold it on anybody's record. */
export type GpuVerdict =
  | { is: "free" }
  | { is: "gone"; since: number }
  | { is: "mig" }
  | { is: "held"; attemptIds: string[] }
  | { is: "foreign"; processes: GpuProcess[] }
  | { is: "memory"; usedMiB: number };

/** Whether a person may say that a run is put there all the same: what stands on it is not of Ablab. */
export const isOfOthers = ({ is }: GpuVerdict): boolean => is === "foreign" || is === "memory";

/**
 * Pure: what the newest word of a GPU allows. A process that is not of a holder keeps it, and so does memory that nobody
 * answers for.
 */
export function judgeGpu(gpu: GpuState, gpuShare: number, holders: readonly string[]): GpuVerdict {
  if (gpu.goneSince !== null) return { is: "gone", since: gpu.goneSince };
  if (gpu.mig) return { is: "mig" };
  const foreign = gpu.processes.filter(({ attemptId }) => attemptId === null || !holders.includes(attemptId));
  if (foreign.length > 0) return { is: "foreign", processes: foreign };
  if (holders.length >= gpuShare) return { is: "held", attemptIds: [...holders] };
  const used = gpu.memoryUsedMiB;
  if (holders.length === 0 && used !== null && !isIdleMemory(used, gpu.memoryTotalMiB))
    return { is: "memory", usedMiB: used };
  return { is: "free" };
}
