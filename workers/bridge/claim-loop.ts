import { freemem, totalmem } from "node:os";
import { type Assignment, ClaimAnswer, type ClaimMessage } from "../protocol/messages.ts";
import { meterProcessors } from "./machine/host.ts";
import type { Chores } from "./files/chores.ts";
import type { EngineNews } from "./executors/engine-news.ts";
import type { LeftFolders } from "./files/left-folders.ts";
import type { Machine } from "./machine/machine.ts";
import { pause, retryDelayMs } from "./retryable.ts";
import type { Session } from "./session.ts";

export interface ClaimLoopOptions {
  session: Session;
  slots: number;
  occupied: () => number;
  /** Whether what this worker offers is no longer what the server was told. */
  offersChanged: () => Promise<boolean>;
  /** Attempts that this worker answers for: being started, running, or ended and not yet told. */
  holding: () => string[];
  take: (assignment: Assignment) => void;
  machine: Pick<Machine, "report">;
  /** What the server wants done with files of ended attempts. */
  chores: Pick<Chores, "report" | "heard" | "take">;
  /** Folders of deleted runs. */
  leftFolders: Pick<LeftFolders, "report" | "heard" | "take">;
  engine: EngineNews;
  log: (line: string) => void;
  stopping: AbortSignal;
}

/** Asks for work at the server's pace until the worker stops. It asks with no free slot too: that is its sign of life. */
export async function claimLoop(options: ClaimLoopOptions): Promise<void> {
  const { session, slots, occupied, offersChanged, holding, take, machine, engine, log, stopping } = options;
  const { chores, leftFolders } = options;
  const load = loadMeter();
  let draining = false;
  let refusals = 0;

  while (!stopping.aborted) {
    if (await offersChanged()) {
      log("what lies in the folders of recipes has changed; the server is told");
      await session.renew();
    }
    const news = machine.report();
    const done = chores.report();
    const goneFolders = leftFolders.report();
    const word = engine.report();
    const outcome = await session.call((terms) => ({
      path: "claim",
      answer: ClaimAnswer,
      body: JSON.stringify({
        workerId: terms.workerId,
        free: Math.max(0, slots - occupied()),
        running: holding(),
        load: load(),
        machine: news?.report,
        ...(done.length > 0 && { chores: done }),
        ...(goneFolders.length > 0 && { goneFolders }),
        engine: word?.engine,
      } satisfies ClaimMessage),
    }));
    if (outcome.kind === "stopped") return;
    if (outcome.kind !== "ok") {
      refusals += 1;
      if (refusals === 1)
        log(`the server gives no work: ${"message" in outcome ? outcome.message : outcome.kind}`);
      await pause(retryDelayMs(refusals + 3), stopping);
      continue;
    }
    refusals = 0;
    news?.heard();
    chores.heard();
    chores.take(outcome.data.chores ?? []);
    leftFolders.heard();
    leftFolders.take(outcome.data.leftFolders ?? []);
    word?.heard();
    const { assignment, drain, pollMs } = outcome.data;
    if (drain !== draining)
      log(drain ? "the server drains this worker: no new runs" : "new runs are taken again");
    draining = drain;
    if (assignment) {
      take(assignment);
      if (occupied() < slots) continue;
    }
    await pause(pollMs, stopping);
  }
}

/** Shares of the whole machine since the last call, 0 to 1; the first call has no processor share yet. */
function loadMeter(): () => ClaimMessage["load"] {
  const processors = meterProcessors();
  return () => ({ cpuShare: processors().cpuShare, memoryShare: 1 - freemem() / totalmem() });
}
