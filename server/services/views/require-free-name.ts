import { selectViewByName } from "#db/queries/views.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";

/** Refuses a name that another view of the same page has. */
export function requireFreeName(ctx: ServiceContext, scope: string, name: string, exceptId?: string): void {
  const taken = selectViewByName(ctx.db, scope, name);
  if (taken && taken.id !== exceptId)
    throw new ServiceError(
      "conflict",
      `There is a view "${name}" already. Choose it and save over it, or give this one another name.`,
      { field: "name" },
    );
}
