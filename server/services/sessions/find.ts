import { selectSession, updateSessionSeen } from "#db/queries/sessions.ts";
import type { ServiceContext } from "../context.ts";
import { isServiceError } from "../../errors.ts";
import { explainFailure } from "../storage.ts";
import { isUnstoredSession } from "./open.ts";
import { sha256 } from "../hashing.ts";

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
