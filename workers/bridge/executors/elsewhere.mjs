import { hostname } from "node:os";
import { join } from "node:path";
import { readProcess } from "../proc.mjs";
import { writeWhole } from "../record-file.mjs";

/** What a supervisor does more where an engine has started it on another machine: that of nobody who could look at it. */

/** What an engine tells a job of itself and of its devices; nothing else of the job's environment is passed on. */
const OF_ENGINE =
  /^(SLURM_(?!EXPORT_ENV)|SLURMD_|CUDA_VISIBLE_DEVICES$|ROCR_VISIBLE_DEVICES$|GPU_DEVICE_ORDINAL$|TMPDIR$)/;

/**
 * @param {number | undefined} beatMs absent: it runs beside its worker
 * @returns {Record<string, string | undefined>}
 */
export function givenByEngine(beatMs) {
  if (beatMs === undefined) return {};
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => OF_ENGINE.test(name)));
}

/**
 * @param {number | undefined} beatMs
 * @returns {string | undefined} the node and its devices, where an engine has chosen them
 */
export function deviceOf(beatMs) {
  if (beatMs === undefined) return undefined;
  const devices = process.env.CUDA_VISIBLE_DEVICES;
  return `${process.env.SLURMD_NODENAME ?? hostname()}${devices ? `, GPU ${devices}` : ""}`;
}

/**
 * Writes every few milliseconds that it lives and what its trainer costs, and looks for an order that lies in the folder.
 * @param {string} directory
 * @param {import("../proc.mjs").ProcessId} id
 * @param {number | undefined} beatMs
 * @param {() => void} onBeat
 * @returns {() => void} ends it
 */
export function startBeating(directory, id, beatMs, onBeat) {
  if (beatMs === undefined) return () => {};
  let n = 0;
  const beat = () => {
    const facts = readProcess(id.pid);
    n += 1;
    try {
      const costs = { rssMiB: facts?.rssMiB ?? null, cpuSeconds: facts?.cpuSeconds ?? null };
      writeWhole(join(directory, "beat.json"), { n, ...costs });
    } catch {
      // A full disk; that is no reason to end anything.
    }
    onBeat();
  };
  beat();
  const timer = setInterval(beat, beatMs);
  return () => clearInterval(timer);
}
