import {
  deleteOldReportDrafts,
  insertReportDraft,
  selectReportDraft,
  selectReportDrafts,
} from "#db/queries/report-drafts.ts";
import type { ReportRecord } from "#db/queries/reports.ts";
import { MOST_DRAFTS } from "../../../contracts/reports/report-limits.ts";
import type { ServiceContext } from "../../context.ts";
import type { WriteScope } from "../../context.ts";

/** Saves that follow one another within this are one stretch of writing, ms. */
const STRETCH = 5 * 60_000;

/**
 * Keeps what a report read before a save: at the beginning of each stretch of writing, where somebody else wrote, and always
 * where `isKept` says so. Keys that are pressed in one go are one entry.
 */
export function keepDraft(
  ctx: ServiceContext,
  scope: WriteScope,
  before: ReportRecord,
  isKept: boolean,
): void {
  const writer = before.updatedBy ?? before.createdBy;
  const last = selectReportDrafts(scope.db, before.id).at(0);
  const goesOn = last !== undefined && last.savedBy === writer && ctx.now() - last.replacedAt < STRETCH;
  if (goesOn && !isKept) return;
  if (selectReportDraft(scope.db, before.id, before.version)) return;
  insertReportDraft(scope.db, {
    reportId: before.id,
    version: before.version,
    title: before.title,
    markdown: before.markdown,
    savedBy: writer,
    savedAt: before.updatedAt,
    replacedAt: ctx.now(),
  });
  deleteOldReportDrafts(scope.db, before.id, MOST_DRAFTS);
}
