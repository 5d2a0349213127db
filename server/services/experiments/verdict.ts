import type { AblationRow, TableColumn } from "../../contracts/experiment.ts";
import { POWER } from "../../stats/claims/plan.ts";
import { detectableWords, PLANS_WIDER } from "../../wording/claims.ts";
import { countOf, listAnd, plural, writeCount } from "../../wording/counts.ts";
import { writeDifference } from "../../wording/quantities.ts";
import { beginSentence } from "../../wording/typography.ts";
import {
  byClaim,
  despiteText,
  having,
  looksText,
  seedCountText,
  missingOf,
  openText,
  weakerText,
} from "./by-claim.ts";
import { SEEDS_FOR_EXPLORATION, SEEDS_FOR_INTERVAL, tooFewSeeds, writeSeeds } from "../../wording/seeds.ts";

/** Why no configuration has an interval of its difference. Forbidden rows, and rows without a value, decide nothing. */
export function whyUntested(
  { metric }: TableColumn,
  baseline: AblationRow,
  others: readonly AblationRow[],
): string {
  const comparable = others.filter((r) => r.comparable[metric]);
  if (comparable.length === 0) return `not ranked: ${rulesAgainst(others, metric).join(", ")}`;
  const seeds = baseline.metrics[metric].n;
  if (baseline.n === 0) return `waiting for the first finished run of ${baseline.config}`;
  if (seeds === 0) return `${noneSent(metric, baseline, others)} to compare with`;
  const valued = comparable.filter((r) => r.metrics[metric].n > 0);
  if (valued.length === 0) return "waiting for the first value of another configuration";
  const enough = valued.find((r) => Math.min(seeds, r.metrics[metric].n) >= SEEDS_FOR_INTERVAL);
  if (enough) return enough.difference[metric].method;
  const most = Math.max(...valued.map((r) => Math.min(seeds, r.metrics[metric].n)));
  return `no interval yet, ${tooFewSeeds(most)}`;
}

/** Whose finished runs have no value of a metric: all of them, or those of the baseline alone. */
const noneSent = (metric: string, baseline: AblationRow, others: readonly AblationRow[]): string =>
  others.every((row) => row.metrics[metric].n === 0)
    ? "no finished run has a value of it"
    : `no finished run of ${baseline.config} has a value of it`;

/** Ids of the rules that forbid these rows in a metric. */
function rulesAgainst(rows: readonly AblationRow[], metric: string): string[] {
  const forbidding = rows.flatMap((row) =>
    row.findings.filter(
      (o) => (o.severity === "error" || o.forbids) && (o.metric === null || o.metric === metric),
    ),
  );
  return [...new Set(forbidding.map(({ rule }) => rule))].toSorted();
}

/**
 * What is not known of rows that differ, or of the baseline: " Comparability unknown: reward function not logged."; empty where
 * all is known.
 */
export function notKnown(rows: readonly AblationRow[], metric: string): string {
  const missing = [...new Set(rows.flatMap((row) => row.notLogged?.[metric] ?? []))];
  if (missing.length === 0) return "";
  return ` Comparability unknown: ${listAnd(missing)} not logged.`;
}

/** What this design shows, and what two more seeds would; nothing where it is not known. */
function power({ detectable, detectableWith, unit, primary }: TableColumn): string {
  if (detectable === null) return "";
  const words = detectableWords({ value: detectable, power: POWER, more: detectableWith ?? null }, unit);
  // A plan is made for the primary metric.
  return `; ${words}${primary === false ? "" : `; ${PLANS_WIDER}`}`;
}

/** What one column of the table lets a reader say, and what it does not, in a few sentences. */
export function verdictOf(column: TableColumn, rows: AblationRow[]): string {
  const { metric, title, unit } = column;
  const others = rows.filter((r) => !r.baseline);
  const baseline = rows.find((r) => r.baseline);
  const name = column.primary === false ? `${title}, exploratory` : title;
  if (!baseline || others.length === 0) return `${name}: no other configuration to compare.`;
  const notRanked = having(others, metric, "not_ranked").map((r) => r.config);
  const caution = column.caution === null ? "" : ` ${column.caution}`;
  const all = notRanked.length === others.length;
  const tail = (notRanked.length > 0 && !all ? ` Not ranked: ${listAnd(notRanked)}.` : "") + caution;
  const { clear, alike, open, rest, tested } = byClaim(others, metric);
  if (tested.length === 0) return `${name}: ${whyUntested(column, baseline, others)}.${tail}`;
  const missing = missingOf(tested, baseline, metric);
  const waiting = open.length === 0 ? "" : ` ${beginSentence(openText(open, metric))}.`;
  const known = `${looksText(tested, clear, column)}${waiting}${missing}${notKnown([...clear, ...alike], metric)}${tail}`;
  const called = (row: AblationRow) =>
    `${row.config} (${writeDifference({ ...row.difference[metric], unit })})`;
  const perhaps =
    alike.length === 0 ? "" : `${weakerText(alike, metric, (some) => listAnd(some.map(called)))}.`;
  if (clear.length === 0) {
    const who = rest.length > 1 ? `${writeCount(rest.length)} configurations do` : `${rest[0]?.config} does`;
    const none =
      rest.length === 0
        ? ""
        : `${who} not differ significantly from ${baseline.config} with ${seedCountText([baseline, ...rest], metric)}${power(column)}.`;
    const said = [perhaps, none].filter(Boolean).join(" ") || "nothing is claimed yet.";
    return `${name}: ${said}${known}`;
  }
  const remainder =
    rest.length === 0
      ? ""
      : ` ${countOf(rest.length, "other does", "others do")} not differ significantly${power(column)}.`;
  const seeds = Math.min(baseline.metrics[metric].n, ...clear.map((row) => row.metrics[metric].n));
  const few =
    column.primary === false && seeds < SEEDS_FOR_EXPLORATION
      ? `, with ${writeSeeds(seeds)} where such a claim needs ${writeCount(SEEDS_FOR_EXPLORATION)}`
      : "";
  return `${name}: ${listAnd(clear.map(called))} ${plural(clear.length, "differs", "differ")} from ${baseline.config}${few}${despiteText(clear, metric)}.${perhaps ? ` ${perhaps}` : ""}${remainder}${known}`;
}
