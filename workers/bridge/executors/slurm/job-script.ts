import type { SlurmAsk } from "../../../protocol/executors/slurm-ask.ts";
import type { JobKey } from "../executor.ts";

/** What Slurm is told of a job. Pure. */

/** A word for the shell of the job, whatever it holds. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The script of a job: it becomes our supervisor, so that what Slurm signals is the supervisor itself. Nothing in it is secret:
 * the token lies in a file of the folder that only its user reads.
 */
export function jobScript(supervisor: readonly string[]): string {
  return `#!/bin/sh\numask 077\nunset SLURM_EXPORT_ENV\nexec ${supervisor.map(quoted).join(" ")}\n`;
}

/** From how long a job on the time limit is told a minute before: Slurm may be a minute early. */
const WARNED_FROM_MINUTES = 5;

/** Arguments of sbatch. The name is the key; nothing of this process's environment goes along. */
export function sbatchArguments(key: JobKey, folder: string, ask: SlurmAsk): string[] {
  const gpus = ask.gpus ?? 0;
  const given: [string, string | number | undefined][] = [
    ["partition", ask.partition],
    ["account", ask.account],
    ["qos", ask.qos],
    ["time", ask.minutes],
    ["mem", ask.memoryMiB === undefined ? undefined : `${ask.memoryMiB}M`],
    ["cpus-per-task", ask.cpus],
    [
      "gres",
      gpus === 0 ? undefined : ["gpu", ask.gpuKind, gpus].filter((part) => part !== undefined).join(":"),
    ],
    ["signal", (ask.minutes ?? WARNED_FROM_MINUTES) >= WARNED_FROM_MINUTES ? "B:USR2@60" : undefined],
  ];
  return [
    "--parsable",
    `--job-name=${key}`,
    `--comment=${key}`,
    "--dependency=singleton",
    "--no-requeue",
    "--export=NIL",
    "--nodes=1",
    "--ntasks=1",
    "--open-mode=append",
    `--chdir=${folder}`,
    // In this name alone Slurm takes %j for the id of the job, and so on.
    `--output=${folder.replaceAll("%", "%%")}/supervisor.log`,
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
  ];
}

/** The id in what sbatch printed: "123" or "123;cluster"; null where there is none. */
export const idOfAnswer = (out: string): string | null => /^(\d+)(;\S+)?$/m.exec(out.trim())?.[1] ?? null;

/** Words of a controller that did not take the question at all, as opposed to one that said no. */
const SILENT =
  /unable to contact|connection refused|timed out|did not answer|cannot be started|communication|temporarily unavailable|slurm_receive_msg|backup controller|try again|Transport endpoint|error sending/i;

export const isSilence = (err: string): boolean => err === "" || SILENT.test(err);

/** Why sbatch said no, in its own words, without its prefixes. */
export function refusalOf(err: string): string {
  const lines = err
    .split("\n")
    .map((line) => line.replace(/^s?batch: (error: )?/, "").trim())
    .filter(Boolean);
  const last = lines.at(-1)?.replace(/^Batch job submission failed: /, "") ?? "";
  const more = lines.slice(0, -1).filter((line) => !last.includes(line));
  return [last, ...more].join(" ").slice(0, 600);
}
