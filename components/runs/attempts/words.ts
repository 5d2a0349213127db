import type { AttemptStory, Continuing } from "#server/contracts/attempts/continuing.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { askWords } from "#server/contracts/executors/slurm-texts.ts";
import { writeCheckpoint } from "#server/wording/checkpoints.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeDuration, writeMoment } from "#server/wording/times.ts";

interface Asked {
  row: Pick<RunDetail["row"], "state">;
  attempts: readonly Pick<RunDetail["attempts"][number], "stopRequestedAt" | "exit">[];
}

/** Whether a stop of what runs now was asked for: that of an attempt before is over where the run waits for another one. */
export function isStopAsked({ row: { state }, attempts }: Asked): boolean {
  const last = attempts.at(-1);
  return state === "stopping" || (state !== "queued" && last?.exit === null && last.stopRequestedAt !== null);
}

/** How an attempt came to be, as a clause. */
export function begunWords(begun: AttemptStory["begun"]): string {
  if (!begun) return "the first";
  const verb = begun.kind === "resume" ? "resumed" : "retried";
  const from = begun.checkpoint ? `from ${writeCheckpoint(begun.checkpoint)}` : "from the start";
  return `${verb} ${from}${begun.automatic ? " automatically, as chosen at launch" : ` by ${begun.by}`}`;
}

/** Work that was done in vain, as a clause; where a checkpoint does not say its step only the time is known. */
export function workLostText({ steps, ms }: NonNullable<Continuing["workLost"]>): string {
  const time = writeDuration(ms);
  return steps === null ? time : `${countOf(steps, "step")}, ${time}`;
}

/** What was chosen for the processes of a run, as a clause; null where nothing was. */
export function limitWords({ limits, retried }: Pick<Continuing, "limits" | "retried">): string | null {
  if (!limits) return null;
  const { timeLimitS, retries, besideOthers, slurm, device } = limits;
  const parts = [
    slurm === undefined ? "" : askWords(slurm),
    device === undefined ? "" : device === "gpu" ? "only on a GPU" : "only on the CPU",
    timeLimitS === undefined ? "" : `ended after ${writeDuration(timeLimitS * 1000)}`,
    retries === undefined
      ? ""
      : `tried again at most ${countOf(retries, "time")}${retried > 0 ? `, ${writeWhole(retried)} so far` : ""}`,
    besideOthers ? "may stand on a GPU beside what is not of Ablab" : "",
  ].filter(Boolean);
  return parts.length === 0 ? null : parts.join("; ");
}

/** Where Slurm has an attempt, or had it last, in its own words. */
export function slurmWords({
  job,
  native,
  node,
  why,
  expectedStart,
}: NonNullable<AttemptStory["place"]>): string {
  const parts = [
    job === null ? "no job yet" : `job ${job}`,
    native,
    node === null ? "" : `on ${node}`,
    why ?? "",
    native === "PENDING" && expectedStart !== null ? `expected to start ${writeMoment(expectedStart)}` : "",
  ];
  return parts.filter(Boolean).join(", ");
}
