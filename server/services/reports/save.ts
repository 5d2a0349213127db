import { selectReport, updateReport } from "#db/queries/reports.ts";
import { topics } from "../../contracts/live.ts";
import type { SavedReport, SaveReportInput } from "../../contracts/reports/report.ts";
import { ServiceError } from "../../errors.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { keepDraft } from "./drafts/keep-draft.ts";
import { requireReport } from "./require-report.ts";
import { drawMarkdown } from "./markdown/draw-markdown.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { printTree } from "./html/print-tree.ts";

const drawWords = (markdown: string): void => {
  printTree(drawMarkdown(readMarkdown(markdown), () => []));
};

/** Refuses a text that could be stored and then never be shown. Its queries are not asked. */
export function requireDrawable(markdown: string, draw: (markdown: string) => void = drawWords): void {
  try {
    draw(markdown);
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : "the drawing failed";
    throw new ServiceError(
      "invalid",
      `This text cannot be drawn (${why}), so it was not saved. Shorten it or nest it less deeply.`,
      { field: "markdown" },
    );
  }
}

/**
 * Saves a report over the version its writer started from. Where somebody saved in between, nothing is written and the
 * sentence says so: the writer's words stay in their page.
 */
export function saveReport(ctx: ServiceContext, input: SaveReportInput): SavedReport {
  requireDrawable(input.markdown);
  return commit(ctx, (scope) => {
    const before = requireReport(ctx, input.id);
    const { id, version, title, markdown } = input;
    const updatedBy = actorName(ctx.actor);
    if (before.version === version)
      keepDraft(ctx, scope, before, input.keeps || updatedBy !== (before.updatedBy ?? before.createdBy));
    if (!updateReport(scope.db, id, version, { title, markdown, updatedAt: ctx.now(), updatedBy })) {
      const stored = selectReport(scope.db, id)?.version ?? version;
      throw new ServiceError(
        "conflict",
        `This report was saved elsewhere since you opened it (version ${stored}, yours started from ${version}). Nothing was overwritten and your text is still here: copy it, reload the report, and put your changes in again.`,
        { details: { version: stored } },
      );
    }
    scope.touch(topics.reports);
    return { id, version: version + 1, title };
  });
}
