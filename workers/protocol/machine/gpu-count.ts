/**
 * How many GPUs a run gets: what its recipe takes, what its launch chose, and what a worker has. Launch, claim, worker, Slurm and
 * form ask here.
 */

/** Most GPUs of one run. */
export const MOST_GPUS = 8;

/** A recipe's word: exactly so many, or "0..1", the least and the most. */
export type GpuCount = number | string;

export interface GpuRange {
  least: number;
  most: number;
}

/** What a launch may force. Without a choice a run takes GPUs where they are, else the CPU. */
export const DEVICE_CHOICES = ["gpu", "cpu"] as const;
export type DeviceChoice = (typeof DEVICE_CHOICES)[number];

/** Least and most of a count as a recipe writes it; null where it is none. */
export function readGpuCount(count: GpuCount): GpuRange | null {
  const [, low, high] = /^(\d)(?:\.\.(\d))?$/.exec(String(count)) ?? [];
  if (low === undefined) return null;
  const range = { least: Number(low), most: Number(high ?? low) };
  return range.least <= range.most && range.most <= MOST_GPUS ? range : null;
}

/** What a recipe takes: without a count one GPU where its device is "cuda", else none. */
export function gpuRange({ device, gpus }: { device: "any" | "cuda"; gpus?: GpuCount }): GpuRange {
  const need = device === "cuda" ? 1 : 0;
  return readGpuCount(gpus ?? need) ?? { least: need, most: need };
}

/** Whether a recipe may be forced onto this device. */
export const canBeOn = ({ least, most }: GpuRange, device: DeviceChoice): boolean =>
  device === "gpu" ? most > 0 : least === 0;

/** What a run of a recipe asks for where its launch chose a device. */
export function gpusAsked({ least, most }: GpuRange, device?: DeviceChoice): GpuRange {
  if (device === "cpu") return { least: 0, most: 0 };
  return device === "gpu" ? { least: Math.max(1, least), most: Math.max(1, most) } : { least, most };
}

/**
 * How many of a worker's GPUs a run gets now; null: it waits. One that may do without takes the CPU where nothing is free, but not
 * where a run of Ablab `held` a GPU that it could get: that ends, and a matrix that is trained half on a CPU compares nothing.
 */
export function gpusNow(
  { least, most }: GpuRange,
  { free, held }: { free: number; held: number },
): number | null {
  if (most === 0) return 0;
  if (free >= Math.max(1, least)) return Math.min(free, most);
  return least === 0 && held === 0 ? 0 : null;
}
