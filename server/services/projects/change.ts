import {
  deleteProjectRows,
  insertProject,
  type ProjectRecord,
  selectProject,
  selectProjectByName,
  selectProjectHoldings,
  selectProjects,
  selectProjectBySlug,
  updateProject,
} from "#db/queries/projects.ts";
import {
  ChangeProjectInput,
  NewProjectInput,
  PROJECT_LIMITS,
  type ProjectAnswer,
  ProjectInput,
} from "../../contracts/housekeeping/projects.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { countOf, listAnd } from "../../wording/counts.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { requireSameName } from "../annotations/same-name.ts";
import { newId } from "../hashing.ts";
import { ensureDefaultProject } from "./ensure-default.ts";
import { DEFAULT_PROJECT, DEFAULT_PROJECT_ID } from "./default-project.ts";
import { requireProject } from "./find.ts";
import { describeProject } from "./list.ts";

const SLUG_LENGTH = 40;

/** "GSM8K, 2nd try" becomes "gsm8k-2nd-try"; a name without such letters is "project". */
function slugOf(scope: WriteScope, name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH)
    .replace(/^-+|-+$/g, "");
  const base = plain === "" ? "project" : plain;
  const isTaken = (slug: string) =>
    slug === DEFAULT_PROJECT || selectProjectBySlug(scope.db, slug) !== undefined;
  let slug = base;
  for (let n = 2; isTaken(slug); n += 1) slug = `${base}-${n}`;
  return slug;
}

/** Two projects of one name could not be told apart, whatever the size of its letters. */
function requireFree(scope: WriteScope, name: string, id: string | null): void {
  const taken =
    selectProjectByName(scope.db, name) ??
    selectProjects(scope.db).find((one) => one.name.toLowerCase() === name.toLowerCase());
  const isDefaults = name.toLowerCase() === DEFAULT_PROJECT && !selectProject(scope.db, DEFAULT_PROJECT_ID);
  if ((taken && taken.id !== id) || (isDefaults && id !== DEFAULT_PROJECT_ID))
    throw new ServiceError("conflict", `There is a project "${name}" already. Choose another name.`, {
      field: "name",
    });
}

const described = (scope: WriteScope, id: string) => {
  const row = selectProject(scope.db, id);
  return row ? describeProject(row, selectProjectHoldings(scope.db)) : null;
};

/** Makes a project inside a larger change; throws where its name or the number of projects is in the way. */
export function makeProject(
  ctx: ServiceContext,
  scope: WriteScope,
  rawInput: NewProjectInput,
  made: Partial<Pick<ProjectRecord, "madeFrom" | "madeFor">> = {},
): string {
  const { name } = NewProjectInput.parse(rawInput);
  requireFree(scope, name, null);
  if (selectProjects(scope.db).length >= PROJECT_LIMITS.projects)
    throw new ServiceError(
      "conflict",
      `There are ${PROJECT_LIMITS.projects} projects, which is all that fit.`,
    );
  const id = newId("project");
  insertProject(scope.db, { id, name, slug: slugOf(scope, name), createdAt: ctx.now(), ...made });
  scope.touch(topics.projects);
  return id;
}

/** Makes a project. Its slug is made of its name and stays. */
export function createProject(ctx: ServiceContext, rawInput: NewProjectInput): ProjectAnswer {
  const { name } = NewProjectInput.parse(rawInput);
  return commit(ctx, (scope) => {
    const id = makeProject(ctx, scope, { name });
    return { message: `Made the project ${name}.`, project: described(scope, id), was: null };
  });
}

/** Renames or archives a project, or sets what is new in it. What goes into no other project stays at hand. */
export function changeProject(ctx: ServiceContext, rawInput: ChangeProjectInput): ProjectAnswer {
  const { project, nameWas, ...wanted } = ChangeProjectInput.parse(rawInput);
  return commit(ctx, (scope) => {
    const { id, name } = requireProject(ctx, project);
    if (id === DEFAULT_PROJECT_ID) ensureDefaultProject(ctx, scope);
    if (wanted.archived && id === DEFAULT_PROJECT_ID)
      throw new ServiceError(
        "conflict",
        `${name} takes what goes into no other project; it is not archived.`,
      );
    requireSameName(name, nameWas, wanted.name);
    if (wanted.name !== undefined) requireFree(scope, wanted.name, id);
    const was = described(scope, id);
    if (Object.values(wanted).some((value) => value !== undefined)) updateProject(scope.db, id, wanted);
    scope.touch(topics.projects, topics.runs);
    const message =
      wanted.name !== undefined && wanted.name !== name
        ? `Renamed the project ${name} to ${wanted.name}.`
        : wanted.archived === undefined
          ? `Changed the project ${name}.`
          : `${wanted.archived ? "Archived" : "Unarchived"} the project ${name}.`;
    return { message, project: described(scope, id), was };
  });
}

/** Deletes a project of which nothing is; throws with what is of it. */
export function deleteProject(ctx: ServiceContext, rawInput: ProjectInput): ProjectAnswer {
  const { project } = ProjectInput.parse(rawInput);
  return commit(ctx, (scope) => {
    const { id, name } = requireProject(ctx, project);
    if (id === DEFAULT_PROJECT_ID)
      throw new ServiceError("conflict", `${name} takes what goes into no other project; it is not deleted.`);
    const was = described(scope, id);
    const held = selectProjectHoldings(scope.db).get(id);
    const parts = [
      [held?.experiments ?? 0, "experiment"],
      [held?.runs ?? 0, "run"],
      [held?.reports ?? 0, "report"],
      [held?.tokens ?? 0, "ingest token"],
      [held?.views ?? 0, "saved view"],
    ] as const;
    const there = parts.flatMap(([n, what]) => (n > 0 ? [countOf(n, what)] : []));
    if (there.length > 0)
      throw new ServiceError(
        "conflict",
        `${name} holds ${listAnd(there)}. Move or delete them first, or archive the project.`,
      );
    deleteProjectRows(scope.db, id, ensureDefaultProject(ctx, scope));
    scope.touch(topics.projects);
    return { message: `Deleted the project ${name}.`, project: null, was };
  });
}
