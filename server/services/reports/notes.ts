import { NOTHING_KEPT } from "../../contracts/housekeeping/keeping-limits.ts";
import type { ReportNode } from "../../contracts/reports/report-tree.ts";
import type { ServiceContext } from "../context.ts";
import { keptByIds } from "../keeping/read.ts";
import { drawReport } from "./html/draw-report.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";

/** The notes of a thing, drawn; blocks of reports are no part of them. */
export function drawNotes(ctx: ServiceContext, id: string): ReportNode[] {
  const { notes } = keptByIds(ctx, [id]).get(id) ?? NOTHING_KEPT;
  return drawReport({ ...readMarkdown(notes), items: [], itemOf: new Map() }, []);
}
