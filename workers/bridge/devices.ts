import { execFile } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { promisify } from "node:util";
import type { DeviceInfo } from "../protocol/messages.ts";

const MIB = 2 ** 20;
const NVIDIA_SMI = "nvidia-smi";
const QUERY = ["--query-gpu=index,uuid,name,memory.total", "--format=csv,noheader,nounits"];
const TIMEOUT_MS = 10_000;

/** The processors of this machine as one device, then its GPUs. Without a working nvidia-smi there are none. */
export async function listDevices(): Promise<DeviceInfo[]> {
  return [cpuDevice(), ...(await gpuDevices())];
}

function cpuDevice(): DeviceInfo {
  const cores = cpus();
  const model = (cores[0]?.model ?? "").replace(/\s+/g, " ").trim() || process.arch;
  return {
    kind: "cpu",
    index: 0,
    name: `${model} (${cores.length} CPUs)`.slice(0, 200),
    uuid: null,
    memoryMiB: Math.round(totalmem() / MIB),
  };
}

async function gpuDevices(): Promise<DeviceInfo[]> {
  try {
    const { stdout } = await promisify(execFile)(NVIDIA_SMI, QUERY, { timeout: TIMEOUT_MS });
    return parseGpus(stdout);
  } catch {
    return [];
  }
}

/**
 * Lines of `index, uuid, name, memory in MiB`. What the driver does not say (`[N/A]`, `[Not Supported]`) is null, never 0;
 * a line without an index is no device.
 */
export function parseGpus(csv: string): DeviceInfo[] {
  return csv.split("\n").flatMap((line): DeviceInfo[] => {
    const fields = line.split(",").map((field) => field.trim());
    if (fields.length < 4 || !/^\d+$/.test(fields[0])) return [];
    const [index, uuid] = fields;
    const memory = fields[fields.length - 1];
    const name = fields.slice(2, -1).join(", ");
    return [
      {
        kind: "gpu",
        index: Number(index),
        name: (known(name) ?? "GPU").slice(0, 200),
        uuid: known(uuid),
        memoryMiB: /^\d+(\.\d+)?$/.test(memory) ? Number(memory) : null,
      },
    ];
  });
}

function known(field: string): string | null {
  return field === "" || /^\[.*\]$/.test(field) || field === "N/A" ? null : field;
}
