import {
  DefaultViewInput,
  SaveTableViewInput,
  TableViewInput,
} from "../contracts/housekeeping/table-views.ts";
import { ScopeInput } from "../contracts/housekeeping/projects.ts";
import { chooseDefaultView } from "../services/table-views/choose-default.ts";
import { deleteTableView } from "../services/table-views/delete.ts";
import { listTableViews } from "../services/table-views/list.ts";
import { saveTableView } from "../services/table-views/save.ts";
import { memberProcedure, router } from "./trpc.ts";

/** Saved views of the run table. */
export const tableViewsRouter = router({
  list: memberProcedure
    .input(ScopeInput)
    .query(({ ctx, input }) => listTableViews(ctx.services, input?.project)),
  save: memberProcedure
    .input(SaveTableViewInput)
    .mutation(({ ctx, input }) => saveTableView(ctx.services, input)),
  delete: memberProcedure
    .input(TableViewInput)
    .mutation(({ ctx, input }) => deleteTableView(ctx.services, input)),
  chooseDefault: memberProcedure
    .input(DefaultViewInput)
    .mutation(({ ctx, input }) => chooseDefaultView(ctx.services, input)),
});
