import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import type { TableLines } from "./run-table-lines.ts";

/** How much of everything is shown, and why not more. */
export function shownWords({ runs, all, groups }: Pick<TableLines, "runs" | "all" | "groups">): string {
  const hidden = all - runs;
  const what = groups === null ? "" : `${countOf(groups, "group")}, `;
  const kept = hidden === 0 ? "" : ` ${writeCount(hidden)} hidden by the filter.`;
  return `Showing ${what}${writeOf(runs, all, "run")}.${kept}`;
}
