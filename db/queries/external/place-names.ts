import { desc, eq } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { externalPlaces } from "../../schema/index.ts";

/** Names of the places of a project, newest first. */
export const selectPlaceNames = (db: Db, projectId: string): string[] =>
  db
    .select({ name: externalPlaces.name })
    .from(externalPlaces)
    .where(eq(externalPlaces.projectId, projectId))
    .orderBy(desc(externalPlaces.id))
    .all()
    .map(({ name }) => name);
