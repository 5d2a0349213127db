import { asDamage, damageOf } from "#db/damage.ts";
import { checkpoint } from "#db/page-digests/keep-digests.ts";
import { deleteTicksBefore } from "#db/queries/ticks.ts";
import { reapSilentAttempts } from "../services/attempts/finish.ts";
import { compareNewSets } from "../services/benchmarks/near-duplicates.ts";
import { deleteDue } from "../services/deletion/delete.ts";
import { deleteDueReports } from "../services/reports/delete.ts";
import type { ServiceContext } from "../services/context.ts";
import { startChecks } from "../services/runs/checks/rounds.ts";
import { regroupOutdated } from "../services/external/grouping/regroup.ts";
import { recomputeTimes } from "../services/external/attempts/recompute-times.ts";
import { endSilentExternal } from "../services/external/end.ts";
import { closeLateSessions } from "../services/external/session.ts";
import { lookForAlerts, startWatch } from "../services/watching/look.ts";
import { deliverDue } from "../services/webhooks/deliver.ts";
import type { WebhookDoor } from "../contracts/alerts/posted.ts";
import { startUpkeep } from "../services/ingest/upkeep.ts";

const REAP_MS = 500;
const CHECKPOINT_MS = 30_000;
const COMPARE_MS = 2000;
const ALERT_MS = 1000;
/** After many runs were brought in at once: some hundred changes of state a second, half of one core at most. */
const CATCH_UP_MS = 50;
const TICKS_KEPT_MS = 3_600_000;

/** Work by the clock, which goes on after a failure, but not on a damaged database. */
function guarded({ db }: ServiceContext, name: string, work: () => void): () => void {
  return () => {
    if (damageOf(db.$client)) return;
    try {
      work();
    } catch (error) {
      const seen = asDamage(db.$client, error);
      // Damage has been said, and is not tried again.
      if (seen === error) console.error(`${name} failed and will be tried again:`, error);
    }
  };
}

/** Compares sets that were registered with those that there are, one look at a time; one that cannot be read is tried once. */
function comparing(ctx: ServiceContext): () => void {
  const tried = new Set<string>();
  let going: Promise<void> | null = null;
  return () => {
    going ??= compareNewSets(ctx, tried)
      .catch((error: unknown) => {
        // Damage has been said; a server that stops ends its database under what still reads.
        if (!damageOf(ctx.db.$client) && ctx.db.$client.open)
          console.error("Near-duplicates of a new set could not be looked for:", error);
      })
      .finally(() => (going = null));
  };
}

/** Sends messages of webhooks, of each one round at a time: one that does not answer holds up no other. */
function telling(ctx: ServiceContext, webhooks: WebhookDoor): () => void {
  const inRound = new Set<string>();
  return () => {
    deliverDue(ctx, webhooks, inRound).catch((error: unknown) => {
      if (!damageOf(ctx.db.$client) && ctx.db.$client.open)
        console.error("Webhooks could not be sent and will be retried:", error);
    });
  };
}

/**
 * What the server does by itself: notice silence, keep the write-ahead log short, forget old ticks, merge points, look for
 * near-duplicates of new sets and for what is worth an alert, tell webhooks, delete what nobody brought back. Returns a stop.
 */
export function startTimers(ctx: ServiceContext, webhooks: WebhookDoor): () => void {
  const watch = startWatch(ctx);
  let isBehind = false;
  const timers = [
    setInterval(
      guarded(ctx, "looking for silent attempts", () =>
        reapSilentAttempts(ctx, ctx.comparableSince?.() ?? 0),
      ),
      REAP_MS,
    ),
    setInterval(
      guarded(ctx, "ending external runs without a heartbeat", () => endSilentExternal(ctx)),
      CHECKPOINT_MS,
    ),
    setInterval(
      guarded(ctx, "closing what ended outside", () => closeLateSessions(ctx)),
      CHECKPOINT_MS,
    ),
    setInterval(
      guarded(ctx, "regrouping runs from outside", () => regroupOutdated(ctx)),
      ALERT_MS,
    ),
    setInterval(
      guarded(ctx, "taking times of runs from their rows", () => recomputeTimes(ctx)),
      ALERT_MS,
    ),
    setInterval(
      guarded(ctx, "the checkpoint", () => {
        deleteTicksBefore(ctx.db, ctx.now() - TICKS_KEPT_MS);
        checkpoint(ctx.db.$client);
      }),
      CHECKPOINT_MS,
    ),
    setInterval(
      guarded(ctx, "deleting what is due", () => {
        deleteDue(ctx);
        deleteDueReports(ctx);
      }),
      CHECKPOINT_MS,
    ),
    setInterval(guarded(ctx, "looking for near-duplicates", comparing(ctx)), COMPARE_MS),
    setInterval(
      guarded(ctx, "looking for alerts", () => (isBehind = lookForAlerts(ctx, watch))),
      ALERT_MS,
    ),
    setInterval(
      guarded(ctx, "catching up with alerts", () => (isBehind &&= lookForAlerts(ctx, watch))),
      CATCH_UP_MS,
    ),
    setInterval(guarded(ctx, "telling webhooks", telling(ctx, webhooks)), ALERT_MS),
  ];
  for (const timer of timers) timer.unref();
  const stopUpkeep = startUpkeep(ctx);
  const stopChecks = startChecks(ctx);
  return () => {
    stopUpkeep();
    stopChecks();
    watch.stop();
    timers.forEach((timer) => clearInterval(timer));
  };
}
