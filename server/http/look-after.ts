import { readFileSync } from "node:fs";
import { damageOf, noteDamage } from "#db/damage.ts";
import { backUpDaily } from "../maintenance/backup.ts";
import { checkInThread } from "../maintenance/in-thread.ts";
import type { ServiceContext } from "../services/context.ts";
import { removeUnfinishedEvaluations } from "../services/external/store-evaluation.ts";
import { removeUnfinishedImports } from "../services/imports/remove.ts";
import { maskOwnTokens } from "../services/secrets/own-tokens.ts";
import { cleanSecrets } from "./clean-secrets.ts";
import type { Home } from "./home.ts";
import { showHowItEnded } from "./how-it-ended.ts";

/** A server that is stopped soon after its start makes no backup; then each day has one. */
const FIRST_BACKUP_MS = 5 * 60_000;
const LOOK_MS = 10 * 60_000;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Where the last server was killed: has SQLite look at the file beside the requests, and stops writing where it is damaged. */
async function checkAfterKill(ctx: ServiceContext, signal: AbortSignal): Promise<void> {
  const { isSound, findings } = await checkInThread(ctx.db.$client.name, "quick", signal);
  if (!isSound && !signal.aborted) noteDamage(ctx.db.$client, findings[0].replace(/^SQLite says: |\.$/g, ""));
}

async function backUpToday(
  ctx: ServiceContext,
  home: Home,
  keep: number,
  signal: AbortSignal,
): Promise<void> {
  const made = await backUpDaily(home.dir, { keep, now: ctx.now(), signal });
  if (made === null) return;
  ctx.storage.troubles.delete("backup");
  if (made.findings.length > 0)
    ctx.storage.troubles.set(
      "backup",
      `Something in the database is damaged, and so in today's backup; older backups are kept. ${made.findings[0]} Run "npx ablab check --full".`,
    );
}

/**
 * Backups of each day, and a check after an unclean stop, both in threads of their own; once, secrets that were stored before
 * they were masked on arrival, and what was left by imports and evaluations that were cut. Returns a stop.
 */
export function lookAfter(ctx: ServiceContext, home: Home, keepBackups: number): () => void {
  const files = [home.operatorTokenFile, home.workerTokenFile].map((path) => readFileSync(path, "utf8"));
  const forgetTokens = maskOwnTokens(ctx.db, files);
  const stopCleaning = cleanSecrets(ctx, home);
  const ending = new AbortController();
  showHowItEnded(ctx);
  // Both look now, before anything is stored of this process.
  Promise.all([removeUnfinishedEvaluations(ctx), removeUnfinishedImports(ctx)]).catch((error: unknown) => {
    console.error("What was cut while it was stored was not removed:", error);
  });
  if (home.wasKilled)
    checkAfterKill(ctx, ending.signal).catch((error: unknown) => {
      if (!ending.signal.aborted) console.error("The check after an unclean stop was not made:", error);
    });
  const backUp = () => {
    if (damageOf(ctx.db.$client)) return;
    backUpToday(ctx, home, keepBackups, ending.signal).catch((error: unknown) => {
      if (ending.signal.aborted) return;
      const message = `Today's backup was not made. ${reasonOf(error)}`;
      if (ctx.storage.troubles.get("backup") !== message) console.error(message);
      ctx.storage.troubles.set("backup", message);
    });
  };
  const first = setTimeout(backUp, FIRST_BACKUP_MS).unref();
  const others = setInterval(backUp, LOOK_MS).unref();
  return () => {
    stopCleaning();
    forgetTokens();
    ending.abort();
    clearTimeout(first);
    clearInterval(others);
  };
}
