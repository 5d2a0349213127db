import { hasAudits } from "#db/queries/audits.ts";
import { selectProblemCounts } from "#db/queries/run-table/cells.ts";
import type { TableCell, TableEntry } from "../../contracts/run-table.ts";
import { columnId, type ColumnRef } from "../../contracts/run-table-columns.ts";
import { auditOfRuns } from "../audits/lines.ts";
import { annotationsByIds, tagsOfRuns } from "../annotations/read.ts";
import type { ServiceContext } from "../context.ts";
import { runCells } from "./cells.ts";
import type { TableOrder } from "./order.ts";

/** Of more runs it is not looked whether a column is empty: one among them will have a value. */
const MOST_LOOKED_AT = 1000;

const isEmpty = (cell: TableCell | undefined): boolean =>
  !cell || (cell.kind === "metric" && cell.value === null && cell.n === 0);

/**
 * The asked columns in which no run of a view has anything; `tags` where none has one, `problems` where none was measured on any, `audit` where none was audited. `shown` are lines of the view whose cells are known: only for a column without a value among them the other runs are read.
 */
export function emptyColumns(
  ctx: ServiceContext,
  { runs }: Pick<TableOrder, "runs">,
  columns: readonly ColumnRef[],
  shown: readonly TableEntry[],
): string[] {
  if (runs.length === 0) return [];
  if (runs.length > MOST_LOOKED_AT)
    return [...(tagsOfRuns(ctx).length === 0 ? ["tags"] : []), ...(hasAudits(ctx.db) ? [] : ["audit"])];
  const known = shown.flatMap((entry) => (entry.kind === "run" ? [entry] : []));
  const missing = columns.filter(
    ({ kind }, i) => kind !== "built-in" && known.every(({ cells }) => isEmpty(cells[i])),
  );
  const rows = missing.length === 0 || known.length === runs.length ? [] : runCells(ctx, [...runs], missing);
  const empty = missing.filter((_, i) => rows.every((row) => isEmpty(row[i]))).map(columnId);
  const ids = runs.map(({ runId }) => runId);
  const hasTags =
    known.some(({ run }) => run.kept.tags.length > 0) ||
    [...annotationsByIds(ctx, ids).values()].some(({ tags }) => tags.length > 0);
  const hasProblems =
    known.some(({ run }) => run.problems !== null) || selectProblemCounts(ctx.db, ids).size > 0;
  const hasAudit = known.some(({ run }) => run.audit !== null) || auditOfRuns(ctx, ids).size > 0;
  return [
    ...empty,
    ...(hasTags ? [] : ["tags"]),
    ...(hasProblems ? [] : ["problems"]),
    ...(hasAudit ? [] : ["audit"]),
  ];
}
