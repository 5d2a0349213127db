import { spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { getPriority, setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { changedFile } from "./scripts/check-copy.mjs";
import { takeSecrets } from "./scripts/launch-secrets.mjs";
import { deviceOf, givenByEngine, startBeating } from "./executors/elsewhere.mjs";
import { startPosting } from "./executors/post-events.mjs";
import { describeExit, tailOf } from "./exit-reason.mjs";
import { readEnd } from "./read-end.mjs";
import { oomEvidence, readOomCounts, readVictims } from "./oom-evidence.mjs";
import { bootId, cpuOfEndedChildren, readProcess, startOf } from "./proc.mjs";
import { overwrite, preallocate, readRecord } from "./record-file.mjs";
import { endLeftovers, ladderOf, walkLadder, whenOver } from "./stop-ladder.mjs";

/**
 * `node supervisor.mjs RUN_DIRECTORY`: starts the one trainer of an attempt and is the witness of its end. It talks to
 * nobody: it reads launch.json and stop.json and writes start.json and exit.json, so bridge and server may come and go.
 * SIGTERM means "read stop.json". Without one it is nobody's order (a machine that shuts down) and the witness stays.
 *
 * @typedef {import("./proc.mjs").ProcessId} ProcessId
 * Where an engine has started it on a machine of its own (`beatMs`), it writes beat.json, looks for stop.json by itself, takes
 * SIGUSR2 as "your time is up", gives its trainer the devices that the engine named, and ends with the trainer's exit code.
 *
 * @typedef {{ attemptId: string, argv: string[], cwd: string, env: Record<string, string>, timeLimitMs?: number, beatMs?: number,
 *   files?: Record<string, string>, post?: import("./executors/post-events.mjs").Post,
 *   stop?: { first: "SIGINT" | "SIGTERM", graceMs: number } }} Launch
 * @typedef {{ supervisorPid: number, supervisorStart: string | null, bootId: string }} Claimant
 * @typedef {{ askedBy: string, at: number, sigintMs: number, sigtermMs: number, first?: string }} Stop
 */

const RECORD_BYTES = 8192;
const NICE = 10;
/** Processes that an exit record names. */
const MOST_NAMED = 4;
const LOG_TAIL_BYTES = 16_384;
/** How far back the kernel's out-of-memory counters are compared. */
const OOM_WINDOW_MS = 5000;
const WRITE_AGAIN_MS = 1000;
/** What a shell reports for a command that it cannot start. */
const CANNOT_START = 127;
/** How a supervisor ends whose trainer was ended by a signal, where somebody reads it. */
const UNCAUGHT_SIGNAL = 1;

const directory = process.argv[2];
const inDirectory = (/** @type {string} */ name) => join(directory, name);

let stopWanted = false;
let onStopWanted = () => {};
process.on("SIGTERM", () => {
  stopWanted = true;
  onStopWanted();
});
let timeIsUp = false;
let onTimeIsUp = () => {};
process.on("SIGUSR2", () => {
  timeIsUp = true;
  onTimeIsUp();
});
process.on("SIGINT", () => {});
process.on("SIGHUP", () => {});
process.stderr.on("error", () => {});

await supervise(/** @type {Launch} */ (readRecord(inDirectory("launch.json"))));

/** @param {Launch} launch */
async function supervise(launch) {
  const prepared = prepare(launch);
  if (!prepared) return;
  const { claimant, out, events } = prepared;
  const changed = changedFile(launch.cwd, launch.files);
  if (changed !== null) {
    const detail = `${changed} in ${launch.cwd} is not what was approved any more; nothing was started. Launch the run again.`;
    await record({ code: null, signal: null, askedBy: null, reason: "refused", escalation: [], detail });
    return;
  }
  const { argv, env } = takeSecrets(directory, launch);
  const trainer = spawn(argv[0], argv.slice(1), {
    cwd: launch.cwd,
    env: /** @type {NodeJS.ProcessEnv} */ ({ ...givenByEngine(launch.beatMs), ...env }),
    detached: true,
    stdio: ["ignore", out, out, events],
  });
  const ended = /** @type {Promise<[number | null, string | null]>} */ (
    new Promise((resolve) => trainer.on("exit", (code, signal) => resolve([code, signal])))
  );
  if (trainer.pid === undefined) {
    const failure = await /** @type {Promise<Error>} */ (
      new Promise((resolve) => trainer.on("error", resolve))
    );
    await recordFailedStart(launch, out, failure);
    return;
  }
  // Nobody has reaped it yet, so its start time can be read even if it has ended already.
  const id = { pid: trainer.pid, start: readProcess(trainer.pid)?.start ?? "unknown" };
  recordStart(launch, id, claimant);
  closeSync(out);
  closeSync(events);
  await witness(launch, id, ended);
}

/**
 * Claims the attempt and makes all the room that its records will need. Putting exit.json in its place is the claim: one
 * supervisor wins it, so an attempt never runs twice. Until there is an exit it says who claimed. What fails here fails
 * before anything was started, so the claim is given back.
 * @param {Launch} launch
 */
function prepare(launch) {
  const claim = inDirectory("exit.json");
  const draft = `${claim}.${process.pid}`;
  let claimed = false;
  try {
    if (!launch) throw new Error("launch.json is missing or damaged");
    preallocate(draft, RECORD_BYTES);
    const claimant = { supervisorPid: process.pid, supervisorStart: startOf(process.pid), bootId: bootId() };
    overwrite(draft, claimant, RECORD_BYTES);
    linkSync(draft, claim);
    claimed = true;
    if (!existsSync(inDirectory("stop.json"))) preallocate(inDirectory("stop.json"), RECORD_BYTES);
    preallocate(inDirectory("start.json.tmp"), startRecordBytes(launch));
    // The trainer inherits it. Set on the child afterwards it would miss the threads that a runtime starts first.
    if (launch.beatMs === undefined) setPriority(0, Math.max(NICE, getPriority()));
    return {
      claimant,
      out: openSync(inDirectory("out.log"), "a", 0o600),
      events: openSync(inDirectory("events.ndjson"), "a", 0o600),
    };
  } catch (error) {
    if (claimed) unlinkSync(claim);
    console.error(`Nothing was started: ${/** @type {Error} */ (error).message}`);
    process.exitCode = 1;
    return null;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @param {Launch} launch */
function startRecordBytes(launch) {
  return Buffer.byteLength(JSON.stringify(launch.argv)) + 1024;
}

/**
 * Until this is in its place nobody else knows the trainer, so it comes without the delay of an fsync: it must survive a
 * kill of this process, and after a power cut the claim says enough.
 * @param {Launch} launch
 * @param {ProcessId} id
 * @param {Claimant} claimant
 */
function recordStart(launch, id, claimant) {
  const temporary = inDirectory("start.json.tmp");
  const device = deviceOf(launch.beatMs);
  const start = {
    ...claimant,
    pid: id.pid,
    pidStart: id.start,
    startedAt: Date.now(),
    argv: launch.argv,
    device,
  };
  try {
    overwrite(temporary, start, startRecordBytes(launch), { durable: false });
    renameSync(temporary, inDirectory("start.json"));
  } catch (error) {
    // The end can still be witnessed, and that is what matters most.
    console.error(`start.json: ${String(error)}`);
  }
}

/**
 * @param {Launch} launch
 * @param {number} out
 * @param {Error} failure
 */
async function recordFailedStart(launch, out, failure) {
  const where = existsSync(launch.cwd) ? "" : ` The folder ${launch.cwd} does not exist.`;
  const detail = `Could not start ${launch.argv[0]}: ${failure.message}.${where}`.slice(0, 600);
  try {
    writeSync(out, `${detail}\n`);
  } catch {
    // A full disk; the record below has the sentence too.
  }
  await record({ code: CANNOT_START, signal: null, askedBy: null, reason: "error", escalation: [], detail });
}

/**
 * Waits for the end, stopping the trainer when told to, and records it: first at once, then again when nothing of the
 * run is left.
 * @param {Launch} launch
 * @param {ProcessId} id
 * @param {Promise<[number | null, string | null]>} ended
 */
async function witness({ attemptId: tag, stop: patience, timeLimitMs, beatMs, post }, id, ended) {
  /** @type {import("./stop-ladder.mjs").Rung[]} */
  const escalation = [];
  /** @type {string[]} */
  const killed = [];
  let stopping = Promise.resolve();
  /** @type {string | null} */
  let askedBy = null;
  onStopWanted = () => {
    const stop = /** @type {Stop | null} */ (readRecord(inDirectory("stop.json")));
    if (!stop || escalation.length > 0) return;
    stopping = walkLadder(id, stop, (rung, names) => {
      askedBy = stop.askedBy;
      escalation.push(rung);
      killed.push(...names);
    });
  };
  if (stopWanted) onStopWanted();
  let overTime = false;
  onTimeIsUp = () => {
    if (escalation.length > 0) return;
    stopping = walkLadder(id, ladderOf(patience), (rung, names) => {
      overTime = true;
      escalation.push(rung);
      killed.push(...names);
    });
  };
  if (timeIsUp) onTimeIsUp();
  const limit = whenOver(timeLimitMs, onTimeIsUp);
  const quiet = startBeating(directory, id, beatMs, () => onStopWanted());
  const silent = startPosting(directory, post);

  const recentOomCounts = rememberOomCounts();
  const [code, signal] = await ended;
  const endedAt = Date.now();
  const cpuSeconds = cpuOfEndedChildren() ?? undefined;
  limit();
  const logTail = readEnd(inDirectory("out.log"), LOG_TAIL_BYTES);
  const { reason, detail } = describeExit({
    code,
    signal,
    asked: askedBy !== null,
    overTime,
    logTail,
    oom: oomEvidence(recentOomCounts(), readOomCounts(), { pid: id.pid, victims: readVictims() }),
  });
  const tail = reason === "ok" || reason === "stopped" ? undefined : tailOf(logTail);
  const exit = { code, signal, askedBy, reason, escalation, detail, tail, endedAt, cpuSeconds };
  await record({ ...exit, settled: false });
  await stopping;
  const groupEndedAt = escalation.length > 0 ? Date.now() : endedAt;
  const left = await endLeftovers(tag, id.pid);
  const names = [...killed, ...left.killed];
  await record({
    ...exit,
    endedAt: groupEndedAt,
    leftovers: left.count,
    ...(names.length > 0 && { killed: names.slice(0, MOST_NAMED) }),
  });
  quiet();
  silent();
  if (beatMs !== undefined) process.exitCode = code ?? UNCAUGHT_SIGNAL;
}

/** Keeps the counters of between one and two windows ago. */
function rememberOomCounts() {
  let older = readOomCounts();
  let newer = older;
  setInterval(() => {
    older = newer;
    newer = readOomCounts();
  }, OOM_WINDOW_MS).unref();
  return () => older;
}

/**
 * The exit record is the one thing that must not be lost: writing it is tried until it is written.
 * @param {object} facts
 */
async function record(facts) {
  const complete = { endedAt: Date.now(), leftovers: 0, settled: true, ...facts };
  for (;;) {
    try {
      overwrite(inDirectory("exit.json"), complete, RECORD_BYTES);
      return;
    } catch (error) {
      console.error(`exit.json: ${String(error)}`);
      // Somebody has removed the whole run directory: there is nobody left to tell.
      if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return;
      await wait(WRITE_AGAIN_MS);
    }
  }
}
