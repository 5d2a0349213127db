import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { outsideAliases, outsideArtifacts } from "../../schema/index.ts";

export type ArtifactVersionRecord = typeof outsideArtifacts.$inferSelect;

/** Where an artifact is looked for. */
export type ArtifactPlace = Pick<ArtifactVersionRecord, "projectId" | "place" | "name">;

const at = ({ projectId, place, name }: ArtifactPlace) =>
  and(
    eq(outsideArtifacts.projectId, projectId),
    eq(outsideArtifacts.place, place),
    eq(outsideArtifacts.name, name),
  );

export function selectVersionOfRun(
  db: Db,
  place: ArtifactPlace,
  { runId, digest }: Pick<ArtifactVersionRecord, "runId" | "digest">,
): ArtifactVersionRecord | undefined {
  return db
    .select()
    .from(outsideArtifacts)
    .where(and(at(place), eq(outsideArtifacts.runId, runId), eq(outsideArtifacts.digest, digest)))
    .get();
}

/** The same by how its client calls the run. */
export const selectVersionOfKey = (
  db: Db,
  place: ArtifactPlace,
  { runKey, digest }: Pick<ArtifactVersionRecord, "runKey" | "digest">,
): ArtifactVersionRecord | undefined =>
  db
    .select()
    .from(outsideArtifacts)
    .where(and(at(place), eq(outsideArtifacts.runKey, runKey), eq(outsideArtifacts.digest, digest)))
    .orderBy(desc(outsideArtifacts.id))
    .limit(1)
    .get();

export function insertVersion(db: Db, version: typeof outsideArtifacts.$inferInsert): ArtifactVersionRecord {
  return db.insert(outsideArtifacts).values(version).returning().get();
}

export function updateVersion(
  db: Db,
  id: number,
  set: Partial<Pick<ArtifactVersionRecord, "version" | "wanted" | "bytes" | "files" | "clientId">>,
): void {
  db.update(outsideArtifacts).set(set).where(eq(outsideArtifacts.id, id)).run();
}

/** The newest complete version, or the one of this number. */
export function selectVersion(
  db: Db,
  place: ArtifactPlace,
  number: number | null,
): ArtifactVersionRecord | undefined {
  const which = number === null ? isNotNull(outsideArtifacts.version) : eq(outsideArtifacts.version, number);
  return db
    .select()
    .from(outsideArtifacts)
    .where(and(at(place), which))
    .orderBy(desc(outsideArtifacts.version))
    .limit(1)
    .get();
}

/** The newest version, complete or not. */
export const selectNewestBegun = (db: Db, place: ArtifactPlace): ArtifactVersionRecord | undefined =>
  db.select().from(outsideArtifacts).where(at(place)).orderBy(desc(outsideArtifacts.id)).limit(1).get();

/** The version that an alias stands for. */
export function selectVersionCalled(
  db: Db,
  place: ArtifactPlace,
  alias: string,
): ArtifactVersionRecord | undefined {
  return db
    .select({ version: outsideArtifacts })
    .from(outsideAliases)
    .innerJoin(outsideArtifacts, eq(outsideArtifacts.id, outsideAliases.artifactId))
    .where(
      and(
        eq(outsideAliases.projectId, place.projectId),
        eq(outsideAliases.place, place.place),
        eq(outsideAliases.name, place.name),
        eq(outsideAliases.alias, alias),
      ),
    )
    .get()?.version;
}

export const selectVersionSentAs = (
  db: Db,
  projectId: string,
  clientId: string,
): ArtifactVersionRecord | undefined =>
  db
    .select()
    .from(outsideArtifacts)
    .where(and(eq(outsideArtifacts.projectId, projectId), eq(outsideArtifacts.clientId, clientId)))
    .orderBy(desc(outsideArtifacts.id))
    .limit(1)
    .get();

export const selectVersionsOfRun = (db: Db, runId: string): ArtifactVersionRecord[] =>
  db
    .select()
    .from(outsideArtifacts)
    .where(and(eq(outsideArtifacts.runId, runId), isNotNull(outsideArtifacts.version)))
    .orderBy(asc(outsideArtifacts.name), asc(outsideArtifacts.version))
    .all();

/** Aliases of versions, without "latest", which follows from the numbers. */
export function selectAliases(db: Db, ids: readonly number[]): Map<number, string[]> {
  const rows = db
    .select({ id: outsideAliases.artifactId, alias: outsideAliases.alias })
    .from(outsideAliases)
    .where(inArray(outsideAliases.artifactId, [...ids]))
    .orderBy(asc(outsideAliases.alias))
    .all();
  const aliases = new Map(ids.map((id): [number, string[]] => [id, []]));
  for (const { id, alias } of rows) aliases.get(id)?.push(alias);
  return aliases;
}

export const countAliases = (db: Db, { projectId, place, name }: ArtifactPlace): number =>
  db
    .select({ n: sql<number>`count(*)` })
    .from(outsideAliases)
    .where(
      and(
        eq(outsideAliases.projectId, projectId),
        eq(outsideAliases.place, place),
        eq(outsideAliases.name, name),
      ),
    )
    .get()?.n ?? 0;

/** Lets an alias stand for a version, whatever it stood for before. */
export function upsertAlias(db: Db, { projectId, place, name, id }: ArtifactVersionRecord, alias: string) {
  db.insert(outsideAliases)
    .values({ projectId, place, name, alias, artifactId: id })
    .onConflictDoUpdate({
      target: [outsideAliases.projectId, outsideAliases.place, outsideAliases.name, outsideAliases.alias],
      set: { artifactId: id },
    })
    .run();
}

export function deleteAlias(db: Db, artifactId: number, alias: string): void {
  db.delete(outsideAliases)
    .where(and(eq(outsideAliases.artifactId, artifactId), eq(outsideAliases.alias, alias)))
    .run();
}
