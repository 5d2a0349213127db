import { count, eq, inArray, or } from "drizzle-orm";
import type { Db } from "../client.ts";
import { experiments, projects, runs } from "../schema/index.ts";
import type { ExportKind } from "./exported-attempts.ts";

/** Id and title of what is to be exported; a project is also known by its name. */
export function selectExportTitle(
  db: Db,
  kind: ExportKind,
  id: string,
): { id: string; title: string } | undefined {
  if (kind === "run")
    return db.select({ id: runs.id, title: runs.name }).from(runs).where(eq(runs.id, id)).get();
  if (kind === "runs") {
    const wanted = [...new Set(id.split(","))];
    const found = db.select({ n: count() }).from(runs).where(inArray(runs.id, wanted)).get()?.n ?? 0;
    return found === wanted.length ? { id, title: `runs-${found}` } : undefined;
  }
  if (kind === "experiment")
    return db
      .select({ id: experiments.id, title: experiments.title })
      .from(experiments)
      .where(eq(experiments.id, id))
      .get();
  return db
    .select({ id: projects.id, title: projects.name })
    .from(projects)
    .where(or(eq(projects.id, id), eq(projects.slug, id), eq(projects.name, id)))
    .get();
}
