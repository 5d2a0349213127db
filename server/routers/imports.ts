import { StageBytesInput } from "../contracts/benchmark.ts";
import { ScopeInput } from "../contracts/housekeeping/projects.ts";
import { ImportId, ImportInput, StagedFiles } from "../contracts/imports/imports.ts";
import { discardFiles, importProgress, stageBytes } from "../services/imports/stage.ts";
import { importFiles } from "../services/imports/import-files.ts";
import { listImports } from "../services/imports/list.ts";
import { undoImport } from "../services/imports/undo.ts";
import { memberProcedure, router } from "./trpc.ts";

export const importsRouter = router({
  list: memberProcedure
    .input(ScopeInput)
    .query(({ ctx, input }) => listImports(ctx.services, input?.project)),
  /** Files that are no texts, as base64, in batches below the limit of a request. */
  stage: memberProcedure.input(StageBytesInput).mutation(({ ctx, input }) => stageBytes(ctx.services, input)),
  /** Of files that were sent by `stage` before. */
  add: memberProcedure.input(ImportInput).mutation(({ ctx, input }) => importFiles(ctx.services, input)),
  /** How far the import of files that were sent is. */
  progress: memberProcedure.input(StagedFiles).query(({ ctx, input }) => importProgress(ctx.services, input)),
  /** Forgets files that were sent; an import of them that is under way leaves nothing. */
  discard: memberProcedure.input(StagedFiles).mutation(({ ctx, input }) => discardFiles(ctx.services, input)),
  undo: memberProcedure.input(ImportId).mutation(({ ctx, input }) => undoImport(ctx.services, input)),
});
