import { selectImports } from "#db/queries/imports.ts";
import type { ImportRow } from "../../contracts/imports/imports.ts";
import type { ServiceContext } from "../context.ts";
import { scopeId } from "../projects/find.ts";

const MOST = 200;

/** The newest imports of a project, or of all. */
export const listImports = (ctx: ServiceContext, project?: string | null): ImportRow[] =>
  selectImports(ctx.db, scopeId(ctx, project), MOST).map(({ import: one, project: name, runs }) => {
    const { id, experiment, kinds, files, createdBy, createdAt, undoneBy, undoneAt } = one;
    return { id, project: name, experiment, kinds, files, runs, createdBy, createdAt, undoneBy, undoneAt };
  });
