import { insertIngestToken, selectIngestToken } from "#db/queries/ingest-tokens.ts";
import { selectImportToken } from "#db/queries/imports.ts";
import { actorName, type IngestActor, type ServiceContext, type WriteScope } from "../context.ts";
import { standInWorker } from "../external/stand-in-worker.ts";
import { newId, newIngestToken, sha256 } from "../hashing.ts";

/** Who imports into a project: a token that opens nothing stands where runs from outside name theirs. */
export function importActor(ctx: ServiceContext, scope: WriteScope, projectId: string): IngestActor {
  const known = selectImportToken(scope.db, projectId);
  const tokenId = known && selectIngestToken(scope.db, known) ? known : makeToken(ctx, scope, projectId);
  return { kind: "ingest", tokenId, projectId, name: actorName(ctx.actor) };
}

function makeToken(ctx: ServiceContext, scope: WriteScope, projectId: string): string {
  const at = ctx.now();
  const id = newId("ingestToken");
  insertIngestToken(scope.db, {
    id,
    projectId,
    name: "imports",
    tokenHash: sha256(newIngestToken()),
    tail: "",
    workerId: standInWorker(ctx, scope, id, "imports"),
    createdBy: actorName(ctx.actor),
    createdAt: at,
    revokedAt: at,
    revokedBy: actorName(ctx.actor),
  });
  return id;
}
