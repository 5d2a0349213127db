import { deleteSessions, selectOpenSessions } from "#db/queries/sessions.ts";
import { EndSessionsInput, type SessionRow } from "../../contracts/housekeeping/settings.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";

const ID_LENGTH = 12;

const ownOf = ({ actor }: ServiceContext): string | null =>
  actor.kind === "member" ? (actor.session ?? null) : null;

/** Browsers that are logged in, the one used last first. */
export function listSessions(ctx: ServiceContext): SessionRow[] {
  const own = ownOf(ctx);
  return selectOpenSessions(ctx.db, ctx.now()).map(({ secretHash, createdAt, seenAt, expiresAt }) => ({
    id: secretHash.slice(0, ID_LENGTH),
    createdAt,
    seenAt,
    expiresAt,
    own: secretHash === own,
  }));
}

/** Logs one browser out, or all but the one that asks. Its next request is asked for a login. */
export function endSessions(ctx: ServiceContext, rawInput: EndSessionsInput): { ended: number } {
  const { id } = EndSessionsInput.parse(rawInput);
  return commit(ctx, (scope) => {
    const which = id === null ? { allBut: ownOf(ctx), now: ctx.now() } : { beginning: id };
    const ended = deleteSessions(scope.db, which);
    if (id !== null && ended === 0) throw new ServiceError("not_found", "This session is not open any more.");
    scope.touch(topics.tokens);
    return { ended };
  });
}
