import {
  deleteReportsAside,
  putReportAside,
  putReportBack,
  selectDeletedReport,
  selectDeletedReports,
} from "#db/queries/deletion/delete-report.ts";
import { selectProject } from "#db/queries/projects.ts";
import { DELETION_GRACE_MS } from "../../contracts/housekeeping/annotation-limits.ts";
import { topics } from "../../contracts/live.ts";
import type { BroughtBack, DeletedReport, GoingReport } from "../../contracts/reports/report-deletion.ts";
import { ServiceError } from "../../errors.ts";
import { countOf } from "../../wording/counts.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { ensureDefaultProject } from "../projects/ensure-default.ts";
import { requireReport } from "./require-report.ts";

/**
 * Deletes a report with its publications: every link to them opens nothing from now on, and it is gone for good after some
 * minutes, until which it can be brought back whole. What it reports on stays.
 */
export function deleteReport(ctx: ServiceContext, id: string): DeletedReport {
  return commit(ctx, (scope) => {
    const { title } = requireReport(ctx, id);
    const purgeAt = ctx.now() + DELETION_GRACE_MS;
    const { publications, links } = putReportAside(scope.db, id, {
      deletedBy: actorName(ctx.actor),
      purgeAt,
    });
    scope.touch(topics.reports, topics.projects);
    return { id, title, publications: publications.length, links: links.length, purgeAt };
  });
}

/**
 * Brings a report back with its earlier texts, its publications and the links to them, which open again. It goes into the
 * default project where its own is no longer there. Throws where it is gone for good, or was never deleted.
 */
export function bringReportBack(ctx: ServiceContext, id: string): BroughtBack {
  return commit(ctx, (scope) => {
    const deleted = selectDeletedReport(scope.db, id);
    if (!deleted || deleted.purgeAt <= ctx.now())
      throw new ServiceError("not_found", `There is no deleted report ${id.slice(0, 60)} to bring back.`);
    const { title, whole } = deleted;
    const own = selectProject(scope.db, whole.report.projectId);
    putReportBack(scope.db, deleted, own?.id ?? ensureDefaultProject(ctx, scope));
    scope.touch(topics.reports, topics.projects);
    const open = whole.links.filter(
      ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt ?? Infinity) > ctx.now(),
    ).length;
    const held = [countOf(whole.publications.length, "revision"), countOf(open, "open link")].join(" and ");
    const moved = own ? "" : " Its project is gone; it is in the default one.";
    return { id, title, message: `Brought back ${title} with ${held}.${moved}` };
  });
}

/** Reports that were deleted and can be brought back, the first to go first. */
export const listDeletedReports = (ctx: ServiceContext): GoingReport[] =>
  selectDeletedReports(ctx.db, ctx.now());

/** Takes away for good what was deleted some minutes ago. */
export function deleteDueReports(ctx: ServiceContext): void {
  if (deleteReportsAside(ctx.db, ctx.now()) > 0) commit(ctx, (scope) => scope.touch(topics.reports));
}
