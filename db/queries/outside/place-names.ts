import { desc, eq } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { outsidePlaces } from "../../schema/index.ts";

/** Names of the places of a project, newest first. */
export const selectPlaceNames = (db: Db, projectId: string): string[] =>
  db
    .select({ name: outsidePlaces.name })
    .from(outsidePlaces)
    .where(eq(outsidePlaces.projectId, projectId))
    .orderBy(desc(outsidePlaces.id))
    .all()
    .map(({ name }) => name);
