import { readdirSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { damageOf } from "#db/damage.ts";
import { rewriteFile, sumSweeps } from "#db/secrets/sweeps.ts";
import type { ServiceContext } from "../services/context.ts";
import { cleanStored, type Cleaned } from "../services/secrets/clean-stored.ts";
import { countOf, listFirst } from "../wording/counts.ts";
import type { Home } from "./home.ts";

/** A file up to this size is written anew while requests wait, a few hundredths of a second; a larger one at the next start, before there are any (`openDatabase`). */
const WRITTEN_AT_ONCE_BYTES = 8 * 1024 ** 2;
const MOST_NAMED = 5;

/** What was done, and what is left to do for a person: keys that were stored are known to whoever read them. */
function sentenceOf({ values, runs }: Cleaned, home: Home, isLarge: boolean): string {
  const backups = readdirSync(home.backups).toSorted();
  return [
    `Masked ${countOf(values, "stored value")} in ${countOf(runs, "run")} that held a key, a token or a password. Whoever could read them may have kept them: revoke those keys.`,
    ...(backups.length > 0
      ? [
          `Older backups in ${home.backups} still hold them: ${listFirst(backups, MOST_NAMED)}. Delete those that you do not need.`,
        ]
      : []),
    ...(isLarge ? ["Unused pages of the database are overwritten at the next start."] : []),
  ].join(" ");
}

/** Said with the first that is found, also by an earlier start: masking may take long, and may be killed. */
const FIRST =
  "Stored values held a key, a token or a password, and are being masked. Whoever could read them may have kept them: revoke those keys. A count follows once all is looked through.";

async function clean(ctx: ServiceContext, home: Home, signal: AbortSignal): Promise<void> {
  const work = cleanStored(ctx);
  let cleaned: Cleaned | null = null;
  let isSaid = false;
  for (;;) {
    if (signal.aborted || damageOf(ctx.db.$client)) return;
    const came = work.next();
    if (came.done) {
      cleaned = came.value;
      break;
    }
    if (!isSaid && sumSweeps(ctx.db).values > 0) {
      isSaid = true;
      console.log(FIRST);
    }
    await setImmediate();
  }
  if (cleaned === null || cleaned.values === 0) return;
  const isLarge = statSync(home.dbPath).size > WRITTEN_AT_ONCE_BYTES;
  if (!isLarge) rewriteFile(ctx.db);
  console.log(sentenceOf(cleaned, home, isLarge));
}

/** Masks secrets that were stored before they were masked on arrival: once, piece by piece beside requests. Returns a stop. */
export function cleanSecrets(ctx: ServiceContext, home: Home): () => void {
  const ending = new AbortController();
  clean(ctx, home, ending.signal).catch((error: unknown) => {
    if (!ending.signal.aborted && ctx.db.$client.open)
      console.error("Not all stored secrets could be masked; the next start goes on:", error);
  });
  return () => ending.abort();
}
