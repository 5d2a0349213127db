import { selectReportDraft, selectReportDrafts } from "#db/queries/report-drafts.ts";
import type { DraftText, ReportDraft } from "../../../contracts/reports/report-drafts.ts";
import { ServiceError } from "../../../errors.ts";
import type { ServiceContext } from "../../context.ts";
import { requireReport } from "../require-report.ts";

/** Earlier texts of a report, the newest first, without the texts. */
export function listDrafts(ctx: ServiceContext, id: string): ReportDraft[] {
  requireReport(ctx, id);
  return selectReportDrafts(ctx.db, id).map(({ version, title, savedBy, savedAt }) => ({
    version,
    title,
    savedBy,
    savedAt,
  }));
}

/** One earlier text of a report, whole. */
export function getDraft(ctx: ServiceContext, id: string, version: number): DraftText {
  requireReport(ctx, id);
  const draft = selectReportDraft(ctx.db, id, version);
  if (!draft)
    throw new ServiceError(
      "not_found",
      `Version ${version} of this report is not kept. "npx ablab report history ${id}" lists those that are.`,
    );
  const { title, markdown, savedBy, savedAt } = draft;
  return { version, title, markdown, savedBy, savedAt };
}
