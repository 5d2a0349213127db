import { writeCount } from "#server/wording/counts.ts";
import type { TableLines } from "./run-table-lines.ts";

/** How much of everything is shown, and why not more. */
export function shownWords({ runs, all, groups }: Pick<TableLines, "runs" | "all" | "groups">): string {
  const hidden = all - runs;
  const what = groups === null ? "" : `${writeCount(groups)} ${groups === 1 ? "group" : "groups"}, `;
  const kept = hidden === 0 ? "" : ` ${writeCount(hidden)} hidden by the filter.`;
  return `Showing ${what}${writeCount(runs)} of ${writeCount(all)} runs.${kept}`;
}

/** "15 runs": in words, since beside it stands a column whose n is of problems. */
export const runCount = (n: number): string => `${writeCount(n)} ${n === 1 ? "run" : "runs"}`;
