import { stripVTControlCharacters } from "node:util";
import { causeOf, OF_A_LAUNCHER, OWN_ERROR, RANK } from "../protocol/attempts/causes.mjs";

/**
 * Pure: what the end of a trainer is called and the sentence a person reads first.
 *
 * @typedef {"ok" | "error" | "stopped" | "out_of_memory" | "time_limit" | "unknown"} SeenReason
 * @typedef {object} SeenEnd
 * @property {number | null} code
 * @property {string | null} signal
 * @property {boolean} asked whether a signal of ours was sent before it ended
 * @property {boolean} [overTime] whether it was sent because the time was up
 * @property {string} logTail end of stdout and stderr
 * @property {import("./oom-evidence.mjs").OomEvidence} oom what the kernel says of memory
 */

/** Signals that a process does not cause by its own code: somebody or something outside sent them. */
const IS_EXTERNAL = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]);

const ERROR_WORDS = /error|exception|fatal|abort|panic|out of memory|bad_alloc|cannot|failed|segmentation/i;
/** Lines of a stack trace: JavaScript, native (V8, glibc), Python. They name errors without being one. */
const STACK_FRAME = /^(?:at |\d+: 0x|#\d+ |File "|-{3,}|Traceback )/;
const MAX_DETAIL = 600;

/**
 * @param {SeenEnd} end
 * @returns {{ reason: SeenReason, detail: string }}
 */
export function describeExit({ code, signal, asked, overTime = false, logTail, oom }) {
  if (overTime) return { reason: "time_limit", detail: "" };
  if (asked) return { reason: "stopped", detail: "" };
  if (code === 0) return { reason: "ok", detail: "" };
  const last = lastErrorLine(logTail);
  const found = causeOf({ code, signal, lines: tailOf(logTail) });
  if (found?.cause.memory) return { reason: "out_of_memory", detail: clip(found.line) };
  if (signal === "SIGKILL" && oom.proof !== null)
    return { reason: "out_of_memory", detail: clip(`Killed by the kernel: ${oom.proof}. ${last}`) };
  if (signal !== null && IS_EXTERNAL.has(signal)) {
    const said = linesOf(logTail).at(-1);
    return {
      reason: "unknown",
      detail: clip(
        `Ablab did not send it, and ${oom.hint ?? "nothing shows that memory was short"}.${said === undefined ? "" : ` Last line of the log: ${said}`}`,
      ),
    };
  }
  return { reason: "error", detail: last };
}

/**
 * The line that says most about a failure: the last one that names an error, else the last one.
 * @param {string} logTail
 * @returns {string}
 */
export function lastErrorLine(logTail) {
  const lines = linesOf(logTail);
  const ofRank = rankError(lines);
  if (ofRank !== null) return clip(ofRank);
  return clip(lines.findLast((line) => ERROR_WORDS.test(line)) ?? lines.at(-1) ?? "");
}

/** The rank that a launcher's report names as the first that failed. */
const FIRST_FAILED = /^rank\s*: (\d+) \(local_rank/;

/**
 * What the rank that failed first said, where a launcher of several processes only says that one has; null otherwise.
 * @param {readonly string[]} lines
 */
function rankError(lines) {
  const launcher = lines.findIndex((line) => OF_A_LAUNCHER.test(line));
  if (launcher < 0) return null;
  const rank = lines.flatMap((line) => FIRST_FAILED.exec(line)?.[1] ?? []).at(-1);
  const errors = lines.slice(0, launcher).filter((line) => OWN_ERROR.test(line.replace(RANK, "")));
  const own = errors.filter((line) => RANK.exec(line)?.[0].includes(`${rank}]`));
  const found = (own.length > 0 ? own : errors).at(-1);
  if (found === undefined) return null;
  const text = found.replace(RANK, "");
  return rank === undefined ? text : `rank ${rank}: ${text}`;
}

const TAIL_LINES = 80;
const TAIL_CHARACTERS = 2800;

/**
 * The last lines of a log as a person may read them, oldest first: without colours and control characters, of a progress bar its
 * last state. As many as fit into a record.
 * @param {string} logTail
 * @returns {string[]}
 */
export function tailOf(logTail) {
  const lines = stripVTControlCharacters(logTail)
    .split(/\r?\n/)
    .map((line) =>
      line
        .slice(line.lastIndexOf("\r") + 1)
        .replace(/[\p{Cc}\p{Cf}\p{Cs}\uFFFD]/gu, (c) => (c === "\t" ? "  " : "")),
    )
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .slice(-TAIL_LINES);
  let room = TAIL_CHARACTERS;
  const kept = [];
  for (const line of lines.toReversed()) {
    const short = line.length <= MAX_DETAIL ? line : `${line.slice(0, MAX_DETAIL - 1)}…`;
    room -= Buffer.byteLength(JSON.stringify(short)) + 1;
    if (room < 0) break;
    kept.push(short);
  }
  return kept.toReversed();
}

/** @param {string} logTail */
function linesOf(logTail) {
  return stripVTControlCharacters(logTail)
    .split(/[\r\n]+/)
    .map(printable)
    .filter((line) => line !== "" && !STACK_FRAME.test(line));
}

/** @param {string} line */
function printable(line) {
  return line.replace(/[\p{Cc}\p{Cf}\p{Cs}\uFFFD]/gu, "").trim();
}

/** @param {string} text */
function clip(text) {
  const trimmed = text.trim();
  return trimmed.length <= MAX_DETAIL ? trimmed : `${trimmed.slice(0, MAX_DETAIL - 1).trimEnd()}…`;
}
