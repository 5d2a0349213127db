import type { ProjectRecord } from "#db/queries/projects.ts";

export const DEFAULT_PROJECT = "lp-debug";
export const DEFAULT_PROJECT_ID = "prj_0000000000000000";

/** The default project as it is where nothing has needed it yet. */
export const NEW_DEFAULT: ProjectRecord = {
  id: DEFAULT_PROJECT_ID,
  name: DEFAULT_PROJECT,
  slug: DEFAULT_PROJECT,
  createdAt: 0,
  archived: false,
  seedKey: null,
  recipe: null,
  madeFrom: null,
  madeFor: null,
};
