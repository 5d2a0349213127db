import {
  deleteExpiredSessions,
  insertSession,
  selectSession,
  updateSessionSeen,
} from "#db/queries/sessions.ts";
import { isServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";
import { newSecret, sha256 } from "../hashing.ts";
import { explainFailure } from "../storage.ts";

const SEEN_EVERY_MS = 3_600_000;

/** Is this the secret of an open session? Its last use is noted at most once an hour. */
export function isOpenSession(ctx: ServiceContext, secret: string): boolean {
  const hash = sha256(secret);
  if (isUnstoredSession(ctx, hash)) return true;
  const session = selectSession(ctx.db, hash);
  const now = ctx.now();
  if (!session || session.expiresAt <= now) return false;
  if (now - session.seenAt > SEEN_EVERY_MS)
    try {
      updateSessionSeen(ctx.db, hash, now);
    } catch (error) {
      // On a full disk or a damaged database pages are still to be read.
      if (!isServiceError(explainFailure(ctx, error))) throw error;
    }
  return true;
}

/** Derived from the session secret, so that nothing more needs to be stored or sent in a readable cookie. */
export function csrfTokenOf(secret: string): string {
  return sha256(`csrf:${secret}`);
}

export const SESSION_DAYS = 30;
const DAY_MS = 86_400_000;

const MOST_UNSTORED = 1000;

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
  const secret = newSecret("session");
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
    // Each was opened by a code of the command line.
    if (known.size >= MOST_UNSTORED) known.clear();
    unstored.set(ctx.db, known.set(secretHash, expiresAt));
  }
  return { secret, maxAgeSeconds: (SESSION_DAYS * DAY_MS) / 1000 };
}
