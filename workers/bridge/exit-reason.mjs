import { stripVTControlCharacters } from "node:util";

/**
 * Pure: what the end of a trainer is called and the sentence a person reads first.
 *
 * @typedef {"ok" | "error" | "stopped" | "out_of_memory" | "unknown"} SeenReason
 * @typedef {object} SeenEnd
 * @property {number | null} code
 * @property {string | null} signal
 * @property {boolean} asked whether a signal of ours was sent before it ended
 * @property {string} logTail end of stdout and stderr
 * @property {string | null} oomEvidence
 */

/** What runtimes print when they, not the kernel, run out of memory. */
const OUT_OF_MEMORY_WORDS =
  /JavaScript heap out of memory|^MemoryError\b|CUDA out of memory|CUDA_ERROR_OUT_OF_MEMORY|std::bad_alloc|OutOfMemoryError|Cannot allocate memory/m;

/** Signals that a process does not cause by its own code: somebody or something outside sent them. */
const FROM_OUTSIDE = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]);

const ERROR_WORDS = /error|exception|fatal|abort|panic|out of memory|bad_alloc|cannot|failed|segmentation/i;
/** Lines of a stack trace: JavaScript, native (V8, glibc), Python. They name errors without being one. */
const STACK_FRAME = /^(?:at |\d+: 0x|#\d+ |File "|-{3,}|Traceback )/;
const MAX_DETAIL = 600;

/**
 * @param {SeenEnd} end
 * @returns {{ reason: SeenReason, detail: string }}
 */
export function describeExit({ code, signal, asked, logTail, oomEvidence }) {
  if (asked) return { reason: "stopped", detail: "" };
  if (code === 0) return { reason: "ok", detail: "" };
  const last = lastErrorLine(logTail);
  if (OUT_OF_MEMORY_WORDS.test(last)) return { reason: "out_of_memory", detail: last };
  if (signal === "SIGKILL" && oomEvidence !== null)
    return { reason: "out_of_memory", detail: clip(`Killed by the kernel: ${oomEvidence}. ${last}`) };
  if (signal !== null && FROM_OUTSIDE.has(signal)) {
    const said = linesOf(logTail).at(-1);
    return {
      reason: "unknown",
      detail: clip(
        `Ablab did not send it, and nothing shows that memory was short.${said === undefined ? "" : ` Last line of the log: ${said}`}`,
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
  return clip(lines.findLast((line) => ERROR_WORDS.test(line)) ?? lines.at(-1) ?? "");
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
