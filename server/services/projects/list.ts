import { type ProjectHoldings, type ProjectRecord, selectProjectHoldings } from "#db/queries/projects.ts";
import type { Project } from "../../contracts/housekeeping/projects.ts";
import type { ServiceContext } from "../context.ts";
import { DEFAULT_PROJECT_ID } from "./default-project.ts";
import { everyProject } from "./find.ts";

const NOTHING: ProjectHoldings = { runs: 0, experiments: 0, reports: 0, tokens: 0, views: 0 };

export function describeProject(
  { madeFrom: _from, madeFor: _for, ...row }: ProjectRecord,
  held: ReadonlyMap<string, ProjectHoldings>,
): Project {
  const { views: _views, ...counts } = held.get(row.id) ?? NOTHING;
  return { ...row, isDefault: row.id === DEFAULT_PROJECT_ID, ...counts };
}

/** Every project with how much is in it: by name, archived ones last. */
export function listProjects(ctx: ServiceContext): Project[] {
  const held = selectProjectHoldings(ctx.db);
  return everyProject(ctx).map((row) => describeProject(row, held));
}
