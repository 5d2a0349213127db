import { deleteExpiredSessions, insertSession } from "#db/queries/sessions.ts";
import { commit, type ServiceContext } from "../context.ts";
import { sha256 } from "../hashing.ts";
import { newSecret } from "../new-id.ts";

export const SESSION_DAYS = 30;
const DAY_MS = 86_400_000;

/** Opens a browser session. The secret is returned once; only its hash is stored. */
export function openSession(ctx: ServiceContext): { secret: string; maxAgeSeconds: number } {
  const secret = newSecret();
  const now = ctx.now();
  commit(ctx, (scope) => {
    deleteExpiredSessions(scope.db, now);
    insertSession(scope.db, {
      secretHash: sha256(secret),
      createdAt: now,
      seenAt: now,
      expiresAt: now + SESSION_DAYS * DAY_MS,
    });
  });
  return { secret, maxAgeSeconds: (SESSION_DAYS * DAY_MS) / 1000 };
}
