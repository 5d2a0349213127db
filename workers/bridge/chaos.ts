import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { TrainerEvent } from "../protocol/events.ts";
import { judgeAttempt, lookAt } from "./adopt.ts";
import { type Fault, startFakeServer } from "./fake-server.ts";
import { type FakeAttempt, FakeStore } from "./fake-store.ts";
import { pause } from "./retryable.ts";
import { findByVariable, signalProcess } from "./proc.mjs";
import { openRunDirectory, type RunDirectory } from "./run-directory.ts";
import { endStrays, launchToy, startToyWorker, straysOf, temporaryFolder, until } from "./testing/world.ts";
import { SUPERVISES } from "./trainer-process.ts";

/**
 * `node workers/bridge/chaos.ts [--kills N] [--seed N]`: kills worker, supervisors, trainers and server at seeded random
 * moments while toy runs train, on a wire that loses, cuts and doubles answers, and then asks one oracle: is every event
 * there once and in order, is the log complete, is the exit what happened, is no process left?
 */

type Target = "worker" | "supervisor" | "trainer" | "server";

export interface ChaosReport {
  seed: number;
  kills: Record<Target, number>;
  attempts: number;
  events: number;
  exits: Record<string, number>;
  /** One sentence per broken promise. */
  findings: string[];
}

interface Subject {
  attempt: FakeAttempt;
  directory: RunDirectory;
  expected: { code: number | null; signal: string | null; events: number };
  supervisorKilled: boolean;
  trainerKilled: boolean;
}

/** Drawn from with equal chances: what is cheap to kill is killed more often. */
const TARGETS: readonly Target[] = ["worker", "supervisor", "trainer", "trainer", "server", "server"];
const AT_ONCE = 3;
const KILL_EVERY_MS = [40, 260] as const;
const DOWN_MS = [20, 400] as const;
const SETTLE_MS = 300_000;

/** Runs the chaos and returns what the oracle found; it ends what it started, whatever happens. */
export async function runChaos(options: { seed: number; kills: number }): Promise<ChaosReport> {
  const random = seeded(options.seed);
  const randomFault = seeded(options.seed + 1);
  const randomTarget = seeded(options.seed + 2);
  const between = ([low, high]: readonly [number, number]) => low + Math.floor(random() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];

  const ends: (() => void | Promise<void>)[] = [];
  const home = temporaryFolder((end) => ends.push(end));
  const store = new FakeStore({ ladder: { sigintMs: 200, sigtermMs: 200 } });
  const server = await startFakeServer(store);
  server.fault = () => unreliable(randomFault());
  const subjects: Subject[] = [];
  const kills: Record<Target, number> = { worker: 0, supervisor: 0, trainer: 0, server: 0 };
  let worker = startToyWorker(server, home, { slots: AT_ONCE });
  let serverIsUp = true;

  const unfinished = () => subjects.filter(({ attempt }) => attempt.state !== "finished");

  function launchAnother(): void {
    const end = pick(["exit", "exit", "daemon", "segfault"]) ?? "exit";
    const code = end === "segfault" ? 0 : (pick([0, 7]) ?? 0);
    const events = between([20, 120]);
    const attempt = launchToy(store, { events, code, end, pause_ms: between([1, 12]) });
    subjects.push({
      attempt,
      directory: openRunDirectory(home, attempt.assignment.attemptId),
      expected:
        end === "segfault" ? { code: null, signal: "SIGSEGV", events } : { code, signal: null, events },
      supervisorKilled: false,
      trainerKilled: false,
    });
  }

  /** The moves; each says whether it killed something. */
  const moves: Record<Target, () => Promise<boolean>> = {
    async worker() {
      worker.process.kill("SIGKILL");
      await worker.exited;
      await pause(between([0, 200]));
      worker = startToyWorker(server, home, { slots: AT_ONCE });
      return true;
    },
    async server() {
      if (!serverIsUp) return false;
      serverIsUp = false;
      await server.kill();
      const downMs = between(DOWN_MS);
      void pause(downMs)
        .then(() => server.restart())
        .then(() => (serverIsUp = true));
      return true;
    },
    async supervisor() {
      const subject = pick(unfinished());
      const id = subject && findByVariable(SUPERVISES, subject.attempt.assignment.attemptId)[0];
      if (!id || !signalProcess(id, "SIGKILL")) return false;
      subject.supervisorKilled = true;
      return true;
    },
    async trainer() {
      const subject = pick(unfinished());
      const start = subject?.directory.start();
      if (!subject || !start) return false;
      if (!signalProcess({ pid: start.pid, start: start.pidStart }, "SIGKILL")) return false;
      subject.trainerKilled = true;
      return true;
    },
  };
  /** The order of the kills is the seed's; one that finds no victim right now is tried until it does. */
  const nextTarget = () => TARGETS[Math.floor(randomTarget() * TARGETS.length)];

  try {
    for (let done = 0, target = nextTarget(); done < options.kills;) {
      while (unfinished().length < AT_ONCE) launchAnother();
      await pause(between(KILL_EVERY_MS));
      if (!(await moves[target]())) continue;
      kills[target] += 1;
      done += 1;
      target = nextTarget();
    }
    await until("the server is up again", () => serverIsUp);
    await until("every attempt is finished", () => unfinished().length === 0, SETTLE_MS).catch(() => {});
    await until(
      "every attempt is closed",
      () => subjects.every((s) => s.directory.closed()),
      SETTLE_MS,
    ).catch(() => {});
    return {
      seed: options.seed,
      kills,
      attempts: subjects.length,
      events: subjects.reduce((sum, { attempt }) => sum + attempt.events.length, 0),
      exits: countBy(subjects, ({ attempt }) => attempt.exit?.reason ?? "none"),
      findings: subjects.flatMap(findingsTo),
    };
  } finally {
    worker.process.kill("SIGKILL");
    await worker.exited;
    endStrays(store);
    await server.kill();
    for (const end of ends) await end();
  }
}

/** The oracle: what is wrong with the story that the server was told about one attempt. */
function findingsTo({ attempt, directory, expected, supervisorKilled, trainerKilled }: Subject): string[] {
  const id = attempt.assignment.attemptId;
  const { exit } = attempt;
  if (!exit) {
    const here = judgeAttempt(lookAt(directory, id)).is;
    return [
      `${id}: no end was told (${attempt.state} there, ${here} here, processes ${straysOf(id).join(", ")})`,
    ];
  }
  const findings: string[] = [];
  const object = (what: string) => findings.push(`${id}: ${what}`);

  const written = readIfThere(directory.events).toString().split("\n").slice(0, -1);
  const told = attempt.events.map((event) => JSON.stringify(event));
  if (written.length !== told.length) object(`${told.length} events told, ${written.length} written`);
  else if (written.some((line, k) => JSON.stringify(JSON.parse(line)) !== told[k])) object("events differ");
  if (attempt.events.some((event, k) => stepOf(event) !== k + 1)) object("steps are not 1, 2, 3, ...");
  if (!attempt.log.equals(readIfThere(directory.log))) object("the log differs from out.log");

  const asExpected = exit.code === expected.code && exit.signal === expected.signal;
  const asKilled = trainerKilled && exit.code === null && exit.signal === "SIGKILL";
  const asLost =
    supervisorKilled && exit.reason === "supervisor_lost" && exit.code === null && exit.signal === null;
  if (!asExpected && !asKilled && !asLost)
    object(`told as ${JSON.stringify(exit)}, expected ${JSON.stringify(expected)}`);
  if (asExpected && attempt.events.length !== expected.events)
    object(`ended as expected after ${attempt.events.length} of ${expected.events} events`);
  const witnessed = directory.exit();
  if (asLost && witnessed) object(`told as lost, but exit.json says ${JSON.stringify(witnessed)}`);

  const strays = straysOf(id);
  if (strays.length > 0) object(`processes ${strays.join(", ")} are left`);
  // Forgotten is right too: the end was accepted, its answer was lost, and the next worker was told so.
  const closed = directory.closed()?.why;
  if (closed !== "delivered" && closed !== "forgotten") object(`closed as ${closed ?? "nothing"}`);
  return findings;
}

/** About one answer in five goes wrong in one of the ways that a network has. */
function unreliable(chance: number): Fault | null {
  if (chance < 0.08) return "lost";
  if (chance < 0.12) return "unavailable";
  if (chance < 0.15) return "truncated";
  if (chance < 0.18) return "twice";
  if (chance < 0.2) return 50;
  return null;
}

function stepOf(event: TrainerEvent): number | null {
  return "step" in event ? event.step : null;
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}

/** mulberry32: uniform in [0, 1), the same sequence for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { kills: { type: "string" }, seed: { type: "string" } } });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  console.log(`seed ${seed}`);
  const report = await runChaos({ seed, kills: Number(values.kills ?? 200) });
  console.log(JSON.stringify(report, null, 2));
  process.exitCode = report.findings.length === 0 ? 0 : 1;
}
