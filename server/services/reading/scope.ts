import type { ExperimentRecord } from "#db/queries/experiments.ts";
import { selectMadeProjects, selectProject } from "#db/queries/projects.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { isServiceError, ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { findExperiment } from "../experiments/find.ts";
import { findProject, requireProject } from "../projects/find.ts";
import { findSameNamed } from "../runs/find.ts";

/** Projects that the caller reads: of a key its own and those that were made for its clients; null for all. */
function readable(ctx: ServiceContext): string[] | null {
  const { actor } = ctx;
  if (actor.kind === "member" || actor.kind === "operator") return null;
  if (actor.kind !== "ingest" || (actor.access ?? "write") === "write")
    throw new ServiceError("forbidden", "This key does not read runs.");
  return [actor.projectId, ...selectMadeProjects(ctx.db, actor.projectId)];
}

/** Whether the caller reads what is of a project. */
export const isReadable = (ctx: ServiceContext, projectId: string): boolean =>
  readable(ctx)?.includes(projectId) ?? true;

/** The slug of the project that a list is of; null for all of them. Throws `not_found` for one that the caller may not read. */
export function readScope(ctx: ServiceContext, asked: string | null): string | null {
  const own = readable(ctx);
  if (asked !== null) {
    const found = findProject(ctx, asked);
    if (own && !own.includes(found?.id ?? ""))
      throw new ServiceError(
        "not_found",
        `There is no project ${JSON.stringify(asked.slice(0, 80))} that this key reads.`,
      );
    return requireProject(ctx, asked).slug;
  }
  return own && (selectProject(ctx.db, own[0])?.slug ?? null);
}

/** The one project of a list for this caller; null for all of them. */
export const projectIdOf = (ctx: ServiceContext): string | null => readable(ctx)?.[0] ?? null;

/** Runs of a name that the caller reads, the newest first; one where the text is an id or the start of one. */
function readableRuns(ctx: ServiceContext, text: string): RunRecord[] {
  // A key that only writes is refused before anything is looked for: what it is refused by would say which runs there are.
  const own = readable(ctx);
  try {
    return findSameNamed(ctx, text).filter(({ projectId }) => own?.includes(projectId) ?? true);
  } catch (error) {
    // Which runs of other projects a text would fit is not said to a key.
    if (isServiceError(error) && own !== null) return [];
    throw error;
  }
}

/** The run that an id or a name stands for; of several of one name the newest. Throws `not_found`. */
export function requireReadRun(ctx: ServiceContext, text: string): RunRecord {
  const [run] = readableRuns(ctx, text);
  if (run) return run;
  throw new ServiceError(
    "not_found",
    `There is no run ${JSON.stringify(text.slice(0, 80))} in the projects that this key reads.`,
  );
}

/** The experiment that an id or a title stands for. Throws `not_found`. */
export const requireReadExperiment = (ctx: ServiceContext, text: string): ExperimentRecord =>
  findExperiment(ctx, text, readable(ctx));
