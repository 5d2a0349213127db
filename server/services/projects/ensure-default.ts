import { insertProject, selectProject } from "#db/queries/projects.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext, WriteScope } from "../context.ts";
import { DEFAULT_PROJECT_ID, NEW_DEFAULT } from "./default-project.ts";
import { requireProject } from "./find.ts";

/** The project that everything belongs to for which nobody names another. */
export function ensureDefaultProject(ctx: ServiceContext, scope: WriteScope): string {
  if (!selectProject(scope.db, DEFAULT_PROJECT_ID))
    insertProject(scope.db, { ...NEW_DEFAULT, createdAt: ctx.now() });
  return DEFAULT_PROJECT_ID;
}

/** Id of the project that something new would go into; without a name the default one. An archived one takes nothing new. */
export function idForNew(ctx: Pick<ServiceContext, "db">, text: string | null | undefined): string {
  if (text == null) return DEFAULT_PROJECT_ID;
  const { id, name, archived } = requireProject(ctx, text);
  if (archived)
    throw new ServiceError("conflict", `The project ${name} is archived. Unarchive it first.`, {
      field: "project",
    });
  return id;
}

/** The same, and the default one is made where it is not there yet. */
export function projectForNew(
  ctx: ServiceContext,
  scope: WriteScope,
  text: string | null | undefined,
): string {
  const id = idForNew(ctx, text);
  return id === DEFAULT_PROJECT_ID ? ensureDefaultProject(ctx, scope) : id;
}
