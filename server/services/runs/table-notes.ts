import { metricInfo } from "../../../workers/protocol/metrics.ts";
import type { RunTableView } from "../../contracts/run-table.ts";
import { parseColumnId } from "../../contracts/run-table-columns.ts";
import type { Arrangement } from "./table-arrange.ts";

/** What has to be said about an order, so that nobody reads a ranking into it that is not there. */
export function orderNotes(
  { sort, group }: Pick<RunTableView, "sort" | "group">,
  { parts }: Arrangement,
): string[] {
  const notes: string[] = [];
  if (group !== null)
    notes.push(
      "A group shows the mean of its runs' finite values, from three seeds of one configuration on with their t interval.",
    );
  const columns = sort.flatMap(({ column }) => parseColumnId(column) ?? []);
  if (parts) {
    const rewards = parts.filter(({ rewardHash }) => rewardHash !== null).length;
    const mixed = parts.some(({ rewardHash }) => rewardHash === null);
    notes.push(
      `Sorted by a training reward: runs of different reward functions are not ranked against each other, so ${rewards === 1 ? "they stand" : `the ${rewards} reward functions stand`} apart.` +
        (mixed ? " Groups that mix reward functions come last, unranked." : ""),
    );
  }
  if (columns.some((c) => c.kind !== "built-in"))
    notes.push(
      `${group ? "Groups go by their mean. " : ""}Infinite, NaN and missing values come last, in this order, whichever way round.`,
    );
  for (const column of columns)
    if (
      column.kind === "metric" &&
      ["best", "best_at"].includes(column.reducer) &&
      metricInfo(column.metric).better === null
    )
      notes.push(
        `No direction of ${column.metric} is an improvement, so it has no best and decides nothing.`,
      );
  return notes;
}
