import type { ServiceContext } from "./context.ts";

/** A step of the clock that is no drift and no late timer: NTP that sets it, a person, a machine that slept. */
const STEP_MS = 1000;
/** A server that was stopped for so long, whole or with its machine, has heard nobody meanwhile. */
const STALL_MS = 5000;

/**
 * Watches the clock of the machine against one that only goes forward, both in ms. The answer, asked several times a second
 * by whoever looks for silence, is since when moments can be compared with the clock of now: since the last step or stall,
 * first since the start.
 */
export function watchSteps(now: () => number, steady: () => number): () => number {
  let since = now();
  let last = { now: since, steady: steady() };
  return () => {
    const is = { now: now(), steady: steady() };
    const passed = is.steady - last.steady;
    if (passed > STALL_MS || Math.abs(is.now - last.now - passed) > STEP_MS) since = is.now;
    last = is;
    return since;
  };
}

/**
 * Ms since a moment that this server noted, for silence, leases and what is done every so often. A moment from before a step
 * of the clock, or of its future, counts as the time of the step: nothing falls silent because a clock was set.
 */
export function elapsedSince(ctx: Pick<ServiceContext, "now" | "comparableSince">, at: number): number {
  const since = ctx.comparableSince?.() ?? -Infinity;
  const now = ctx.now();
  return now - (at > now ? since : Math.max(at, since));
}

/** Whether what is done every so often is due, by when it was done last. */
export const isDueAgain = (
  ctx: Pick<ServiceContext, "now" | "comparableSince">,
  at: number | undefined,
  everyMs: number,
): boolean => at === undefined || elapsedSince(ctx, at) >= everyMs;
