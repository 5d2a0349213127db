import { and, asc, eq, or } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { tableViews } from "../../schema/index.ts";

export type TableViewRecord = typeof tableViews.$inferSelect;

/** What somebody saved, and the default, by name. */
export function selectTableViews(db: Db, owner: string): TableViewRecord[] {
  return db
    .select()
    .from(tableViews)
    .where(or(eq(tableViews.owner, owner), eq(tableViews.isDefault, true)))
    .orderBy(asc(tableViews.name))
    .all();
}

export const selectTableView = (db: Db, id: string): TableViewRecord | undefined =>
  db.select().from(tableViews).where(eq(tableViews.id, id)).get();

export const selectDefaultView = (db: Db): TableViewRecord | undefined =>
  db.select().from(tableViews).where(eq(tableViews.isDefault, true)).get();

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

/** At most one view is the default. */
export function updateDefaultView(db: Db, id: string | null): void {
  db.update(tableViews).set({ isDefault: false }).where(eq(tableViews.isDefault, true)).run();
  if (id !== null) db.update(tableViews).set({ isDefault: true }).where(eq(tableViews.id, id)).run();
}
