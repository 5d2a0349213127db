import { selectTickBefore, selectTickRange, selectTicksAfter } from "#db/queries/ticks.ts";
import { topics, type Tick } from "../../contracts/live.ts";
import type { ServiceContext } from "../context.ts";

/** Ticks that are told one by one to whoever lags behind; of more it is told that everything changed. */
export const BACKLOG = 500;
/** A page is put together from several reads; what changed while it was read is told again. */
const READING_MS = 3000;

/** The last tick that is older than anything a page could have missed while it was read; 0 when there is none. */
export function tickBefore(ctx: ServiceContext): number {
  return selectTickBefore(ctx.db, ctx.now() - READING_MS);
}

/** Ticks a browser missed since `lastId`. Where some are already forgotten, one tick that names everything. */
function missedTicks(ctx: ServiceContext, lastId: number): Tick[] {
  const { first, last } = selectTickRange(ctx.db);
  const missed = selectTicksAfter(ctx.db, lastId, BACKLOG);
  const gap =
    (first !== null && lastId + 1 < first) || missed.length === BACKLOG || (last !== null && lastId > last);
  return gap && last !== null ? [{ id: last, topics: [topics.everything], advanced: {} }] : missed;
}

/**
 * Every tick from `lastId` on, each exactly once and in order: subscribe first, then read the backlog, then go on live.
 * Ends when `signal` aborts.
 */
export async function* liveTicks(
  ctx: ServiceContext,
  lastId: number | null,
  signal: AbortSignal,
): AsyncGenerator<Tick> {
  let waiting: Tick[] = [];
  let wake: () => void = () => {};
  const unsubscribe = ctx.live.subscribe((tick) => {
    // A reader that stands still, as a tab that is frozen, holds no more than this.
    if (waiting.length < BACKLOG) waiting.push(tick);
    else waiting = [{ id: tick.id, topics: [topics.everything], advanced: {} }];
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  try {
    let sent = lastId ?? selectTickRange(ctx.db).last ?? 0;
    if (lastId !== null) {
      for (const tick of missedTicks(ctx, lastId)) {
        yield tick;
        sent = tick.id;
      }
    }
    while (!signal.aborted) {
      const tick = waiting.shift();
      if (tick === undefined) {
        await new Promise<void>((resolve) => (wake = resolve));
      } else if (tick.id > sent) {
        yield tick;
        sent = tick.id;
      }
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", onAbort);
  }
}
