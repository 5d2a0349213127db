import { performance } from "node:perf_hooks";
import type { Db } from "#db/client.ts";
import { asDamage, damageOf } from "#db/damage.ts";
import { selectRunsByIds } from "#db/queries/runs.ts";
import { selectJudged } from "#db/queries/aa-controls.ts";
import { isDamagedPoints } from "../../../errors.ts";
import { topics } from "../../../contracts/live.ts";
import { commit, type ServiceContext } from "../../context.ts";
import { type JudgedAttempt, questions, verdictsOf } from "./verdicts.ts";

/** Points that are read for one attempt before another one gets its turn: a few ms. */
const TURN = 32_768;
/** Between turns: in a process that has nothing else to do, and in one that is busy. */
const SHORT_PAUSE_MS = 4;
const LONG_PAUSE_MS = 60;
/** Share of the time between two turns from which on the process counts as busy. */
const BUSY = 0.5;
/** How often it is looked whether anybody waits for a turn. */
const IDLE_PAUSE_MS = 250;
/** After a failure, which is mostly a full disk. */
const FAILED_PAUSE_MS = 5000;

/** Attempts whose checks go on in the background, one turn each after the other; true for those that somebody waits for. */
const waiting = new WeakMap<Db["$client"], Map<string, boolean>>();

function waitingOf({ $client }: Db): Map<string, boolean> {
  const map = waiting.get($client) ?? new Map<string, boolean>();
  waiting.set($client, map);
  return map;
}

/** Has the checks of an attempt go on in the background. `isTold`: a page says that they are being computed. */
export function goOnChecking(ctx: ServiceContext, attemptId: string, isTold: boolean): void {
  const map = waitingOf(ctx.db);
  map.set(attemptId, isTold || map.get(attemptId) === true);
}

function tellPages(ctx: ServiceContext, { runId }: JudgedAttempt): void {
  const [run] = selectRunsByIds(ctx.db, [runId]);
  if (!run) return;
  commit(ctx, (scope) => scope.touch(topics.run(runId), topics.experiment(run.experimentId), topics.runs));
}

/** One turn for the attempt that has waited longest; true while some wait. */
export function checkOnce(ctx: ServiceContext): boolean {
  const map = waitingOf(ctx.db);
  for (const [id, isTold] of map) {
    map.delete(id);
    const verdicts = verdictsOf(ctx.db);
    const [attempt] = selectJudged(ctx.db, [id]);
    if (!attempt) {
      verdicts.forgetWalks(id);
      continue;
    }
    try {
      const [question] = questions(ctx, [attempt]);
      const found = verdicts.answer(ctx, question, { left: TURN });
      if (found === null) map.set(id, isTold || map.get(id) === true);
      else {
        verdicts.store(ctx);
        if (isTold) tellPages(ctx, attempt);
      }
    } catch (error) {
      // What cannot be read says nothing, and keeps no other from its turn.
      if (!isDamagedPoints(error)) throw error;
    }
    break;
  }
  return map.size > 0;
}

/** Gives turns in the background, with room for requests in between, while some wait. Returns a stop. */
export function startChecks(ctx: ServiceContext): () => void {
  let timer: NodeJS.Timeout;
  let lastTurn = performance.eventLoopUtilization();
  const again = (ms: number) => {
    lastTurn = performance.eventLoopUtilization();
    timer = setTimeout(work, ms).unref();
  };
  function work(): void {
    const isBusy = performance.eventLoopUtilization(lastTurn).utilization > BUSY;
    if (damageOf(ctx.db.$client)) return;
    try {
      again(checkOnce(ctx) ? (isBusy ? LONG_PAUSE_MS : SHORT_PAUSE_MS) : IDLE_PAUSE_MS);
    } catch (error) {
      // Damage has been said once.
      const seen = asDamage(ctx.db.$client, error);
      if (damageOf(ctx.db.$client)) return;
      console.error("computing checks failed and will be tried again:", seen);
      again(FAILED_PAUSE_MS);
    }
  }
  again(SHORT_PAUSE_MS);
  return () => clearTimeout(timer);
}
