import { CurveRunsInput } from "../contracts/charts/curves.ts";
import {
  CreateViewInput,
  GetViewInput,
  ListViewsInput,
  RenameViewInput,
  SaveViewInput,
} from "../contracts/charts/views.ts";
import { createView } from "../services/views/create.ts";
import { curveRuns } from "../services/views/curve-runs.ts";
import { deleteView, renameView, saveView } from "../services/views/save.ts";
import { getView, listViews } from "../services/views/list.ts";
import { memberProcedure, router } from "./trpc.ts";

export const viewsRouter = router({
  list: memberProcedure.input(ListViewsInput).query(({ ctx, input }) => listViews(ctx.services, input.scope)),
  get: memberProcedure.input(GetViewInput).query(({ ctx, input }) => getView(ctx.services, input.id)),
  /** Whose curves the page of many runs draws. */
  curves: memberProcedure.input(CurveRunsInput).query(({ ctx, input }) => curveRuns(ctx.services, input)),
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
