import { eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { projects } from "../schema/index.ts";

export type ProjectRecord = typeof projects.$inferSelect;

export function selectProjectByName(db: Db, name: string): ProjectRecord | undefined {
  return db.select().from(projects).where(eq(projects.name, name)).get();
}

export function insertProject(db: Db, project: ProjectRecord): void {
  db.insert(projects).values(project).run();
}
