import type { Partition } from "../../../workers/protocol/executors/engine.ts";
import type { SlurmAsk } from "../../../workers/protocol/executors/slurm-ask.ts";
import { countOf, listAnd } from "../../wording/counts.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { writeDuration } from "../../wording/times.ts";
import { parseTimeLimit, TIME_LIMIT_FORM } from "../attempts/time-limit.ts";

/** What a form or a command line asks of Slurm, as typed, and what the cluster says to that. */

/** Names of the typed fields, in the order of a form. */
export const SLURM_FIELDS = [
  "partition",
  "account",
  "qos",
  "time",
  "gpus",
  "gpuKind",
  "memory",
  "cpus",
] as const;
export type SlurmField = (typeof SLURM_FIELDS)[number];
export type SlurmTexts = Partial<Record<SlurmField, string>>;

export interface AskIssue {
  field: SlurmField;
  message: string;
}

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}$/;
const MIB_PER = { M: 1, G: 1024, T: 1024 * 1024 } as const;

/** "8G", "512 M" or "1.5 GiB" in MiB; null where it is none. */
export function memoryMiB(text: string): number | null {
  const found = /^(\d{1,9}(?:\.\d{1,3})?)\s?([MGT])(?:iB|B)?$/.exec(text.trim());
  return found ? Math.ceil(Number(found[1]) * MIB_PER[found[2] as keyof typeof MIB_PER]) : null;
}

const NOT_A_NAME = "is letters, digits and . _ - only.";
const WORDS: Record<"partition" | "account" | "qos" | "gpuKind", string> = {
  partition: "A partition",
  account: "An account",
  qos: "A QOS",
  gpuKind: "A kind of GPU",
};

/** Texts as a request, and every text that cannot be one. An empty text asks for nothing. */
export function askOfTexts(texts: SlurmTexts): { ask: SlurmAsk; issues: AskIssue[] } {
  const issues: AskIssue[] = [];
  const told = (field: SlurmField) => texts[field]?.trim() || undefined;
  const refuse = (field: SlurmField, message: string): undefined => {
    issues.push({ field, message });
    return undefined;
  };
  const name = (field: keyof typeof WORDS) => {
    const text = told(field);
    return text === undefined || NAME.test(text) ? text : refuse(field, `${WORDS[field]} ${NOT_A_NAME}`);
  };
  const whole = (field: "gpus" | "cpus", least: number) => {
    const text = told(field);
    if (text === undefined) return undefined;
    const count = Number(text);
    const what = field === "gpus" ? "The number of GPUs" : "The number of CPUs";
    return Number.isInteger(count) && count >= least && count <= 4096
      ? count
      : refuse(field, `${what} is a whole number.`);
  };
  const time = told("time");
  const seconds = time === undefined ? undefined : parseTimeLimit(time);
  const memory = told("memory");
  const mib = memory === undefined ? undefined : memoryMiB(memory);
  const ask = {
    partition: name("partition"),
    account: name("account"),
    qos: name("qos"),
    minutes:
      seconds === null ? refuse("time", `A time is ${TIME_LIMIT_FORM}.`) : seconds && Math.ceil(seconds / 60),
    gpus: whole("gpus", 0),
    gpuKind: name("gpuKind"),
    memoryMiB: mib === null ? refuse("memory", "Memory is a number with its unit, as 512M, 8G or 1T.") : mib,
    cpus: whole("cpus", 1),
  };
  return { ask: Object.fromEntries(Object.entries(ask).filter(([, value]) => value !== undefined)), issues };
}

/** The partition that a request goes to: the named one, or the cluster's default. */
export const partitionOf = (ask: SlurmAsk, partitions: readonly Partition[]): Partition | undefined =>
  partitions.find(({ name, isDefault }) =>
    ask.partition === undefined ? isDefault : name === ask.partition,
  );

const MIB = 1024 * 1024;
const MINUTE_MS = 60_000;

/** What of a request the cluster's own limits forbid, so that nobody waits for what never starts. */
export function askIssues(ask: SlurmAsk, partitions: readonly Partition[]): AskIssue[] {
  if (partitions.length === 0) return [];
  const found = partitionOf(ask, partitions);
  if (!found) {
    if (ask.partition === undefined) return [];
    const names = listAnd(partitions.map(({ name }) => name));
    return [{ field: "partition", message: `There is no partition "${ask.partition}". There is ${names}.` }];
  }
  const { name, maxSeconds, gpus, gpuKinds, cpus, accounts, qos } = found;
  const issues: AskIssue[] = [];
  const most = (field: SlurmField, message: string) => issues.push({ field, message });
  if (!found.up) most("partition", `Partition ${name} takes no jobs now.`);
  if (ask.minutes !== undefined && maxSeconds !== null && ask.minutes * 60 > maxSeconds)
    most(
      "time",
      `Partition ${name} allows at most ${writeDuration(Math.floor(maxSeconds / 60) * MINUTE_MS)}.`,
    );
  if ((ask.gpus ?? 0) > gpus)
    most(
      "gpus",
      gpus === 0
        ? `Partition ${name} has no GPU.`
        : `A node of partition ${name} has at most ${countOf(gpus, "GPU")}.`,
    );
  if (ask.gpuKind !== undefined && gpuKinds.length > 0 && !gpuKinds.includes(ask.gpuKind))
    most("gpuKind", `Partition ${name} has ${listAnd(gpuKinds)}.`);
  if (ask.memoryMiB !== undefined && found.memoryMiB !== null && ask.memoryMiB > found.memoryMiB)
    most("memory", `A node of partition ${name} has at most ${writeBytes(found.memoryMiB * MIB)}.`);
  if (ask.cpus !== undefined && cpus !== null && ask.cpus > cpus)
    most("cpus", `A node of partition ${name} has at most ${countOf(cpus, "CPU")}.`);
  if (ask.account !== undefined && accounts !== null && !accounts.includes(ask.account))
    most("account", `Partition ${name} takes ${listAnd(accounts)}.`);
  if (ask.qos !== undefined && qos !== null && !qos.includes(ask.qos))
    most("qos", `Partition ${name} takes ${listAnd(qos)}.`);
  return issues;
}

/** Everything wrong with what was typed: texts that say nothing, and what each of the clusters forbids. */
export function slurmIssues(
  texts: SlurmTexts,
  engines: readonly { partitions: readonly Partition[] }[],
): AskIssue[] {
  const { ask, issues } = askOfTexts(texts);
  const forbidden = engines.map(({ partitions }) => askIssues(ask, partitions));
  const possible = forbidden.length === 0 || forbidden.some((found) => found.length === 0);
  return possible ? issues : [...issues, ...forbidden[0]];
}

/** A request as a clause: "main, 2 GPUs, 8 GiB, 12 h"; what is left to the cluster is not in it. */
export function askWords(ask: SlurmAsk): string {
  const parts = [
    ask.partition === undefined ? "" : `partition ${ask.partition}`,
    ask.account === undefined ? "" : `account ${ask.account}`,
    ask.qos === undefined ? "" : `QOS ${ask.qos}`,
    ask.minutes === undefined ? "" : `at most ${writeDuration(ask.minutes * MINUTE_MS)}`,
    ask.gpus === undefined
      ? ""
      : `${countOf(ask.gpus, "GPU")}${ask.gpuKind ? ` of kind ${ask.gpuKind}` : ""}`,
    ask.memoryMiB === undefined ? "" : writeBytes(ask.memoryMiB * MIB),
    ask.cpus === undefined ? "" : countOf(ask.cpus, "CPU"),
  ].filter(Boolean);
  return parts.length === 0 ? "on Slurm, as it gives" : `on Slurm: ${parts.join(", ")}`;
}
