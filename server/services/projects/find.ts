import type { ProjectName } from "../../contracts/housekeeping/projects.ts";
import {
  type ProjectRecord,
  selectProject,
  selectProjectByName,
  selectProjectBySlug,
  selectProjects,
} from "#db/queries/projects.ts";
import { ServiceError } from "../../errors.ts";
import { listFirst } from "../../wording/counts.ts";
import type { ServiceContext } from "../context.ts";
import { DEFAULT_PROJECT_ID, NEW_DEFAULT } from "./default-project.ts";

const NAMED = 8;

/** Every project; the default one also where nothing has needed it yet. */
export function everyProject({ db }: Pick<ServiceContext, "db">): ProjectRecord[] {
  const found = selectProjects(db);
  return found.some(({ id }) => id === DEFAULT_PROJECT_ID) ? found : [NEW_DEFAULT, ...found];
}

/** A project by slug, id or name, if there is one. */
export function findProject(ctx: Pick<ServiceContext, "db">, text: string): ProjectRecord | undefined {
  const { db } = ctx;
  const found = selectProjectBySlug(db, text) ?? selectProject(db, text) ?? selectProjectByName(db, text);
  return found ?? everyProject(ctx).find(({ id, slug, name }) => [id, slug, name].includes(text));
}

/** That there is no such project, and which there are. */
export const noProjectWords = (ctx: Pick<ServiceContext, "db">, text: string): string =>
  `There is no project ${JSON.stringify(text.slice(0, 80))}. There is: ${listFirst(
    everyProject(ctx).map(({ slug }) => slug),
    NAMED,
  )}.`;

/** A project by slug, id or name. Throws `not_found` with those there are. */
export function requireProject(ctx: Pick<ServiceContext, "db">, text: string): ProjectRecord {
  const found = findProject(ctx, text);
  if (found) return found;
  throw new ServiceError("not_found", noProjectWords(ctx, text), { field: "project" });
}

/** Id of the project that a list is of; null for all of them. Throws where there is none of this slug. */
export const scopeId = (ctx: Pick<ServiceContext, "db">, slug: string | null | undefined): string | null =>
  slug == null ? null : requireProject(ctx, slug).id;

/** What the project of a thing is called. */
export function projectName({ db }: Pick<ServiceContext, "db">, id: string): ProjectName {
  const { name, slug } = selectProject(db, id) ?? NEW_DEFAULT;
  return { name, slug };
}
