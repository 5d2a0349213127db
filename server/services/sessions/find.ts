import { selectSession, updateSessionSeen } from "#db/queries/sessions.ts";
import type { ServiceContext } from "../context.ts";
import { sha256 } from "../hashing.ts";

const SEEN_EVERY_MS = 3_600_000;

/** Is this the secret of an open session? Its last use is noted at most once an hour. */
export function isOpenSession(ctx: ServiceContext, secret: string): boolean {
  const hash = sha256(secret);
  const session = selectSession(ctx.db, hash);
  const now = ctx.now();
  if (!session || session.expiresAt <= now) return false;
  if (now - session.seenAt > SEEN_EVERY_MS) updateSessionSeen(ctx.db, hash, now);
  return true;
}

/** Derived from the session secret, so that nothing more needs to be stored or sent in a readable cookie. */
export function csrfTokenOf(secret: string): string {
  return sha256(`csrf:${secret}`);
}
