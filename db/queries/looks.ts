import { eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { looks } from "../schema/index.ts";

export type LookRecord = typeof looks.$inferSelect;

/** The looks at an experiment, the first one first. */
export const selectLooks = (db: Db, experimentId: string): LookRecord[] =>
  db.select().from(looks).where(eq(looks.experimentId, experimentId)).orderBy(looks.number).all();

/** One that is there already stays as it is. */
export function insertLook(db: Db, look: LookRecord): void {
  db.insert(looks).values(look).onConflictDoNothing().run();
}
