import {
  selectNewestPublication,
  selectReport,
  selectReports,
  type PublicationRecord,
  type ReportRecord,
} from "#db/queries/reports.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";

const SEARCHED = 1000;

export function requireReport(ctx: ServiceContext, id: string): ReportRecord {
  const report = selectReport(ctx.db, id);
  if (!report)
    throw new ServiceError(
      "not_found",
      `There is no report ${id.slice(0, 60)}. It may belong to another data directory.`,
    );
  return report;
}

/** The newest publication, or a sentence that says there is none. */
export function requirePublication(ctx: ServiceContext, report: ReportRecord): PublicationRecord {
  const newest = selectNewestPublication(ctx.db, report.id);
  if (!newest)
    throw new ServiceError(
      "conflict",
      `"${report.title}" is not published yet. Publish it first: a link shows a frozen copy, never the draft.`,
    );
  return newest;
}

/** The report a person means by an id, a unique start of one, its title, or the word "latest". */
export function findReport(ctx: ServiceContext, text: string): { id: string } {
  const exact = selectReport(ctx.db, text);
  if (exact) return { id: exact.id };
  const all = selectReports(ctx.db, SEARCHED);
  if (text === "latest" && all.length > 0) return { id: all[0].id };
  const found = all.filter(
    (r) => text !== "" && (r.title === text || r.id.startsWith(text) || r.id.startsWith(`rpt_${text}`)),
  );
  if (found.length === 1) return { id: found[0].id };
  if (found.length > 1)
    throw new ServiceError(
      "conflict",
      `"${text.slice(0, 80)}" fits ${found.length} reports: ${found.map((r) => r.id).join(", ")}. Give more of the id.`,
    );
  throw new ServiceError(
    "not_found",
    `There is no report "${text.slice(0, 80)}". List them with "npx ablab report list".`,
  );
}
