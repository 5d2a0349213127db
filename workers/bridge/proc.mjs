import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

/**
 * What the kernel says about processes. A pid alone is not an identity: it is reused, so every question and every signal
 * goes by pid and kernel start time together. A zombie has ended; only its parent has not looked yet.
 *
 * Outside Linux there is no /proc: start times come from `ps` (text, one second), and a process of a run is found by its
 * process group instead of its tag, so a daemon that made itself a session of its own is not found there.
 *
 * @typedef {{ pid: number, start: string }} ProcessId
 * @typedef {ProcessId & { state: string, session: number, cpuSeconds: number | null, rssMiB: number | null }} ProcessFacts
 */

const LINUX = process.platform === "linux";

/** Kernel ticks per second of /proc times; the user-visible value is 100 on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;
const PAGE_MIB = 4096 / 2 ** 20;

/** @type {string | undefined} */
let knownBootId;

/**
 * Names this boot of this machine. Another value than a recorded one proves that every process of then is gone.
 * @returns {string}
 */
export function bootId() {
  knownBootId ??= LINUX
    ? readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
    : ask("sysctl", ["-n", "kern.bootsessionuuid"]) || "unknown-boot";
  return knownBootId;
}

/**
 * @param {number} pid
 * @returns {ProcessFacts | null} null when there is no such process
 */
export function readProcess(pid) {
  if (!LINUX) return readProcessByPs(pid);
  /** @type {string} */
  let text;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  return parseStat(pid, text);
}

/**
 * One line of /proc/PID/stat (proc(5)). The command name stands in brackets and may hold spaces and brackets itself, so
 * the fields are counted from the last closing one.
 * @param {number} pid
 * @param {string} text
 * @returns {ProcessFacts}
 */
export function parseStat(pid, text) {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  /** @param {number} n field number as proc(5) counts, from 1 */
  const field = (n) => fields[n - 3];
  return {
    pid,
    start: field(22),
    state: field(3),
    session: Number(field(6)),
    cpuSeconds: (Number(field(14)) + Number(field(15))) / TICKS_PER_SECOND,
    rssMiB: Number(field(24)) * PAGE_MIB,
  };
}

/**
 * CPU seconds of the children of this process that have ended and were waited for, their own such children included; null
 * where there is no /proc.
 */
export function cpuOfEndedChildren() {
  if (!LINUX) return null;
  try {
    return parseChildCpu(readFileSync("/proc/self/stat", "utf8"));
  } catch {
    return null;
  }
}

/**
 * Fields 16 and 17 of one line of /proc/PID/stat (proc(5)): what its waited-for children took, in user and kernel mode.
 * @param {string} text
 */
export function parseChildCpu(text) {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/**
 * Start time of a process that runs now, as text.
 * @param {number} pid
 * @returns {string | null}
 */
export function startOf(pid) {
  const facts = readProcess(pid);
  return facts && facts.state !== "Z" ? facts.start : null;
}

/**
 * Whether exactly this process still runs.
 * @param {ProcessId} id
 * @returns {boolean}
 */
export function isRunning(id) {
  return startOf(id.pid) === id.start;
}

/**
 * Signals a process, or the process group it leads, after checking that the pid still is the process that is meant.
 * @param {ProcessId} id
 * @param {NodeJS.Signals} signal
 * @param {{ group?: boolean }} [options]
 * @returns {boolean} whether the signal was sent
 */
export function signalProcess(id, signal, { group = false } = {}) {
  if (!isRunning(id)) return false;
  try {
    process.kill(group ? -id.pid : id.pid, signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * Running processes whose environment holds `NAME=value`. Environments of other users' processes cannot be read and
 * are not ours.
 * @param {string} name
 * @param {string} value
 * @returns {ProcessFacts[]} empty outside Linux
 */
export function findByVariable(name, value) {
  const entry = Buffer.from(`\0${name}=${value}\0`);
  return LINUX ? scan((facts) => environmentHolds(facts.pid, entry)) : [];
}

/**
 * Running processes of a run: those that carry its tag and, when the session is given, those of the trainer's session.
 * Give the session only while its leader has just ended: later the number may be somebody else's.
 * @param {string} tag value of ABLAB_RUN
 * @param {number} [session]
 * @returns {ProcessFacts[]}
 */
export function findRunProcesses(tag, session) {
  if (!LINUX) return session === undefined ? [] : findGroupByPs(session);
  const entry = Buffer.from(`\0ABLAB_RUN=${tag}\0`);
  return scan((facts) => facts.session === session || environmentHolds(facts.pid, entry));
}

/**
 * Running processes of a session; outside Linux those of the process group.
 * @param {number} session its leader's pid
 * @returns {ProcessFacts[]}
 */
export function findSession(session) {
  return LINUX ? scan((facts) => facts.session === session) : findGroupByPs(session);
}

const SCRIPT = /^[^-].*\.(?:py|sh|bash|mjs|js|ts|R|jl|pl)$/;
const MOST_NAME = 200;

/**
 * What a process is called, for a person: "python3 train.py, process 4242". No other argument is told, since it may be a secret.
 * @param {ProcessId} id
 */
export function processName({ pid }) {
  const [program = "", ...rest] = LINUX ? wordsOf(pid) : [ask("ps", ["-o", "comm=", "-p", String(pid)])];
  const at = rest.indexOf("-m");
  const what = at >= 0 ? ["-m", rest[at + 1]] : rest.filter((word) => SCRIPT.test(word)).slice(0, 1);
  const names = [program, ...what].map((path) => (path ?? "").slice((path ?? "").lastIndexOf("/") + 1));
  return `${names.join(" ").trim() || "a process"}, process ${pid}`.slice(0, MOST_NAME);
}

/** @param {number} pid */
function wordsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/**
 * @param {(facts: ProcessFacts) => boolean} matches
 * @returns {ProcessFacts[]}
 */
function scan(matches) {
  const found = [];
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const facts = readProcess(pid);
    if (facts && facts.state !== "Z" && matches(facts)) found.push(facts);
  }
  return found;
}

/**
 * @param {number} pid
 * @param {Buffer} entry
 */
function environmentHolds(pid, entry) {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`);
    return environment.indexOf(entry) >= 0 || environment.indexOf(entry.subarray(1)) === 0;
  } catch {
    return false;
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function ask(command, args) {
  try {
    // Times are compared as text, so they are asked for in one language and one zone.
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC0" };
    return execFileSync(command, args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/**
 * `readProcess` where there is no /proc. The session field is the process group there.
 * @param {number} pid
 * @returns {ProcessFacts | null}
 */
export function readProcessByPs(pid) {
  const line = ask("ps", ["-o", "state=,pgid=,rss=,lstart=", "-p", String(pid)]);
  const [state, group, rss, ...start] = line.split(/\s+/);
  if (start.length === 0) return null;
  return {
    pid,
    start: start.join(" "),
    state: state[0],
    session: Number(group),
    cpuSeconds: null,
    rssMiB: Number(rss) / 1024,
  };
}

/**
 * `findRunProcesses` where there is no /proc.
 * @param {number} group
 * @returns {ProcessFacts[]}
 */
export function findGroupByPs(group) {
  const pids = ask("ps", ["-A", "-o", "pid=,pgid="])
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([pid, itsGroup]) => itsGroup === group && pid !== process.pid)
    .map(([pid]) => readProcessByPs(pid));
  return pids
    .filter((facts) => facts !== null && facts.state !== "Z")
    .map((facts) => /** @type {ProcessFacts} */ (facts));
}

/**
 * How long a process has been there by the kernel's clock, which nobody sets, in ms; null where the kernel does not say.
 * @param {ProcessId} id
 */
export function ageOf({ start }) {
  try {
    const upS = Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]);
    const age = (upS - Number(start) / TICKS_PER_SECOND) * 1000;
    return Number.isFinite(age) ? Math.max(0, age) : null;
  } catch {
    return null;
  }
}
