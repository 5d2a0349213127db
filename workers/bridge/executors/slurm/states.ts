import type { Place } from "../../../protocol/executors/place.ts";
import { ExitRecord } from "../../../protocol/exit.ts";
import type { Verdict } from "../../adopt.ts";
import type { StopRecord, SupervisedExit } from "../../run-directory.ts";
import type { Row } from "./answers.ts";
import { explainWait } from "./waits.ts";

/** What may be concluded from what Slurm says and from our records. Pure. */

/** All that is known of one job at one moment. */
export interface SlurmEvidence {
  /** The newest answer about it; null where Slurm has none. */
  row: Row | null;
  /** Whether Slurm answered the last time it was asked. */
  answers: boolean;
  /** Slurm was told of it, or may have been. */
  sent: boolean;
  /** A supervisor has taken the attempt. */
  claimed: boolean;
  /** The row is of after the claim: "waits" then means that it waits again. */
  isNewerThanClaim: boolean;
  started: boolean;
  record: SupervisedExit | null;
  /** The record has been there for so long that Slurm's word on it is not waited for any more. */
  recordIsOld: boolean;
  /** Slurm has said for so long that it is over that a record of ours is not waited for any more. */
  wordIsOld: boolean;
  /** Since the supervisor wrote anything, ms; null before it has. */
  silentMs: number | null;
  /** After so long it is said to be silent. */
  silentAfterMs: number;
  stop: StopRecord | null;
  now: number;
  /** The last line that the job itself wrote, where nothing was started. */
  lastWord: string;
}

const OVER = new Set([
  "COMPLETED",
  "FAILED",
  "CANCELLED",
  "TIMEOUT",
  "DEADLINE",
  "PREEMPTED",
  "OUT_OF_MEMORY",
  "BOOT_FAIL",
  "NODE_FAIL",
]);
const WAITING = new Set([
  "PENDING",
  "REQUEUED",
  "REQUEUE_HOLD",
  "REQUEUE_FED",
  "SPECIAL_EXIT",
  "RESV_DEL_HOLD",
]);
const ENDING = new Set(["COMPLETING", "SIGNALING", "STAGE_OUT"]);

/** Whether Slurm holds nothing for it any more. */
export const isOver = (state: string): boolean => OVER.has(state);

export interface Judged {
  verdict: Verdict;
  place: Place;
  /** Slurm would run it again under this attempt's name; it is to be taken out of the queue. */
  cancelAgain: boolean;
}

/** The one function from what Slurm and our records say to what may be said of an attempt. */
export function judgeSlurm(evidence: SlurmEvidence): Judged {
  const { row, answers, record, isNewerThanClaim } = evidence;
  const place = (why: string | null, more: Partial<Place> = {}): Place => ({
    job: row?.id ?? null,
    native: row?.state ?? "",
    why,
    stuck: false,
    expectedStart: null,
    node: row?.nodes ?? null,
    lost: false,
    ...more,
  });
  const say = (verdict: Verdict, why: string | null = null, more: Partial<Place> = {}): Judged => ({
    verdict,
    place: place(why, more),
    cancelAgain: false,
  });
  const lost = (why: string) => say({ is: "lost" }, why, { lost: true });
  const speaks = evidence.silentMs !== null && evidence.silentMs < evidence.silentAfterMs;
  const silence = () => `its supervisor has been silent for ${Math.round((evidence.silentMs ?? 0) / 1000)} s`;

  if (record?.settled) {
    const isOpen = row !== null && !isOver(row.state) && !(WAITING.has(row.state) && isNewerThanClaim);
    if (isOpen && !evidence.recordIsOld) return say({ is: "ending" });
    const again = row !== null && WAITING.has(row.state);
    return {
      ...say({ is: "ended", exit: withSlurmsWord(evidence, ExitRecord.parse(record)) }),
      cancelAgain: again,
    };
  }
  if (!row) {
    if (!evidence.sent && !evidence.claimed) {
      if (evidence.stop) return say({ is: "ended", exit: end(evidence, stopped(evidence)) });
      return say({ is: "unstarted" }, answers ? null : "waits for Slurm to answer");
    }
    if (speaks) return say({ is: "running" }, answers ? "Slurm does not know it" : "Slurm does not answer");
    if (!answers) return lost("Slurm does not answer, so nothing is known of its job");
    return lost("Slurm does not know its job (yet, or any more), and it has left no record of its end");
  }
  const { state } = row;
  if (!answers && !isOver(state)) {
    // What it said last is old by now.
    if (speaks) return say({ is: "running" }, "Slurm does not answer");
    if (evidence.claimed) return lost(`Slurm does not answer, and ${silence()}`);
    return say(
      { is: "queued" },
      `Slurm does not answer; it said last that it ${explainWait(row.reason).why}`,
    );
  }
  if (WAITING.has(state)) {
    if (evidence.claimed && !isNewerThanClaim) return say({ is: evidence.started ? "running" : "starting" });
    if (evidence.claimed) {
      const detail = `Slurm has ended it and put its job back into the queue (${row.reason || state}).`;
      return {
        ...say({ is: "ended", exit: end(evidence, { reason: "preempted", detail }) }),
        cancelAgain: true,
      };
    }
    if (evidence.stop) return say({ is: "ending" }, "is being taken out of Slurm's queue");
    const { why, stuck } = explainWait(state === "PENDING" ? row.reason : state);
    return say({ is: "queued" }, why, { stuck, expectedStart: row.startAt });
  }
  if (ENDING.has(state)) return say({ is: "ending" }, "its processes are ending; its devices are still held");
  if (state === "CONFIGURING") return say({ is: "starting" }, "its node is being prepared");
  if (state === "SUSPENDED" || state === "STOPPED")
    return say({ is: evidence.started ? "running" : "starting" }, "is suspended by Slurm");
  if (state === "RUNNING" || state === "RESIZING") {
    if (!evidence.started) return say({ is: "starting" }, "has its node; its trainer has not begun yet");
    if (evidence.silentMs !== null && !speaks) return lost(`Slurm says it runs, and ${silence()}`);
    return say({ is: "running" });
  }
  if (state === "NODE_FAIL") {
    if (speaks) return say({ is: "running" }, "Slurm has lost its node, and it still speaks");
    return lost(
      `Slurm has lost its node${row.nodes ? ` ${row.nodes}` : ""}; its process may still run there`,
    );
  }
  if (isOver(state)) {
    // Our record may be on its way over a shared disk. Of what never had a node there is none.
    if (row.nodes !== null && !evidence.wordIsOld) return say({ is: "ending" });
    return say({ is: "ended", exit: end(evidence, reportedEnd(evidence, row)) });
  }
  return lost(`Slurm says ${state}, which this version does not know`);
}

type EndWords = Pick<ExitRecord, "reason" | "detail"> & Partial<ExitRecord>;

function end({ now }: SlurmEvidence, words: EndWords): ExitRecord {
  return { code: null, signal: null, askedBy: null, endedAt: now, escalation: [], leftovers: 0, ...words };
}

function stopped({ stop }: SlurmEvidence): EndWords {
  return {
    reason: "stopped",
    askedBy: stop?.askedBy ?? null,
    detail: "It was stopped before it had started.",
  };
}

const LIMIT = "Slurm ended it at the time limit of its job.";
const PREEMPTED = "Slurm ended it for a job of higher priority.";
const MEMORY = "Slurm ended it because it used more memory than its job may.";
const outside = (by: number | null) => `somebody outside Ablab${by === null ? "" : ` (uid ${by})`}`;

/** An end that only Slurm has seen. Exit codes in it are those of our supervisor, so none is told as the trainer's. */
function reportedEnd(evidence: SlurmEvidence, row: Row): EndWords {
  const { stop, claimed, lastWord } = evidence;
  if (stop)
    return {
      ...stopped(evidence),
      ...(claimed && { detail: `Slurm ended it when ${stop.askedBy} asked for that.` }),
    };
  switch (row.state) {
    case "CANCELLED":
      return { reason: "stopped", askedBy: outside(row.by), detail: "Its job was canceled in Slurm." };
    case "TIMEOUT":
    case "DEADLINE":
      return { reason: "time_limit", detail: LIMIT };
    case "PREEMPTED":
      return { reason: "preempted", detail: PREEMPTED };
    case "OUT_OF_MEMORY":
      return { reason: "out_of_memory", detail: MEMORY };
    case "BOOT_FAIL":
      return { reason: "host_lost", detail: "The node that it was given did not start; nothing of it ran." };
  }
  const said = `Slurm says ${row.state}${row.exit ? ` ${row.exit}` : ""}${row.nodes ? ` on ${row.nodes}` : ""}.`;
  if (!claimed)
    return {
      reason: "refused",
      detail: `Its job ended before anything was started. ${lastWord || said}`.slice(0, 2000),
    };
  return { reason: "supervisor_lost", detail: `Its supervisor is gone and left no exit record. ${said}` };
}

/** Our own record wins, whatever Slurm believes; Slurm adds why somebody ended it, which only Slurm knows. */
function withSlurmsWord({ row, stop }: SlurmEvidence, exit: ExitRecord): ExitRecord {
  if (!row || stop || exit.askedBy !== null) return exit;
  if (row.state === "OUT_OF_MEMORY")
    return { ...exit, reason: "out_of_memory", detail: `${MEMORY} ${exit.detail}`.trim() };
  // It had ended by itself before Slurm did anything.
  if (exit.reason === "ok") return exit;
  switch (row.state) {
    case "TIMEOUT":
    case "DEADLINE":
      return { ...exit, reason: "time_limit", detail: LIMIT };
    case "PREEMPTED":
      return { ...exit, reason: "preempted", detail: PREEMPTED };
    case "CANCELLED":
      return {
        ...exit,
        reason: "stopped",
        askedBy: outside(row.by),
        detail: "Its job was canceled in Slurm.",
      };
  }
  return WAITING.has(row.state) ? { ...exit, reason: "preempted", detail: PREEMPTED } : exit;
}
