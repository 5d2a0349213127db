import {
  selectPublicationCounts,
  selectReports,
  selectUnrevokedLinks,
  type ReportRecord,
} from "#db/queries/reports.ts";
import type { ReportSummary } from "../../contracts/reports/report.ts";
import type { ServiceContext } from "../context.ts";
import { scopeId } from "../projects/find.ts";

const SHOWN = 500;

function describe(ctx: ServiceContext, reports: Omit<ReportRecord, "markdown">[]): ReportSummary[] {
  const counts = new Map(selectPublicationCounts(ctx.db).map((c) => [c.reportId, c]));
  const now = ctx.now();
  const open = selectUnrevokedLinks(ctx.db).filter((l) => l.expiresAt === null || l.expiresAt > now);
  return reports.map(({ id, title, version, experimentId, createdBy, createdAt, updatedAt }) => ({
    id,
    title,
    version,
    experimentId,
    createdBy,
    createdAt,
    updatedAt,
    publications: counts.get(id)?.n ?? 0,
    publishedAt: counts.get(id)?.at ?? null,
    openLinks: open.filter((l) => l.reportId === id).length,
  }));
}

/** Reports of a project, or of all, the last changed first, with how often they were published and how many links still open. */
export function listReports(ctx: ServiceContext, project?: string | null): ReportSummary[] {
  return describe(ctx, selectReports(ctx.db, SHOWN, scopeId(ctx, project)));
}

export function summariseReport(ctx: ServiceContext, report: ReportRecord): ReportSummary {
  return describe(ctx, [report])[0];
}
