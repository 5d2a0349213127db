import { contentLines } from "../../../workers/protocol/recipes/content-hash.ts";
import type { GpuState, MachineState } from "../../../workers/protocol/machine/machine.ts";
import { RecipeFile } from "../../../workers/protocol/recipes/recipe-file.ts";
import { versionWithHash } from "../../../workers/protocol/recipes/script-version.ts";
import type { RegisterMessage } from "../../../workers/protocol/messages.ts";
import { sha256 } from "../hashing.ts";

/** An idle GPU. */
export const gpu = (index: number, change: Partial<GpuState> = {}): GpuState => ({
  uuid: `GPU-${index}`,
  index,
  name: "NVIDIA H100 80GB HBM3",
  busyShare: 0,
  memoryUsedMiB: 4,
  memoryTotalMiB: 81_559,
  powerWatts: 72,
  powerLimitWatts: 700,
  celsius: 34,
  slowedBy: [],
  mig: false,
  goneSince: null,
  processes: [],
  heldBy: [],
  ...change,
});

export const machine = (gpus: GpuState[], change: Partial<MachineState> = {}): MachineState => ({
  at: 1_800_000_000_000,
  gpus,
  gpuShare: 1,
  gpuProblem: null,
  driver: "550.90.07",
  cpuShare: 0.4,
  cpus: 96,
  memoryUsedBytes: 412 * 2 ** 30,
  memoryTotalBytes: 1024 * 2 ** 30,
  diskFreeBytes: 1.2 * 2 ** 40,
  diskTotalBytes: 4 * 2 ** 40,
  receivedBytesPerSecond: 1e6,
  sentBytesPerSecond: 38e6,
  ...change,
});

/** A script that needs so many GPUs, as a worker offers it. */
export function scriptOnGpus(slug: string, gpus: number): RegisterMessage["recipes"][number] {
  const file = RecipeFile.parse({
    slug,
    title: slug,
    version: "1.0",
    command: ["python3", "train.py", "--seed={seed}"],
    metrics: [{ name: "score", better: "higher" }],
    devices: { gpus },
  });
  const files = { "ablab.recipe.json": sha256(JSON.stringify(file)), "train.py": sha256(slug) };
  const version = versionWithHash(file.version, sha256(contentLines(files)));
  return { slug, version, script: { file, folder: `/lab/${slug}`, files } };
}
