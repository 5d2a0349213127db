import { cardsOf } from "../recipes/run-code.ts";
import { placeWords } from "../executors/place-words.ts";
import type { AttemptRecord } from "#db/queries/attempts.ts";
import { causeOf } from "../../../workers/protocol/attempts/causes.mjs";
import type { ExitRecord } from "../../../workers/protocol/exit.ts";
import type { AttemptStory } from "../../contracts/attempts/continuing.ts";
import type { StatusEvidence } from "../../contracts/attempt.ts";
import type { Reach } from "../../contracts/reach.ts";
import { countOf, listAnd, plural, writeOf } from "../../wording/counts.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { writeCheckpoint } from "../../wording/checkpoints.ts";
import { writeDuration, writeTimeOfDay } from "../../wording/times.ts";
import { beginSentence } from "../../wording/typography.ts";

/** Which processes had to be killed, where the signal that was sent did not say so already. */
const killedWords = ({ killed = [] }: ExitRecord): string =>
  killed.length === 0 ? "" : `; killed: ${killed.join("; ")}`;

function howItWasStopped(exit: ExitRecord): string {
  const last = exit.escalation.at(-1);
  if (!last) return ": it ended before a signal was sent";
  const [first] = exit.escalation;
  const path = exit.escalation.map((step) => step.signal).join(", then ");
  return `${exit.escalation.length > 1 ? `: ${path}` : ""}, ended ${writeDuration(exit.endedAt - first.at)} after ${first.signal}${killedWords(exit)}`;
}

const REASON_WORDS: Record<ExitRecord["reason"], string> = {
  ok: "reached its last step",
  error: "ended with an error",
  stopped: "stopped",
  out_of_memory: "ran out of memory",
  preempted: "ended for a job of higher priority",
  time_limit: "ran into its time limit",
  refused: "was refused by the worker",
  host_lost: "was lost with its machine: the boot id changed",
  supervisor_lost: "was lost: its process is gone and nobody saw the end",
  dependency: "did not start because the run it depends on did not finish",
  unknown: "ended for a reason that nobody saw",
};

/** A signal that neither Ablab nor the program itself sent. */
const isExternalRun = (exit: ExitRecord): boolean => exit.reason === "unknown" && exit.signal !== null;

/** How it ended by the word of a person or of a client from outside. */
function toldWords({ reason, askedBy, detail }: ExitRecord, client: string, code: string): string {
  if (askedBy === client)
    return `counted as ended by ${client}${detail ? `: ${detail}` : ""}; nobody saw the end`;
  const what = reason === "ok" ? "finished" : reason === "stopped" ? "stopped" : "failed";
  const asked = askedBy === null ? "" : ` after ${askedBy} asked for it`;
  const more = [code, detail].filter(Boolean).join(", ");
  return `${what}${asked}, as ${client} said${more ? ` (${more})` : ""}`;
}

/** Why an attempt failed, where its log or its end says so. */
export function whyItFailed({
  reason,
  code,
  signal,
  detail,
  tail,
  toldBy,
}: ExitRecord): AttemptStory["cause"] {
  if (toldBy !== undefined || !["error", "out_of_memory"].includes(reason)) return null;
  const found = causeOf({ code, signal, lines: tail ?? [detail] });
  if (!found) return null;
  const { id, words, advice } = found.cause;
  return { id, words, advice, line: found.line };
}

const endedAfter = (n: number): string =>
  n === 0
    ? ""
    : `; ${countOf(n, "process that it had left running was", "processes that it had left running were")} ended`;

/** What an exit code of 0 proves: of a script the step that it came to, of our own trainers that they are done. */
function exitedWell({ code, leftovers }: ExitRecord, reach: Reach | null): string {
  if (reach === null) return REASON_WORDS.ok;
  const { step, planned } = reach;
  const exited = code === null ? "ended" : `exited with code ${code}`;
  if (planned === 0) return `${exited}${endedAfter(leftovers)}`;
  if (step !== null && step >= planned) return REASON_WORDS.ok;
  const where =
    step === null
      ? `; none of ${countOf(planned, "planned step")} was logged`
      : ` at step ${writeWhole(step)} of ${writeWhole(planned)} (planned)`;
  return `${exited}${where}${endedAfter(leftovers)}`;
}

/** How an attempt ended, as one clause for a list; of a script's also how far it came. */
export function exitWords(exit: ExitRecord, reach: Reach | null): string {
  const code = exit.code === null ? "" : `exit ${exit.code}`;
  const signal = exit.signal === null ? "" : exit.signal;
  const how = [code, signal].filter(Boolean).join(", ");
  if (exit.toldBy !== undefined) return toldWords(exit, exit.toldBy, code);
  if (exit.reason === "ok")
    return exit.detail ? `${exit.detail}${how ? ` (${how})` : ""}` : exitedWell(exit, reach);
  if (exit.reason === "stopped")
    return `stopped by ${exit.askedBy ?? "somebody"}${howItWasStopped(exit)}${code ? ` (${code})` : ""}`;
  if (isExternalRun(exit))
    return `killed from outside with ${signal}; ${exit.detail}`.replace(/(?<![;.\s])[;.\s]+$/, "");
  if (exit.reason === "time_limit")
    return `${REASON_WORDS.time_limit}${howItWasStopped(exit)}${code ? ` (${code})` : ""}`;
  const cause = whyItFailed(exit);
  const said = cause?.line || exit.detail;
  const detail = said ? `: ${said}` : "";
  return `${cause?.words ?? REASON_WORDS[exit.reason]}${how ? ` (${how})` : ""}${detail}`;
}

/** What proves a status, in words. */
export function proofWords(evidence: StatusEvidence): string {
  switch (evidence.kind) {
    case "request":
      return `asked by ${evidence.by}`;
    case "claim":
      return `claimed by worker ${evidence.worker}`;
    case "process":
      return `process ${evidence.pid}, kernel start ${evidence.pidStart}, boot ${evidence.bootId.slice(0, 8)}, supervisor ${evidence.supervisorPid}`;
    case "exit": {
      const parts = [evidence.code === null ? "no exit code" : `exit code ${evidence.code}`];
      if (evidence.signal) parts.push(`signal ${evidence.signal}`);
      parts.push(`reason ${evidence.reason}`);
      if (evidence.askedBy) parts.push(`asked by ${evidence.askedBy}`);
      return `exit record: ${parts.join(", ")}`;
    }
    case "dependency":
      return `it takes its input from ${evidence.name} (${evidence.run}), which ${evidence.state === "deleted" ? "was deleted" : `ended as ${evidence.state}`}`;
    case "told": {
      const code = evidence.code === null ? "" : `, exit code ${evidence.code}`;
      return `${evidence.client} said so${code}${evidence.reason ? `: ${evidence.reason}` : ""}; nobody saw it`;
    }
    case "again": {
      const { step, path } = evidence;
      const from = path === null ? "from the start" : `from ${writeCheckpoint({ step, path })}`;
      const asked = evidence.automatic ? "automatically, as chosen at launch" : `asked by ${evidence.by}`;
      return `${evidence.what} ${from}, ${asked}`;
    }
    case "dead":
      return `marked as lost by ${evidence.by}: no heartbeat since ${writeTimeOfDay(evidence.since)}, and nobody saw the end`;
    case "silence":
      return `no heartbeat since ${writeTimeOfDay(evidence.since)}`;
    case "heard":
      return `heartbeat again after none since ${writeTimeOfDay(evidence.after)}`;
  }
}

/** Its cards by name where they are on record, else by the beginning of their uuids; anything else as it is. */
function deviceWords(device: string, surroundings: AttemptRecord["surroundings"]): string {
  const cards = surroundings && cardsOf(surroundings);
  if (cards) return surroundings.cuda ? `${cards}, CUDA ${surroundings.cuda}` : cards;
  const gpus = device.split(",").map((one) => /^GPU-([0-9A-Za-z]{1,8})/.exec(one)?.[1]);
  const known = gpus.filter((gpu) => gpu !== undefined);
  return known.length < gpus.length ? device : `${plural(known.length, "GPU")} ${listAnd(known)}`;
}

/** What its worker does before it can start a process, or where an engine has it, where either says so. */
function beforeStart({ phase, phaseStep, phaseTotal, place }: AttemptRecord): string {
  if (place) return placeWords(place);
  if (phase === null) return "its process is not reported yet";
  return phaseTotal ? `${phase}: ${writeOf(phaseStep ?? 0, phaseTotal, "package")}` : phase;
}

/** The state of a live or ended attempt, as a full sentence for the header of truth. */
export function attemptSentence(attempt: AttemptRecord, worker: string, reach: Reach | null): string {
  const where = `on ${worker}${attempt.device ? `, ${deviceWords(attempt.device, attempt.surroundings)}` : ""}`;
  const process = attempt.pid === null ? "" : `, process ${attempt.pid}`;
  switch (attempt.state) {
    case "starting":
      return `Given to ${worker} at ${writeTimeOfDay(attempt.claimedAt)}; ${beforeStart(attempt)}.`;
    case "running":
      return `Running ${where}${process}.`;
    case "stopping":
      return `Stop asked by ${attempt.stopRequestedBy ?? "somebody"} at ${writeTimeOfDay(attempt.stopRequestedAt ?? 0)}; process ${attempt.pid ?? "unknown"} ${where} has not ended yet.`;
    case "unreachable":
      if (attempt.place?.lost)
        return `${beginSentence(attempt.place.why ?? "nothing is known of it")}. This is not a verdict: the training may go on, and its points arrive when it reconnects.`;
      return `No heartbeat from ${worker} since ${writeTimeOfDay(attempt.lastSeenAt)}. This is not a verdict: the training may go on, and its points will arrive when the worker calls again.`;
    default:
      return attempt.exit ? `${endSentence(attempt.exit, reach)} Ran ${where}${process}.` : `Ended ${where}.`;
  }
}

function endSentence(exit: ExitRecord, reach: Reach | null): string {
  // What a log says may end as a sentence does.
  const words = exitWords(exit, reach).replace(/\.$/, "");
  // The log itself stands below on the page of the run.
  if (isExternalRun(exit)) return `${beginSentence(words.split(/\.? Last line of the log: /, 1)[0])}.`;
  return `It ${exit.reason === "stopped" ? "was " : ""}${words}.`;
}
