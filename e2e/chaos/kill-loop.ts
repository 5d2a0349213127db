import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDb } from "#db/client.ts";
import { inTransaction } from "#db/connection.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { integer, stream, type Rng } from "../../workers/math/rng.ts";
import { compareAttempt, sealCleanly, type SourceTruth } from "./oracle.ts";
import { planSource } from "./point-plan.ts";
import { prepareHome, type Subject } from "./prepare-home.ts";
import { createSender, type Sender } from "./sender.ts";
import { startServer, type ServerProcess } from "./server-process.ts";

export interface KillLoopOptions {
  seed: number;
  kills: number;
  /** Called after each kill, for a line that says how far it is. */
  progress?: (done: number) => void;
}

export interface KillLoopReport {
  seed: number;
  kills: number;
  /** Of these before the server listened. */
  early: number;
  seconds: number;
  attempts: number;
  sources: number;
  points: number;
  series: number;
  bytesPerPoint: number;
  /** One sentence per broken promise. */
  findings: string[];
}

interface Training {
  subject: Subject;
  senders: Sender[];
  ended: boolean;
}

const ATTEMPTS = 2;
const SOURCES = 2;
/** A server is killed some ms after so many answers; some are killed while they open the data directory. */
const LIFE_ANSWERS = [0, 40] as const;
const LAST_MS = [0, 5] as const;
const LONGEST_LIFE_MS = 3000;
const EARLY_SHARE = 0.1;
const EARLY_MS = [0, 25] as const;

/**
 * Kills a real server on a real data directory again and again, at seeded random moments while several sources send to
 * it, and then asks one oracle: is every acknowledged point there, once, bit by bit, and do the sealed bytes equal those
 * of a clean send? The first attempt ends on the way, so that its sealing is killed too.
 */
export async function runKillLoop({ seed, kills, progress }: KillLoopOptions): Promise<KillLoopReport> {
  const started = performance.now();
  const scratch = mkdtempSync(join(tmpdir(), "ablab-chaos-"));
  const home = join(scratch, "home");
  const random = stream(seed, 0);
  const trainings = prepareHome(home, ATTEMPTS).map((subject, a): Training => {
    const senders = Array.from({ length: SOURCES }, (_, s) =>
      createSender(planSource(seed, a + 1, s + 1), `attempt ${a + 1}`, stream(seed, a + 1, s + 1, 1)),
    );
    return { subject, senders, ended: false };
  });
  const spare = () => startServer(home, join(scratch, "compiled"));
  let server = spare();
  try {
    let early = 0;
    for (let done = 0; done < kills; done++) {
      const next = spare();
      if (random() < EARLY_SHARE) {
        early += 1;
        void server.open();
        await pause(integer(random, ...EARLY_MS));
        await server.kill();
      } else {
        const endsOne = done >= kills * 0.4 && !trainings[0].ended;
        await liveAndDie(server, trainings, random, endsOne);
      }
      server = next;
      progress?.(done + 1);
    }
    await finishAll(server, trainings);
    const { findings, ...stored } = judge(home, join(scratch, "clean"), trainings);
    return {
      seed,
      kills,
      early,
      seconds: (performance.now() - started) / 1000,
      attempts: ATTEMPTS,
      sources: ATTEMPTS * SOURCES,
      ...stored,
      findings: [...trainings.flatMap(({ senders }) => senders.flatMap((s) => s.findings)), ...findings],
    };
  } finally {
    await server.kill();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** One server's life: all senders at once, perhaps the end of the first attempt, and SIGKILL. */
async function liveAndDie(
  server: ServerProcess,
  trainings: Training[],
  random: Rng,
  endsOne: boolean,
): Promise<void> {
  const port = await server.open();
  if (port === null) throw new Error("The server ended by itself; its last words are above.");
  const answers = integer(random, ...LIFE_ANSWERS);
  const counted = countTo(answers);
  const sending = trainings.flatMap((training) => {
    const address = { port, ...training.subject };
    return training.senders.map(async (sender) => {
      if (training.ended) await sender.knock(address);
      else if (endsOne && training === trainings[0]) await sender.finish(address, sender.acked + 200);
      else await sender.send(address, counted.one);
    });
  });
  if (endsOne) {
    const { subject, senders } = trainings[0];
    await Promise.all(sending.slice(0, senders.length));
    await server.end(subject.attemptId);
    trainings[0].ended = true;
  }
  await Promise.race([counted.reached, pause(LONGEST_LIFE_MS, null, { ref: false })]);
  await pause(integer(random, ...LAST_MS));
  if (!(await server.kill())) throw new Error("The server ended by itself; its last words are above.");
  await Promise.all(sending);
}

/** Resolves when it was called so often. */
function countTo(n: number): { one: () => void; reached: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = n;
  const one = () => {
    if (--left <= 0) resolve();
  };
  if (n === 0) resolve();
  return { one, reached: promise };
}

/** Lets every source of the attempts under way send a little more, undisturbed, and stops the server in order. */
async function finishAll(server: ServerProcess, trainings: readonly Training[]): Promise<void> {
  const port = await server.open();
  if (port === null) throw new Error("The server did not open after the last kill.");
  for (const { subject, senders, ended } of trainings)
    for (const sender of senders) {
      const address = { port, ...subject };
      if (ended) await sender.knock(address);
      else if (!(await sender.finish(address, sender.acked + 100)))
        sender.findings.push(`${sender.plan.name} could not finish`);
    }
  const code = await server.close();
  if (code !== 0) trainings[0].senders[0].findings.push(`the orderly stop ended with ${code}`);
}

/** Reads everything back, before and after sealing, and seals the same points once more from a clean send. */
function judge(
  home: string,
  clean: string,
  trainings: readonly Training[],
): Pick<KillLoopReport, "points" | "series" | "bytesPerPoint" | "findings"> {
  const truths = trainings.map(({ senders }) =>
    senders.map(({ plan, acked }): SourceTruth => ({ plan, last: acked })),
  );
  const findings: string[] = [];
  const cleanSubjects = prepareHome(clean, trainings.length);
  const db = openDb(join(home, "ablab.db"));
  const cleanDb = openDb(join(clean, "ablab.db"));
  try {
    const intact = db.$client.pragma("integrity_check", { simple: true });
    if (intact !== "ok") findings.push(`the database says: ${String(intact)}`);
    const store = pointStore(db);
    let [points, series, bytes] = [0, 0, 0];
    trainings.forEach(({ subject: { attemptId } }, a) => {
      findings.push(...compareAttempt(store, attemptId, truths[a], "as it was left"));
      const sealed = store.seal(attemptId);
      findings.push(...compareAttempt(store, attemptId, truths[a], "sealed"));
      const same = sealCleanly(pointStore(cleanDb), cleanSubjects[a].attemptId, truths[a], (work) =>
        inTransaction(cleanDb, work),
      );
      if (sealed.sha256 !== same.sha256)
        findings.push(`${attemptId} sealed to ${sealed.sha256}, a clean send to ${same.sha256}`);
      points += sealed.points;
      bytes += sealed.bytes;
      series += store.series([attemptId], null).length;
    });
    return { points, series, bytesPerPoint: bytes / points, findings };
  } finally {
    db.$client.close();
    cleanDb.$client.close();
  }
}
