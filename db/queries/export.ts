import { asc, count, eq, inArray, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { attempts, experiments, projects, runs } from "../schema/index.ts";

/** An attempt whose points are exported, with the names its rows carry. */
export interface ExportedAttempt {
  project: string;
  run: string;
  runName: string;
  attemptId: string;
  attempt: number;
}

/** `runs`: chosen ones, their ids with commas between. */
export type ExportKind = "run" | "runs" | "experiment" | "project";

function whichRuns(kind: ExportKind, id: string) {
  if (kind === "run") return eq(runs.id, id);
  if (kind === "runs") return inArray(runs.id, id.split(","));
  return kind === "experiment" ? eq(runs.experimentId, id) : eq(runs.projectId, id);
}

/** All attempts of a run, an experiment or a project: runs in order of launch, each with its attempts in order. */
export function selectExportedAttempts(db: Db, kind: ExportKind, id: string): ExportedAttempt[] {
  return db
    .select({
      project: projects.name,
      run: runs.id,
      runName: runs.name,
      attemptId: attempts.id,
      attempt: attempts.n,
    })
    .from(attempts)
    .innerJoin(runs, eq(runs.id, attempts.runId))
    .innerJoin(projects, eq(projects.id, runs.projectId))
    .where(whichRuns(kind, id))
    .orderBy(asc(runs.queuedAt), sql`${runs}.rowid`, asc(attempts.n))
    .all();
}

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
