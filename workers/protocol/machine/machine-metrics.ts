import type { MetricInfo } from "../metrics/metric-info.ts";

/**
 * The system series of a run. Each point is the mean of a few readings; x is seconds that the run was under way, attempts one
 * after the other without the time between them. Where Weights & Biases has a name for the same quantity it is that one
 * (`gpu.0.gpu`, `powerWatts`, `temp`), so that runs from anywhere lie under the same names.
 */
export const MACHINE_AXIS = "seconds";

type Fact = Pick<MetricInfo, "title" | "unit" | "definition">;
const fact = (title: string, unit: string, definition: string): Fact => ({ title, unit, definition });

/** Of a GPU that the run holds, behind `gpu.<index>.`. */
const OF_GPU: Record<string, Fact> = {
  gpu: fact("busy", "%", "share of the time in which a kernel ran; it does not say how full the chip was"),
  memory_used: fact("memory", "GiB", "memory in use on the whole device, by whatever uses it"),
  own_memory: fact("memory, training", "GiB", "memory that the processes of the training hold on it"),
  memoryAllocated: fact("memory share", "%", "share of the device's memory in use, by whatever uses it"),
  powerWatts: fact("power", "W", "power that the board draws"),
  temp: fact("temperature", "°C", "temperature of the chip"),
  slowed: fact(
    "slowed",
    "share",
    "share of the readings in which heat, power or hardware kept its clocks down",
  ),
};

/** Of the machine and of the training's own process. */
const OF_MACHINE = {
  "machine.cpu": fact("Processors, machine", "share", "share of all processors of the machine that was busy"),
  "machine.memory": fact(
    "Memory, machine",
    "share",
    "share of the machine's memory in use, by whatever uses it",
  ),
  "machine.disk_free": fact("Disk, free", "GiB", "free space where the worker keeps its runs"),
  "machine.received": fact("Network, in", "MB/s", "bytes that the machine received, without its loopback"),
  "machine.sent": fact("Network, out", "MB/s", "bytes that the machine sent, without its loopback"),
  "machine.own_cpu": fact(
    "Processors, training",
    "processors",
    "processor time of the training's process per second, without its children",
  ),
  "machine.own_memory": fact(
    "Memory, training",
    "GiB",
    "resident memory of the training's process, without its children",
  ),
} satisfies Record<string, Fact>;

export type MachineMetricName = keyof typeof OF_MACHINE;
export const MACHINE_METRICS = Object.keys(OF_MACHINE) as MachineMetricName[];
export const GPU_METRICS = Object.entries(OF_GPU).map(([part, { title }]) => ({ part, title }));

export const gpuMetric = (
  index: number,
  part: "gpu" | "memory_used" | "own_memory" | "memoryAllocated" | "powerWatts" | "temp" | "slowed",
): string => `gpu.${index}.${part}`;

const GPU_NAME = /^gpu\.(\d{1,4})\.([A-Za-z_]+)$/;

/** Which GPU a system series is of, and what of it; null where it is of none. */
export function gpuMetricParts(name: string): { index: number; part: string } | null {
  const [, index, part] = GPU_NAME.exec(name) ?? [];
  return part !== undefined && Object.hasOwn(OF_GPU, part) ? { index: Number(index), part } : null;
}

/** Facts about a system series; undefined where the name is none. */
export function machineMetric(name: string): MetricInfo | undefined {
  const ofGpu = gpuMetricParts(name);
  const known = ofGpu
    ? { ...OF_GPU[ofGpu.part], title: `GPU ${ofGpu.index}, ${OF_GPU[ofGpu.part].title}` }
    : Object.hasOwn(OF_MACHINE, name)
      ? OF_MACHINE[name as MachineMetricName]
      : undefined;
  return known && { ...known, better: null, section: "progress" };
}
