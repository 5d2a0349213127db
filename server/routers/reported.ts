import { ScopeInput } from "../contracts/housekeeping/projects.ts";
import { AddTablesInput, PreviewTablesInput, ReportedId } from "../contracts/reported/reported.ts";
import { BesideInput, ReproduceInput } from "../contracts/reported/reproduction.ts";
import { addTables } from "../services/reported/add.ts";
import { reportedBeside } from "../services/reported/beside.ts";
import { deleteReportedTable } from "../services/reported/delete.ts";
import { getReported } from "../services/reported/get.ts";
import { listReported } from "../services/reported/list.ts";
import { addReference } from "../services/reported/reference.ts";
import { reproduce } from "../services/reported/reproduce.ts";
import { previewTables } from "../services/reported/preview.ts";
import { memberProcedure, router } from "./trpc.ts";

export const reportedRouter = router({
  list: memberProcedure
    .input(ScopeInput)
    .query(({ ctx, input }) => listReported(ctx.services, input?.project)),
  get: memberProcedure.input(ReportedId).query(({ ctx, input }) => getReported(ctx.services, input)),
  /** A mutation only because a text does not fit into an address; it changes nothing. */
  preview: memberProcedure.input(PreviewTablesInput).mutation(({ input }) => previewTables(input)),
  add: memberProcedure.input(AddTablesInput).mutation(({ ctx, input }) => addTables(ctx.services, input)),
  addReference: memberProcedure
    .input(ScopeInput)
    .mutation(({ ctx, input }) => addReference(ctx.services, input?.project)),
  beside: memberProcedure.input(BesideInput).query(({ ctx, input }) => reportedBeside(ctx.services, input)),
  reproduce: memberProcedure.input(ReproduceInput).query(({ ctx, input }) => reproduce(ctx.services, input)),
  delete: memberProcedure
    .input(ReportedId)
    .mutation(({ ctx, input }) => deleteReportedTable(ctx.services, input)),
});
