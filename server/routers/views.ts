import { CurveRunsInput } from "../contracts/charts/curves.ts";
import {
  CreateViewInput,
  GetViewInput,
  ListViewsInput,
  RenameViewInput,
  SaveViewInput,
} from "../contracts/charts/views.ts";
import { ImportanceInput, RunValuesInput } from "../contracts/charts/run-values.ts";
import { createView } from "../services/views/create.ts";
import { curveRuns } from "../services/views/curve-runs.ts";
import { runValues } from "../services/views/run-values.ts";
import { sweepImportance } from "../services/views/importance.ts";
import { aside } from "../services/aside.ts";
import { deleteView, renameView, saveView } from "../services/views/save.ts";
import { getView, listViews } from "../services/views/list.ts";
import { memberProcedure, router } from "./trpc.ts";

export const viewsRouter = router({
  list: memberProcedure.input(ListViewsInput).query(({ ctx, input }) => listViews(ctx.services, input.scope)),
  get: memberProcedure.input(GetViewInput).query(({ ctx, input }) => getView(ctx.services, input.id)),
  /** Whose curves the page of many runs draws. */
  curves: memberProcedure
    .input(CurveRunsInput)
    .query(({ ctx, input, signal }) =>
      aside(ctx.services, { name: "views.curves", work: curveRuns }, input, signal),
    ),
  /** What each of these runs has in some columns: dots of a scatter, lines of parallel axes. */
  values: memberProcedure
    .input(RunValuesInput)
    .query(({ ctx, input, signal }) =>
      aside(ctx.services, { name: "views.values", work: runValues }, input, signal),
    ),
  /** What the parameters of a sweep decide of an outcome. */
  importance: memberProcedure
    .input(ImportanceInput)
    .query(({ ctx, input, signal }) =>
      aside(ctx.services, { name: "views.importance", work: sweepImportance }, input, signal),
    ),
  create: memberProcedure
    .input(CreateViewInput)
    .mutation(({ ctx, input }) => createView(ctx.services, input)),
  save: memberProcedure.input(SaveViewInput).mutation(({ ctx, input }) => saveView(ctx.services, input)),
  rename: memberProcedure
    .input(RenameViewInput)
    .mutation(({ ctx, input }) => renameView(ctx.services, input)),
  delete: memberProcedure
    .input(GetViewInput)
    .mutation(({ ctx, input }) => deleteView(ctx.services, input.id)),
});
