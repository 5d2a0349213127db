import { NO_ANNOTATIONS } from "../../contracts/housekeeping/annotation-limits.ts";
import type { ReportNode } from "../../contracts/reports/report-tree.ts";
import type { ServiceContext } from "../context.ts";
import { annotationsByIds } from "../annotations/read.ts";
import { drawReport } from "./html/draw-report.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";

/** The notes of a thing, drawn; blocks of reports are no part of them. */
export function drawNotes(ctx: ServiceContext, id: string): ReportNode[] {
  const { notes } = annotationsByIds(ctx, [id]).get(id) ?? NO_ANNOTATIONS;
  return drawReport({ ...readMarkdown(notes), items: [], itemOf: new Map() }, []);
}
