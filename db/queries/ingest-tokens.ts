import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { rowBy } from "../prepared.ts";
import { ingestTokens, projects } from "../schema/index.ts";
import { ofProject } from "./projects.ts";

export type IngestTokenRecord = typeof ingestTokens.$inferSelect;

export function insertIngestToken(db: Db, token: typeof ingestTokens.$inferInsert): void {
  db.insert(ingestTokens).values(token).run();
}

export function selectIngestToken(db: Db, id: string): IngestTokenRecord | undefined {
  return db.select().from(ingestTokens).where(eq(ingestTokens.id, id)).get();
}

/** The token with this hash, revoked or not. */
export const selectIngestTokenByHash: (db: Db, tokenHash: string) => IngestTokenRecord | undefined = rowBy(
  ingestTokens,
  ingestTokens.tokenHash,
);

/** Lets an attempt have the one token that it was given last. */
export function deleteTokensOfAttempt(db: Db, attemptId: string): void {
  db.delete(ingestTokens).where(eq(ingestTokens.attemptId, attemptId)).run();
}

/** Every token that people made, with its project and how many runs it brought, newest first. */
export function selectIngestTokens(db: Db, projectId: string | null = null) {
  return db
    .select({
      token: ingestTokens,
      project: projects.name,
      runs: sql<number>`(select count(*) from external_runs o where o.token_id = ${ingestTokens.id})`,
    })
    .from(ingestTokens)
    .innerJoin(projects, eq(projects.id, ingestTokens.projectId))
    .where(
      and(
        isNull(ingestTokens.attemptId),
        sql`${ingestTokens.id} not in (select token_id from imports)`,
        ofProject(ingestTokens.projectId, projectId),
      ),
    )
    .orderBy(desc(ingestTokens.createdAt), desc(sql`${ingestTokens}.rowid`))
    .all();
}

export function updateIngestToken(
  db: Db,
  id: string,
  set: Partial<Pick<IngestTokenRecord, "usedAt" | "usedBy" | "revokedAt" | "revokedBy">>,
): void {
  db.update(ingestTokens).set(set).where(eq(ingestTokens.id, id)).run();
}
