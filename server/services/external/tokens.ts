import { selectAttempt } from "#db/queries/attempts.ts";
import {
  insertIngestToken,
  selectIngestTokenByHash,
  selectIngestTokens,
  updateIngestToken,
} from "#db/queries/ingest-tokens.ts";
import { readSupervised } from "../../../workers/protocol/loggers/supervised-token.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { topics } from "../../contracts/live.ts";
import {
  INGEST_TOKEN_PREFIX,
  NewTokenInput,
  type CreatedToken,
  type IngestTokenRow,
} from "../../contracts/external/ingest-token.ts";
import { ServiceError } from "../../errors.ts";
import { actorName, commit, type IngestActor, type ServiceContext } from "../context.ts";
import { newId, newIngestToken, sha256 } from "../hashing.ts";
import { standInWorker } from "./stand-in-worker.ts";
import { scopeId } from "../projects/find.ts";
import { projectForNew } from "../projects/ensure-default.ts";

/** A new token that opens bringing runs into a project, reading them, or both, and nothing else. The text is in this answer and nowhere else. */
export function createToken(ctx: ServiceContext, rawInput: NewTokenInput): CreatedToken {
  const { name, project, makesProjects = false, access = "write" } = NewTokenInput.parse(rawInput);
  const token = newIngestToken();
  const id = newId("ingestToken");
  return commit(ctx, (scope) => {
    const at = ctx.now();
    insertIngestToken(scope.db, {
      id,
      projectId: projectForNew(ctx, scope, project),
      name,
      tokenHash: sha256(token),
      tail: token.slice(-4),
      makesProjects,
      access,
      workerId: standInWorker(ctx, scope, id, `outside, ${name}`),
      createdBy: actorName(ctx.actor),
      createdAt: at,
    });
    scope.touch(topics.tokens);
    return { id, name, token };
  });
}

/** Every token of a project, or of all, newest first, those that were revoked too. */
export function listTokens(ctx: ServiceContext, project?: string | null): IngestTokenRow[] {
  return selectIngestTokens(ctx.db, scopeId(ctx, project)).map(({ token, project, runs }) => {
    const {
      id,
      name,
      tail,
      createdBy,
      createdAt,
      usedAt,
      usedBy,
      revokedAt,
      revokedBy,
      makesProjects,
      access,
    } = token;
    return {
      id,
      name,
      project,
      makesProjects,
      access,
      tail,
      runs,
      createdBy,
      createdAt,
      usedAt,
      usedBy,
      revokedAt,
      revokedBy,
    };
  });
}

/** A token by its id, or by a name that only one open token has. */
function requireToken(ctx: ServiceContext, text: string): IngestTokenRow {
  const all = listTokens(ctx);
  const byId = all.find(({ id }) => id === text || id === `tok_${text}`);
  const byName = all.filter(({ name, revokedAt }) => name === text && revokedAt === null);
  if (byId) return byId;
  if (byName.length === 1) return byName[0];
  throw new ServiceError(
    byName.length > 1 ? "conflict" : "not_found",
    byName.length > 1
      ? `${byName.length} tokens are called ${JSON.stringify(text.slice(0, 80))}; name one by its id.`
      : `There is no token ${JSON.stringify(text.slice(0, 80))}.`,
  );
}

/** Lets a token open nothing from now on. What it brought stays. */
export function revokeToken(ctx: ServiceContext, text: string): IngestTokenRow {
  return commit(ctx, (scope) => {
    const { id, revokedAt } = requireToken(ctx, text);
    if (revokedAt === null)
      updateIngestToken(scope.db, id, { revokedAt: ctx.now(), revokedBy: actorName(ctx.actor) });
    scope.touch(topics.tokens);
    return requireToken(ctx, id);
  });
}

/** Who speaks with this token; null where it is none of ours, or was revoked. */
export function ingestActorOf(ctx: Pick<ServiceContext, "db">, given: string): IngestActor | null {
  const { token, witnessed } = readSupervised(given);
  if (!token.startsWith(INGEST_TOKEN_PREFIX)) return null;
  const found = selectIngestTokenByHash(ctx.db, sha256(token));
  if (!found || found.revokedAt !== null) return null;
  const { id: tokenId, projectId, name, attemptId, makesProjects, access } = found;
  if (attemptId !== null) {
    const attempt = selectAttempt(ctx.db, attemptId);
    if (!attempt || isEnded(attempt.state)) return null;
    const bound = { id: attempt.id, runId: attempt.runId };
    return { kind: "ingest", tokenId, projectId, name: `logger of ${attempt.id}`, attempt: bound };
  }
  return {
    kind: "ingest",
    tokenId,
    projectId,
    name: `token ${name}`,
    ...(makesProjects && { makesProjects }),
    ...(access !== "write" && { access }),
    ...(witnessed && { witnessed }),
  };
}
