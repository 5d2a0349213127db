import type { SlurmAsk } from "../../workers/protocol/executors/slurm-ask.ts";
import {
  askOfTexts,
  SLURM_FIELDS,
  type SlurmField,
  type SlurmTexts,
} from "../contracts/executors/slurm-texts.ts";
import { usageError } from "./exit.ts";
import { text, type VerbInput, type VerbOption } from "./verb.ts";

/** Options of a launch for Slurm. Any of them sends its runs to a cluster. */

const HELP: Record<SlurmField, { value: string; help: string }> = {
  partition: { value: "NAME", help: "partition of the cluster" },
  account: { value: "NAME", help: "account that pays for it" },
  qos: { value: "NAME", help: "quality of service" },
  time: { value: "TIME", help: "Slurm ends a job after this long, as 45m, 12h or 2d" },
  gpus: { value: "N", help: "GPUs of a run, on one node; default: what the recipe needs" },
  gpuKind: { value: "NAME", help: "kind of GPU, by its name in the cluster" },
  memory: { value: "SIZE", help: "memory of a run, as 512M, 8G or 1T" },
  cpus: { value: "N", help: "CPUs of a run" },
};

const optionOf = (field: SlurmField) => `slurm-${field === "gpuKind" ? "gpu-kind" : field}`;

export const SLURM_OPTIONS: Record<string, VerbOption> = {
  slurm: {
    type: "boolean",
    help: "run on the Slurm cluster of a connected worker, with its defaults",
  },
  ...Object.fromEntries(
    SLURM_FIELDS.map((field) => [optionOf(field), { type: "string" as const, ...HELP[field] }]),
  ),
};

/** What was asked for; undefined where nothing of it was. Throws a sentence for what cannot be asked. */
export function slurmAskOf({ options }: VerbInput): SlurmAsk | undefined {
  const texts: SlurmTexts = {};
  for (const field of SLURM_FIELDS) {
    const told = text(options[optionOf(field)]);
    if (told !== undefined) texts[field] = told;
  }
  if (options.slurm !== true && Object.keys(texts).length === 0) return undefined;
  const { ask, issues } = askOfTexts(texts);
  if (issues.length > 0) throw usageError(`--${optionOf(issues[0].field)}: ${issues[0].message}`);
  return ask;
}
