import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import type { TableRunRow } from "#db/queries/run-table/run-table.ts";
import type { RunTableView } from "../../contracts/run-table.ts";
import { isLive } from "../../contracts/run-lifecycle.ts";
import { movesWhileLive, ORDER_HOLD_MS, parseColumnId } from "../../contracts/run-table-columns.ts";
import { plural, writeOf } from "../../wording/counts.ts";
import { writeDuration } from "../../wording/times.ts";
import { countResumed } from "../runs/find.ts";
import type { TablePart } from "./arrange.ts";
import { isRewardValue } from "./column-key.ts";
import { kindsApart } from "./ranking.ts";
import type { TableOrder } from "./order.ts";

const CANNOT = {
  reward: { by: "a training reward", runs: "runs of different reward functions", parts: "reward functions" },
  measured: {
    by: "an evaluation",
    runs: "runs measured on other problems or by another protocol",
    parts: "ways of measuring",
  },
  both: {
    by: "a training reward and an evaluation",
    runs: "runs of different reward functions, or measured in different ways,",
    parts: "combinations of the two",
  },
};

/** Why runs stand apart in an order, and what of them it does not rank at all. */
function apartNote(
  parts: NonNullable<TableOrder["parts"]>,
  ranking: TableOrder["ranking"],
  grouped: boolean,
): string {
  const { reward, measured } = kindsApart(ranking);
  const words = CANNOT[!measured ? "reward" : reward ? "both" : "measured"];
  const counted = (kind: TablePart["kind"]) => parts.filter((part) => part.kind === kind).length;
  const ranked = counted("ranked");
  const apart = ranked > 1 ? `, so the ${ranked} ${words.parts} stand apart` : "";
  const follow = ranked > 0 ? "follow, not ranked" : "are not ranked";
  const unranked =
    counted("unranked") === 0
      ? ""
      : ` ${grouped ? "Groups that mix them, or of which it is not known," : "Runs of which it is not known"} ${follow}.`;
  const empty = counted("empty") === 0 ? "" : " Last come those without a finite value.";
  const rules = [...new Set(ranking.apart.flatMap((one) => one.rules))];
  const by = rules.length > 0 ? ` (${rules.join(", ")})` : "";
  return `Sorted by ${words.by}: ${words.runs} are not ranked against each other${by}${apart}.${unranked}${empty}`;
}

/** What has to be said about an order, so that nobody reads a ranking into it that is not there. */
export function orderNotes(
  { sort, group }: Pick<RunTableView, "sort" | "group">,
  {
    parts,
    runs,
    ranking,
  }: Pick<TableOrder, "parts" | "ranking"> & {
    runs: readonly Pick<TableRunRow, "state" | "attempt">[];
  },
): string[] {
  const notes: string[] = [];
  if (group !== null)
    notes.push(
      "A group shows the mean of its runs' finite values, from three seeds of one configuration on with their t interval.",
    );
  const resumed = countResumed(runs);
  if (resumed > 0)
    notes.push(
      `${writeOf(resumed, runs.length, "run")} ${plural(resumed, "has", "have")} several attempts: metrics are of the latest.`,
    );
  const columns = sort.flatMap(({ column }) => parseColumnId(column) ?? []);
  if (parts) notes.push(apartNote(parts, ranking, group !== null));
  if (runs.length > 1 && columns.some(isRewardValue))
    notes.push(
      "A training reward is of a run's own training problems: whether these are the same is not looked at.",
    );
  if (ranking.unknown)
    notes.push(
      "Sorted by an evaluation whose problems are not on record: whether these runs were measured on the same ones is unknown.",
    );
  if (ranking.treatments.length > 0)
    notes.push(`The order is one of values, not of configurations: ${ranking.treatments.join("; ")}.`);
  if (columns.some(movesWhileLive) && runs.some(({ state }) => isLive(state)))
    notes.push(
      `While runs are live their order is held, and worked out again every ${writeDuration(ORDER_HOLD_MS)}.`,
    );
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
