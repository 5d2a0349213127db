import { selectWorkerByTokenHash, type WorkerRecord } from "#db/queries/workers.ts";
import type { ServiceContext } from "../context.ts";
import { sha256 } from "../hashing.ts";

/** The worker whose session token this is, if any. A new registration ends the token before it. */
export function findWorkerByToken(ctx: ServiceContext, token: string): WorkerRecord | null {
  return selectWorkerByTokenHash(ctx.db, sha256(token)) ?? null;
}
