import { ScopeInput } from "../contracts/housekeeping/projects.ts";
import { ImportId, ImportInput } from "../contracts/imports/imports.ts";
import { importFiles } from "../services/imports/import-files.ts";
import { listImports } from "../services/imports/list.ts";
import { undoImport } from "../services/imports/undo.ts";
import { memberProcedure, router } from "./trpc.ts";

export const importsRouter = router({
  list: memberProcedure
    .input(ScopeInput)
    .query(({ ctx, input }) => listImports(ctx.services, input?.project)),
  /** Of files that were sent by `benchmarks.stage` before. */
  add: memberProcedure.input(ImportInput).mutation(({ ctx, input }) => importFiles(ctx.services, input)),
  undo: memberProcedure.input(ImportId).mutation(({ ctx, input }) => undoImport(ctx.services, input)),
});
