import { deleteExpiredSessions, insertSession } from "#db/queries/sessions.ts";
import { isServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";
import { sha256 } from "../hashing.ts";
import { newSecret } from "../new-id.ts";

export const SESSION_DAYS = 30;
const DAY_MS = 86_400_000;

/** Sessions that could not be stored, by hash with their end: whoever comes to look at a bench that is broken gets in. */
const unstored = new WeakMap<ServiceContext["db"], Map<string, number>>();

/** Is this an open session that this process alone knows? */
export const isUnstoredSession = ({ db, now }: ServiceContext, secretHash: string): boolean =>
  (unstored.get(db)?.get(secretHash) ?? 0) > now();

/**
 * Opens a browser session. The secret is returned once; only its hash is stored. Where nothing can be written, on a full
 * disk or a damaged database, the session is one until the process ends.
 */
export function openSession(ctx: ServiceContext): { secret: string; maxAgeSeconds: number } {
  const secret = newSecret();
  const now = ctx.now();
  const secretHash = sha256(secret);
  const expiresAt = now + SESSION_DAYS * DAY_MS;
  try {
    commit(ctx, (scope) => {
      deleteExpiredSessions(scope.db, now);
      insertSession(scope.db, { secretHash, createdAt: now, seenAt: now, expiresAt });
    });
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const known = unstored.get(ctx.db) ?? new Map<string, number>();
    unstored.set(ctx.db, known.set(secretHash, expiresAt));
  }
  return { secret, maxAgeSeconds: (SESSION_DAYS * DAY_MS) / 1000 };
}
