import { and, asc, eq, isNull, or } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { tableViews } from "../../schema/index.ts";

export type TableViewRecord = typeof tableViews.$inferSelect;

/** Those of a project, or those of all of them. */
const ofScope = (projectId: string | null) =>
  projectId === null ? isNull(tableViews.projectId) : eq(tableViews.projectId, projectId);

/** What somebody saved, and the defaults, by name: of a project and of all of them, or everything somebody saved. */
export function selectTableViews(db: Db, owner: string, projectId: string | null): TableViewRecord[] {
  const isMine = eq(tableViews.owner, owner);
  const isHere = projectId === null ? undefined : or(ofScope(null), ofScope(projectId));
  return db
    .select()
    .from(tableViews)
    .where(
      and(
        or(isMine, and(eq(tableViews.isDefault, true), projectId === null ? ofScope(null) : undefined)),
        isHere,
      ),
    )
    .orderBy(asc(tableViews.name))
    .all();
}

export const selectTableView = (db: Db, id: string): TableViewRecord | undefined =>
  db.select().from(tableViews).where(eq(tableViews.id, id)).get();

export const selectDefaultView = (db: Db, projectId: string | null): TableViewRecord | undefined =>
  db
    .select()
    .from(tableViews)
    .where(and(eq(tableViews.isDefault, true), ofScope(projectId)))
    .get();

export const selectTableViewByName = (db: Db, owner: string, name: string): TableViewRecord | undefined =>
  db
    .select()
    .from(tableViews)
    .where(and(eq(tableViews.owner, owner), eq(tableViews.name, name)))
    .get();

export function upsertTableView(db: Db, row: TableViewRecord): void {
  db.insert(tableViews).values(row).onConflictDoUpdate({ target: tableViews.id, set: row }).run();
}

export function deleteTableViewRow(db: Db, id: string): void {
  db.delete(tableViews).where(eq(tableViews.id, id)).run();
}

/** At most one view of a project is its default. */
export function updateDefaultView(db: Db, id: string | null, projectId: string | null): void {
  db.update(tableViews)
    .set({ isDefault: false })
    .where(and(eq(tableViews.isDefault, true), ofScope(projectId)))
    .run();
  if (id !== null) db.update(tableViews).set({ isDefault: true }).where(eq(tableViews.id, id)).run();
}
