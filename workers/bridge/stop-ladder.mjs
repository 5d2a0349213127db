import { setTimeout as wait } from "node:timers/promises";
import { findRunProcesses, findSession, isRunning, processName, signalProcess } from "./proc.mjs";

/**
 * How a run is ended: politely first, and nothing of it is left over.
 *
 * @typedef {import("./proc.mjs").ProcessId} ProcessId
 * @typedef {{ signal: "SIGINT" | "SIGTERM" | "SIGKILL", at: number }} Rung
 */

const POLL_MS = 20;
/** A scan of /proc reads every process of the machine. */
const SCAN_MS = 100;
/** Processes that end with their parent need a moment; only what is still there after it is a leftover. */
const PARTING_MS = 200;
const LEFTOVER_TERM_MS = 2000;
const KILL_ROUNDS = 50;

/**
 * SIGINT, SIGTERM, SIGKILL on the trainer's process group, each only while something of its session still runs: behind a wrapper
 * it is not the trainer itself that saves. Where the trainer has ended before the first of them nothing is sent. Returns when all
 * have ended, or right after the last rung: no signal is stronger.
 * @param {ProcessId} trainer leader of its process group
 * @param {{ sigintMs: number, sigtermMs: number, first?: string }} times patience after SIGINT and after SIGTERM, and the first
 *   of them to be sent
 * @param {(rung: Rung, killed: string[]) => void} onRung called for each signal that was really sent, the last with what it ended
 * @returns {Promise<void>}
 */
export async function walkLadder(trainer, { sigintMs, sigtermMs, first = "SIGINT" }, onRung) {
  /** @type {[Rung["signal"], number][]} */
  const rungs = [
    ["SIGINT", sigintMs],
    ["SIGTERM", sigtermMs],
    ["SIGKILL", 0],
  ];
  let sent = false;
  for (const [signal, patienceMs] of rungs.slice(first === "SIGTERM" ? 1 : 0)) {
    const at = Date.now();
    const left = sent ? findSession(trainer.pid) : [];
    const killed = signal === "SIGKILL" ? left.map(processName) : [];
    if (!signalProcess(trainer, signal, { group: true })) {
      if (left.length === 0) return;
      for (const id of left) signalProcess(id, signal);
    }
    sent = true;
    onRung({ signal, at }, killed);
    const until = performance.now() + patienceMs;
    await gone(() => isRunning(trainer), patienceMs);
    await gone(() => findSession(trainer.pid).length > 0, until - performance.now(), SCAN_MS);
  }
}

/** How patiently a run is ended whose time is up, where its recipe does not say. */
const OVER_TIME = { sigintMs: 30_000, sigtermMs: 10_000 };
/** The longest that one timer waits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * @param {{ first: "SIGINT" | "SIGTERM", graceMs: number } | undefined} patience
 * @returns {Parameters<typeof walkLadder>[1]}
 */
export function ladderOf(patience) {
  if (!patience) return OVER_TIME;
  const { first, graceMs } = patience;
  return { ...OVER_TIME, first, [first === "SIGINT" ? "sigintMs" : "sigtermMs"]: graceMs };
}

/**
 * Acts once the time is over, however long that is; what it gives back calls it off.
 * @param {number | undefined} ms
 * @param {() => void} act
 */
export function whenOver(ms, act) {
  if (ms === undefined) return () => {};
  const end = performance.now() + ms;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const wind = () => {
    const left = end - performance.now();
    if (left <= 0) act();
    else timer = setTimeout(wind, Math.min(left, LONGEST_TIMER_MS));
  };
  wind();
  return () => clearTimeout(timer);
}

/**
 * Ends processes of a run that outlived its trainer: SIGTERM, then SIGKILL until the scan finds none.
 * @param {string} tag value of ABLAB_RUN
 * @param {number} [session] of the trainer, only while it has just ended
 * @returns {Promise<{ count: number, killed: string[] }>} how many there were, and which of them had to be killed
 */
export async function endLeftovers(tag, session) {
  const find = () => findRunProcesses(tag, session);
  await gone(() => find().length > 0, PARTING_MS, SCAN_MS);
  const seen = new Set();
  const signalAll = (/** @type {"SIGTERM" | "SIGKILL"} */ signal) => {
    for (const id of find()) {
      seen.add(`${id.pid}/${id.start}`);
      signalProcess(id, signal);
    }
  };
  signalAll("SIGTERM");
  await gone(() => find().length > 0, LEFTOVER_TERM_MS, SCAN_MS);
  const killed = find().map(processName);
  for (let round = 0; round < KILL_ROUNDS && find().length > 0; round++) {
    signalAll("SIGKILL");
    await wait(SCAN_MS);
  }
  return { count: seen.size, killed };
}

/**
 * @param {() => boolean} isThere
 * @param {number} patienceMs
 * @param {number} [pollMs]
 */
async function gone(isThere, patienceMs, pollMs = POLL_MS) {
  const until = performance.now() + patienceMs;
  while (isThere() && performance.now() < until) await wait(pollMs);
}
