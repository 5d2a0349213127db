import { contentLines } from "../../../workers/protocol/recipes/content-hash.ts";
import type { GpuCount } from "../../../workers/protocol/machine/gpu-count.ts";
import type { GpuState, MachineState } from "../../../workers/protocol/machine/machine.ts";
import { RecipeFile } from "../../../workers/protocol/recipes/recipe-file.ts";
import { versionWithHash } from "../../../workers/protocol/recipes/script-version.ts";
import type { RegisterMessage } from "../../../workers/protocol/messages.ts";
import { ListRunsInput } from "../../contracts/run.ts";
import type { RunLimits } from "../../contracts/attempts/continuing.ts";
import { asPlainText } from "../../wording/typography.ts";
import { finishAttempt } from "../attempts/finish.ts";
import { launchRuns } from "../runs/launch.ts";
import { listRuns } from "../runs/list.ts";
import { freshKey, joinWorker, makeWorld } from "../testing.ts";
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

/** A script that takes so many GPUs, as a worker offers it. */
export function scriptOnGpus(slug: string, gpus: GpuCount): RegisterMessage["recipes"][number] {
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

/** A worker whose recipes take GPUs, and whose machine says what a test wants with the next claim. */
export function openLab(gpus: GpuState[], change: Partial<MachineState> = {}) {
  const world = makeWorld();
  const recipes = [
    scriptOnGpus("one", 1),
    scriptOnGpus("two", 2),
    scriptOnGpus("eight", 8),
    scriptOnGpus("none", 0),
    scriptOnGpus("either", "0..1"),
    scriptOnGpus("some", "1..4"),
  ];
  const worker = joinWorker(world, { name: "bench-01", recipes, slots: 16 });
  let said = machine(gpus, change);
  return {
    world,
    worker,
    /** The worker says this of its machine with the next claim. */
    says(next: GpuState[], more: Partial<MachineState> = {}) {
      said = machine(next, { ...change, ...more });
    },
    claim: (fate?: "arrives" | "is lost") => worker.claim(9, fate, said),
    launch(recipe: string, seed = 0, limits?: RunLimits) {
      const matrix = { presets: ["default"], edits: {}, factors: [], seeds: [seed] };
      const experiment = { title: recipe };
      return launchRuns(world.ctx, { launchKey: freshKey(), recipe, matrix, experiment, limits }).runs[0];
    },
    why: () =>
      listRuns(world.ctx, ListRunsInput.parse({ state: "waiting" })).rows.map(({ name, why }) =>
        asPlainText(`${name}: ${why}`),
      ),
    end(assignment: { attemptId: string; fence: number } | null) {
      if (!assignment) throw new Error("nothing was claimed");
      const { attemptId, fence } = assignment;
      const exit = { code: 0, signal: null, askedBy: null, reason: "ok" as const, endedAt: world.clock.now };
      finishAttempt(world.as({ kind: "attempt", attemptId }), attemptId, {
        fence,
        lastSeq: 0,
        exit: { ...exit, escalation: [], detail: "", leftovers: 0 },
      });
    },
  };
}

/** A process that is not of Ablab. */
export const python = { pid: 31_877, name: "python", user: "mlee", memoryMiB: 62_669, attemptId: null };
