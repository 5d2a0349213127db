import { insertProject, selectProjectByName } from "#db/queries/projects.ts";
import type { ServiceContext, WriteScope } from "../context.ts";

export const DEFAULT_PROJECT = "lp-debug";
const DEFAULT_PROJECT_ID = "prj_0000000000000000";

/** The project everything belongs to until somebody makes another. */
export function ensureDefaultProject(ctx: ServiceContext, scope: WriteScope): string {
  const found = selectProjectByName(scope.db, DEFAULT_PROJECT);
  if (found) return found.id;
  insertProject(scope.db, { id: DEFAULT_PROJECT_ID, name: DEFAULT_PROJECT, createdAt: ctx.now() });
  return DEFAULT_PROJECT_ID;
}
