import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { externalAliases, externalArtifacts } from "../../schema/index.ts";

export type ArtifactVersionRecord = typeof externalArtifacts.$inferSelect;

/** Where an artifact is looked for. */
export type ArtifactPlace = Pick<ArtifactVersionRecord, "projectId" | "place" | "name">;

const at = ({ projectId, place, name }: ArtifactPlace) =>
  and(
    eq(externalArtifacts.projectId, projectId),
    eq(externalArtifacts.place, place),
    eq(externalArtifacts.name, name),
  );

export function selectVersionOfRun(
  db: Db,
  place: ArtifactPlace,
  { runId, digest }: Pick<ArtifactVersionRecord, "runId" | "digest">,
): ArtifactVersionRecord | undefined {
  return db
    .select()
    .from(externalArtifacts)
    .where(and(at(place), eq(externalArtifacts.runId, runId), eq(externalArtifacts.digest, digest)))
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
    .from(externalArtifacts)
    .where(and(at(place), eq(externalArtifacts.runKey, runKey), eq(externalArtifacts.digest, digest)))
    .orderBy(desc(externalArtifacts.id))
    .limit(1)
    .get();

export function insertVersion(db: Db, version: typeof externalArtifacts.$inferInsert): ArtifactVersionRecord {
  return db.insert(externalArtifacts).values(version).returning().get();
}

export function updateVersion(
  db: Db,
  id: number,
  set: Partial<Pick<ArtifactVersionRecord, "version" | "wanted" | "bytes" | "files" | "clientId">>,
): void {
  db.update(externalArtifacts).set(set).where(eq(externalArtifacts.id, id)).run();
}

/** The newest complete version, or the one of this number. */
export function selectVersion(
  db: Db,
  place: ArtifactPlace,
  number: number | null,
): ArtifactVersionRecord | undefined {
  const which =
    number === null ? isNotNull(externalArtifacts.version) : eq(externalArtifacts.version, number);
  return db
    .select()
    .from(externalArtifacts)
    .where(and(at(place), which))
    .orderBy(desc(externalArtifacts.version))
    .limit(1)
    .get();
}

/** The newest version, complete or not. */
export const selectNewestBegun = (db: Db, place: ArtifactPlace): ArtifactVersionRecord | undefined =>
  db.select().from(externalArtifacts).where(at(place)).orderBy(desc(externalArtifacts.id)).limit(1).get();

/** The version that an alias stands for. */
export function selectVersionCalled(
  db: Db,
  place: ArtifactPlace,
  alias: string,
): ArtifactVersionRecord | undefined {
  return db
    .select({ version: externalArtifacts })
    .from(externalAliases)
    .innerJoin(externalArtifacts, eq(externalArtifacts.id, externalAliases.artifactId))
    .where(
      and(
        eq(externalAliases.projectId, place.projectId),
        eq(externalAliases.place, place.place),
        eq(externalAliases.name, place.name),
        eq(externalAliases.alias, alias),
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
    .from(externalArtifacts)
    .where(and(eq(externalArtifacts.projectId, projectId), eq(externalArtifacts.clientId, clientId)))
    .orderBy(desc(externalArtifacts.id))
    .limit(1)
    .get();

export const selectVersionsOfRun = (db: Db, runId: string): ArtifactVersionRecord[] =>
  db
    .select()
    .from(externalArtifacts)
    .where(and(eq(externalArtifacts.runId, runId), isNotNull(externalArtifacts.version)))
    .orderBy(asc(externalArtifacts.name), asc(externalArtifacts.version))
    .all();

/** Aliases of versions, without "latest", which follows from the numbers. */
export function selectAliases(db: Db, ids: readonly number[]): Map<number, string[]> {
  const rows = db
    .select({ id: externalAliases.artifactId, alias: externalAliases.alias })
    .from(externalAliases)
    .where(inArray(externalAliases.artifactId, [...ids]))
    .orderBy(asc(externalAliases.alias))
    .all();
  const aliases = new Map(ids.map((id): [number, string[]] => [id, []]));
  for (const { id, alias } of rows) aliases.get(id)?.push(alias);
  return aliases;
}

export const countAliases = (db: Db, { projectId, place, name }: ArtifactPlace): number =>
  db
    .select({ n: sql<number>`count(*)` })
    .from(externalAliases)
    .where(
      and(
        eq(externalAliases.projectId, projectId),
        eq(externalAliases.place, place),
        eq(externalAliases.name, name),
      ),
    )
    .get()?.n ?? 0;

/** Lets an alias stand for a version, whatever it stood for before. */
export function upsertAlias(db: Db, { projectId, place, name, id }: ArtifactVersionRecord, alias: string) {
  db.insert(externalAliases)
    .values({ projectId, place, name, alias, artifactId: id })
    .onConflictDoUpdate({
      target: [externalAliases.projectId, externalAliases.place, externalAliases.name, externalAliases.alias],
      set: { artifactId: id },
    })
    .run();
}

export function deleteAlias(db: Db, artifactId: number, alias: string): void {
  db.delete(externalAliases)
    .where(and(eq(externalAliases.artifactId, artifactId), eq(externalAliases.alias, alias)))
    .run();
}
