import type { GpuProcess } from "../../../workers/protocol/machine/machine.ts";
import type { DeviceChoice, GpuRange } from "../../../workers/protocol/machine/gpu-count.ts";
import type { LaunchDevices } from "../../contracts/launch/plan.ts";
import { countOf, listAnd, plural, writeCount } from "../../wording/counts.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { beginSentence } from "../../wording/typography.ts";
import { writeDuration } from "../../wording/times.ts";
import { type BookedGpu, usableGpus } from "./gpu-book.ts";

const MIB = 2 ** 20;

/** A process that is not of the holders, so that a person finds it: "python (pid 31877 of mlee, 61.2 GiB)". */
export function processWords({ name, pid, user, memoryMiB, attemptId }: GpuProcess): string {
  const whose = user === null ? "" : ` of user ${user}`;
  const memory = memoryMiB === null ? "" : `, ${writeBytes(memoryMiB * MIB)}`;
  const tag = attemptId === null ? "" : `, of attempt ${attemptId}`;
  return `${name} (pid ${String(pid)}${whose}${memory}${tag})`;
}

/** Who or what keeps a GPU from being given out; null where nothing does. */
export function keeperWords({ verdict, holders }: Pick<BookedGpu, "verdict" | "holders">): string | null {
  switch (verdict.is) {
    case "free":
      return null;
    case "held":
      return listAnd(
        holders.map(({ name, ended }) =>
          ended ? `${name}, which has ended but has not left its memory` : name,
        ),
      );
    case "foreign":
      return `a foreign process: ${listAnd(verdict.processes.slice(0, 3).map(processWords))}`;
    case "memory":
      return `memory that no process answers for (${writeBytes(verdict.usedMiB * MIB)})`;
    case "gone":
      return "its driver has stopped naming it";
    case "mig":
      return "it is cut into instances (MIG), and Ablab gives out whole GPUs";
  }
}

/** What stands on so many GPUs, behind their count: "1 is held by ada". */
function standsWords(one: BookedGpu, n: number): string {
  const be = plural(n, "is", "are");
  const keeper = keeperWords(one) ?? "";
  switch (one.verdict.is) {
    case "free":
      return `${be} free`;
    case "held":
      return `${be} held by ${keeper}`;
    case "foreign":
      return `${be} used by ${keeper}`;
    case "memory":
      return `${be} kept by ${keeper}`;
    case "gone":
      return `${plural(n, "has", "have")} vanished`;
    case "mig":
      return `${be} cut into instances (MIG)`;
  }
}

/** Why a run that needs so many GPUs does not start on this worker: what stands on each, those with the same reason together. */
export function gpuReason(worker: string, book: readonly BookedGpu[] | null, needs: number): string {
  const wanted = countOf(needs, "free GPU");
  if (book === null) return `waits for ${wanted}: ${worker} has not said yet what its GPUs do`;
  const alike = Map.groupBy(
    book.toSorted((a, b) => Number(b.verdict.is === "free") - Number(a.verdict.is === "free")),
    (one) => standsWords(one, 1),
  );
  const all = [...alike.values()].map(
    (ones) => `${writeCount(ones.length)} ${standsWords(ones[0], ones.length)}`,
  );
  return `waits for ${wanted} on ${worker}${all.length > 0 ? `; ${all.join(", ")}` : ""}`;
}

/** Why no worker will ever start it as it is. */
export function tooManyGpus(
  needs: number,
  workers: readonly { name: string; book: BookedGpu[] | null }[],
): string {
  const has = workers.map(
    ({ name, book }) =>
      `${name} has ${book === null ? "not said how many it has" : writeCount(usableGpus(book).length)}`,
  );
  return `waits for a worker with ${countOf(needs, "GPU")}; ${listAnd(has)}`;
}

/** Why a recipe cannot be forced onto a device. */
export const forcedWords = (slug: string, { least }: GpuRange, device: DeviceChoice): string =>
  device === "gpu"
    ? `${slug} takes no GPU. Leave the device at auto, or let its file say so: "devices": {"gpus": "0..1"}.`
    : `${slug} needs ${countOf(least, "GPU")} and cannot train on the CPU. Leave the device at auto.`;

/** Where runs of a launch train now, and how long one takes on each device. */
export function deviceSentence(
  { least, most }: GpuRange,
  workers: LaunchDevices["workers"],
  each: LaunchDevices["each"],
): string {
  const span = least === most ? countOf(least, "GPU") : `up to ${countOf(most, "GPU")}`;
  const ways =
    most === 0
      ? ["on the CPU"]
      : workers.length === 0
        ? [least > 0 ? `on ${span}` : `on ${span} where one is free, else on the CPU`]
        : workers.map(({ name, gpus }) => {
            if (gpus === null) return `waits for a free GPU on ${name}`;
            return gpus > 0
              ? `on ${countOf(gpus, "GPU")} of ${name}`
              : `on the CPU of ${name}, which has no free GPU`;
          });
  const times = each.map(({ device, seconds, n }) => {
    const where = device === "gpu" ? "on a GPU" : "on the CPU";
    return seconds === null
      ? `not known ${where}`
      : `${writeDuration(seconds * 1000)} ${where} (median of ${countOf(n, "run")})`;
  });
  return beginSentence(`${listAnd([...new Set(ways)])}. A run takes: ${times.join(", ")}.`);
}
