import { countOnWorkers, type OnWorker } from "#db/queries/deletion/left-folders.ts";
import { selectWorker } from "#db/queries/machine/means.ts";
import { countOf, listAnd, plural } from "../../wording/counts.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { writeMoment } from "../../wording/times.ts";
import type { ServiceContext } from "../context.ts";
import { isOnline } from "../workers/list.ts";

/** What deleted runs have on workers, in words. */
export interface OnWorkersWords {
  /** Parts of a list of what goes at once. */
  now: string[];
  /** A sentence of each worker that is away: it removes what it has when it calls again. */
  later: string[];
}

function countWords({ checkpoints, pinned, files, bytes }: OnWorker): string {
  const kept = pinned === 0 ? "" : ` (${pinned} pinned)`;
  const parts = [
    checkpoints === 0 ? "" : countOf(checkpoints, "checkpoint") + kept,
    files === 0 ? "" : countOf(files, checkpoints === 0 ? "file" : "other file"),
  ].filter(Boolean);
  return `${listAnd(parts)} with ${writeBytes(bytes)}`;
}

/** What deleting these runs removes from their workers. */
export function onWorkersWords(ctx: ServiceContext, runIds: readonly string[]): OnWorkersWords {
  const words: OnWorkersWords = { now: [], later: [] };
  for (const held of countOnWorkers(ctx.db, runIds)) {
    const worker = selectWorker(ctx.db, held.workerId);
    if (!worker) continue;
    const what = countWords(held);
    if (isOnline(ctx, worker)) words.now.push(`${what} on ${worker.name}`);
    else
      words.later.push(
        `${what} ${plural(held.checkpoints + held.files, "stays", "stay")} on ${worker.name} until it reconnects; last heartbeat ${writeMoment(worker.lastSeenAt)}.`,
      );
  }
  return words;
}
