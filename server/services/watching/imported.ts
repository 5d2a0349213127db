import { isOfImport } from "#db/queries/imports.ts";
import { selectImported } from "#db/queries/alerts/watch.ts";
import type { ServiceContext } from "../context.ts";
import { CLOCKS_AGREE_MS, lastLogged } from "../external/attempts/own-times.ts";

/** What came within so long of clients that say no times is no training that somebody watches. */
const WHOLE_WITHIN_MS = 60_000;

/**
 * Whether a run was brought in after it had happened, as from files or an offline client: all of its points are from before it
 * was here. What is found in such runs is kept, and waits for nobody to read it.
 */
export function isImported(ctx: ServiceContext, runId: string): boolean {
  if (isOfImport(ctx.db, runId)) return true;
  const facts = selectImported(ctx.db, runId);
  const lastAt = facts ? lastLogged(facts.attemptId, ctx) : null;
  if (!facts || lastAt === null) return false;
  const { claimedAt, lastSeenAt, startedAt } = facts;
  if (startedAt === null) return lastSeenAt - claimedAt < WHOLE_WITHIN_MS;
  return lastAt < claimedAt - CLOCKS_AGREE_MS;
}
