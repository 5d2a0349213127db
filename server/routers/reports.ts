import { z } from "zod";
import { ScopeInput } from "../contracts/housekeeping/projects.ts";
import { idSchema } from "../contracts/ids.ts";
import {
  CreateReportInput,
  DeleteReportInput,
  ExportInput,
  PreviewInput,
  PublishInput,
  ReportPageInput,
  SaveReportInput,
  ShareInput,
  SubjectsInput,
  WriteReportInput,
} from "../contracts/reports/report.ts";
import { DraftInput } from "../contracts/reports/report-drafts.ts";
import { getDraft, listDrafts } from "../services/reports/drafts/history.ts";
import { createReport } from "../services/reports/create.ts";
import { bringReportBack, deleteReport, listDeletedReports } from "../services/reports/delete.ts";
import { exportReport } from "../services/reports/export/export-report.ts";
import { listReports } from "../services/reports/list.ts";
import { getReportPage, previewReport } from "../services/reports/page.ts";
import { publishReport } from "../services/reports/publish.ts";
import { findReport } from "../services/reports/require-report.ts";
import { saveReport } from "../services/reports/save.ts";
import { createShareLink, listAllShareLinks, revokeShareLink } from "../services/reports/share-links.ts";
import { reportSubjects } from "../services/reports/subjects.ts";
import { writeReport } from "../services/reports/write.ts";
import { doInSlices } from "../services/series/sliced.ts";
import { memberProcedure, router } from "./trpc.ts";

export const reportsRouter = router({
  list: memberProcedure
    .input(ScopeInput)
    .query(({ ctx, input }) => listReports(ctx.services, input?.project)),
  find: memberProcedure
    .input(z.object({ text: z.string().max(200) }))
    .query(({ ctx, input }) => findReport(ctx.services, input.text)),
  page: memberProcedure
    .input(ReportPageInput)
    .query(({ ctx, input, signal }) => doInSlices(getReportPage(ctx.services, input), signal)),
  /** A mutation only because a text does not fit into an address; it changes nothing. */
  preview: memberProcedure
    .input(PreviewInput)
    .mutation(({ ctx, input, signal }) => doInSlices(previewReport(ctx.services, input.markdown), signal)),
  /** What the queries of a report can be of in an experiment, for the editor's menu. */
  subjects: memberProcedure
    .input(SubjectsInput)
    .query(({ ctx, input }) => reportSubjects(ctx.services, input.experimentId)),
  create: memberProcedure
    .input(CreateReportInput)
    .mutation(({ ctx, input }) => createReport(ctx.services, input)),
  write: memberProcedure
    .input(WriteReportInput)
    .mutation(({ ctx, input }) => writeReport(ctx.services, input)),
  save: memberProcedure.input(SaveReportInput).mutation(({ ctx, input }) => saveReport(ctx.services, input)),
  history: memberProcedure
    .input(DraftInput.pick({ id: true }))
    .query(({ ctx, input }) => listDrafts(ctx.services, input.id)),
  draft: memberProcedure
    .input(DraftInput)
    .query(({ ctx, input }) => getDraft(ctx.services, input.id, input.version)),
  publish: memberProcedure
    .input(PublishInput)
    .mutation(({ ctx, input }) => doInSlices(publishReport(ctx.services, input.id))),
  delete: memberProcedure
    .input(DeleteReportInput)
    .mutation(({ ctx, input }) => deleteReport(ctx.services, input.id)),
  deleted: memberProcedure.query(({ ctx }) => listDeletedReports(ctx.services)),
  bringBack: memberProcedure
    .input(DeleteReportInput)
    .mutation(({ ctx, input }) => bringReportBack(ctx.services, input.id)),
  share: memberProcedure.input(ShareInput).mutation(({ ctx, input }) => createShareLink(ctx.services, input)),
  links: memberProcedure.query(({ ctx }) => listAllShareLinks(ctx.services)),
  revoke: memberProcedure
    .input(z.object({ id: idSchema("share") }))
    .mutation(({ ctx, input }) => revokeShareLink(ctx.services, input.id)),
  export: memberProcedure
    .input(ExportInput)
    .query(({ ctx, input, signal }) => doInSlices(exportReport(ctx.services, input), signal)),
});
