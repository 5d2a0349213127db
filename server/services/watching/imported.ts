import { selectImported } from "#db/queries/alerts/watch.ts";
import type { ServiceContext } from "../context.ts";

/** The newest point of an import is at least so much older than its run is here; clocks differ by less. */
const OLDER_MS = 60_000;
/** What came whole and finished within so long, of clients that say no times, is no training that somebody watches. */
const WHOLE_WITHIN_MS = 60_000;

/**
 * Whether a run was brought in after it had happened, as from files or an offline client: all of its points are from before it
 * was here. What is found in such runs is kept, and waits for nobody to read it.
 */
export function isImported({ db }: ServiceContext, runId: string): boolean {
  const facts = selectImported(db, runId);
  if (!facts || facts.startedAt === null || facts.lastAt === null) return false;
  const { startedAt, endedAt, lastAt, state } = facts;
  const isWhole = state === "finished" && endedAt !== null && endedAt - startedAt < WHOLE_WITHIN_MS;
  return isWhole || lastAt < startedAt - OLDER_MS;
}
