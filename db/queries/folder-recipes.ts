import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { ofConnection } from "../prepared.ts";
import { folderProblems, folderRecipes, workers } from "../schema/index.ts";

export type FolderRecipeRecord = typeof folderRecipes.$inferSelect;

const bySlugAndVersion = ofConnection((db) =>
  db
    .select()
    .from(folderRecipes)
    .where(
      and(
        eq(folderRecipes.slug, sql.placeholder("slug")),
        eq(folderRecipes.version, sql.placeholder("version")),
      ),
    )
    .prepare(),
);

/** Asked for every run of a table, those from outside too, which have none. */
export const selectFolderRecipe = (db: Db, slug: string, version: string): FolderRecipeRecord | undefined =>
  bySlugAndVersion(db).get({ slug, version });

/** Every content that was ever offered, the newest of a slug first. */
export function selectFolderRecipes(db: Db): FolderRecipeRecord[] {
  return db
    .select()
    .from(folderRecipes)
    .orderBy(asc(folderRecipes.slug), desc(folderRecipes.offeredAt))
    .all();
}

/** Of the contents of a slug that were agreed to the one that was offered last. */
export function selectAgreedRecipe(db: Db, slug: string): FolderRecipeRecord | undefined {
  return db
    .select()
    .from(folderRecipes)
    .where(and(eq(folderRecipes.slug, slug), isNotNull(folderRecipes.approvedAt)))
    .orderBy(desc(folderRecipes.offeredAt))
    .get();
}

/** Stores a content, or when and by whom a known one was offered last. */
export function upsertFolderRecipe(db: Db, recipe: typeof folderRecipes.$inferInsert): void {
  const { folder, offeredBy, offeredAt, approvedAt, approvedBy } = recipe;
  const agreed = approvedAt == null ? {} : { approvedAt, approvedBy };
  db.insert(folderRecipes)
    .values(recipe)
    .onConflictDoUpdate({
      target: [folderRecipes.slug, folderRecipes.version],
      set: { folder, offeredBy, offeredAt, ...agreed },
    })
    .run();
}

export function replaceFolderProblems(
  db: Db,
  workerId: string,
  problems: readonly { folder: string; problem: string }[],
): void {
  db.delete(folderProblems).where(eq(folderProblems.workerId, workerId)).run();
  for (const { folder, problem } of problems)
    db.insert(folderProblems).values({ workerId, folder, problem }).run();
}

export function selectFolderProblems(db: Db) {
  return db
    .select({ worker: workers.name, folder: folderProblems.folder, problem: folderProblems.problem })
    .from(folderProblems)
    .innerJoin(workers, eq(workers.id, folderProblems.workerId))
    .orderBy(asc(folderProblems.id))
    .all();
}
