import type { AblationRow, TableColumn } from "../../contracts/experiment.ts";
import { verdictWords } from "../../wording/claims.ts";
import { countOf, listAnd, plural, writeOf } from "../../wording/counts.ts";
import { writeDifference, writeInterval, writeSize } from "../../wording/quantities.ts";
import { SEEDS_FOR_INTERVAL, writeSeeds } from "../../wording/seeds.ts";
import { beginSentence } from "../../wording/typography.ts";
import { byClaim, despiteText, having, looksText, missingOf, openText, seedCountText } from "./by-claim.ts";
import { notKnown, whyUntested } from "./verdict.ts";

/** More than this many configurations are counted, not named: the table below names them. */
const NAMED = 3;

/** Configurations with their differences and intervals, or where they are many only how many. */
function called(rows: readonly AblationRow[], { metric, unit }: TableColumn): string {
  if (rows.length > NAMED) return countOf(rows.length, "configuration");
  return listAnd(
    rows.map(({ config, difference: { [metric]: d } }) => {
      const interval =
        d.low === null || d.high === null
          ? ""
          : ` ${writeInterval(d.low, d.high, { unit, difference: true })}`;
      return `${config} (${writeDifference({ ...d, unit })}${interval})`;
    }),
  );
}

/** Beside the primary metric, further ones in which something differs: "Exploratory: no_kl differs on RR and Clean." */
function further(
  column: TableColumn,
  columns: readonly TableColumn[],
  rows: readonly AblationRow[],
): string[] {
  const found = columns.filter(
    (other) => other !== column && other.primary === false && byClaim(rows, other.metric).clear.length > 0,
  );
  if (column.primary === false || found.length === 0) return [];
  const who = ({ metric }: TableColumn) => {
    const { clear: differing } = byClaim(rows, metric);
    const names =
      differing.length > NAMED
        ? countOf(differing.length, "configuration")
        : listAnd(differing.map(({ config }) => config));
    return `${names} ${plural(differing.length, "differs", "differ")}`;
  };
  const parts = [...Map.groupBy(found, who)].map(
    ([words, same]) => `${words} on ${listAnd(same.map(({ title }) => title))}`,
  );
  return [`Exploratory: ${parts.join("; ")}.`];
}

/** Whether enough seeds for an interval have one and the same value. */
function isConstant({ bySeed }: AblationRow, metric: string): boolean {
  const values = (bySeed?.[metric] ?? []).flatMap(({ value }) => value ?? []);
  return values.length >= SEEDS_FOR_INTERVAL && new Set(values).size === 1;
}

/** What stands where every seed has the same value, so that nothing can be tested; null where something varies. */
function withoutSpread(
  column: TableColumn,
  baseline: AblationRow,
  others: readonly AblationRow[],
): string | null {
  const { metric, title } = column;
  const seeds = baseline.metrics[metric].n;
  const valued = others.filter(
    (row) =>
      row.comparable[metric] &&
      row.difference[metric].value !== null &&
      [row, baseline].every((one) => isConstant(one, metric)),
  );
  if (valued.length === 0) return null;
  const differing = valued.filter(({ difference: { [metric]: d } }) => d.value !== 0);
  if (differing.length === 0)
    return `No difference from ${baseline.config} on ${title}: every seed has the same value.`;
  return `On ${title}, ${called(differing, column)} ${plural(differing.length, "differs", "differ")} from ${baseline.config} by the same in each of ${writeSeeds(seeds)}: no variation between seeds, so no interval.`;
}

/** The row with the largest difference towards the better side, or by size where neither side is better. */
function largestOf(rows: readonly AblationRow[], { metric, better }: TableColumn): AblationRow | undefined {
  const worth = ({ difference: { [metric]: d } }: AblationRow) => {
    const value = d.value ?? 0;
    return better === "higher" ? value : better === "lower" ? -value : Math.abs(value);
  };
  return rows.toSorted((one, other) => worth(other) - worth(one)).at(0);
}

/** What a page begins with, and what weakens or completes it, a sentence each. */
export interface Answer {
  answer: string;
  notes: string[];
}

const said = (...texts: readonly string[]): string[] =>
  texts.map((text) => text.trim()).filter((text) => text !== "");

/** What is weaker than a claim, what is still open, and what no verdict is given for, a sentence each. */
function weakerNotes(others: readonly AblationRow[], column: TableColumn): string[] {
  const { metric } = column;
  const weaker = (["significant_if_equal_variances", "suggestive"] as const).flatMap((verdict) => {
    const rows = having(others, metric, verdict);
    return rows.length > 0 ? [`${beginSentence(verdictWords(verdict))}: ${called(rows, column)}.`] : [];
  });
  const open = openText(byClaim(others, metric).open, metric);
  // What stands beside by intent is no gap of the answer.
  const unranked = having(others, metric, "not_ranked").filter(({ beside }) => !beside).length;
  return said(
    ...weaker,
    open === "" ? "" : `${beginSentence(open)}.`,
    unranked > 0 ? `${countOf(unranked, "configuration is", "configurations are")} not ranked.` : "",
  );
}

/** The sentence of a tested metric. */
function headline(column: TableColumn, baseline: AblationRow, others: readonly AblationRow[]): string {
  const { metric, title, unit } = column;
  const { clear, alike, rest, tested } = byClaim(others, metric);
  const [largest] = [largestOf(clear.length > 0 ? clear : rest, column)].filter((row) => row !== undefined);
  const most = largest ? ` Largest: ${called([largest], column)}.` : "";
  if (clear.length > NAMED)
    return `${writeOf(clear.length, tested.length, "configuration")} differ significantly from ${baseline.config} on ${title}${despiteText(clear, metric)}.${most}`;
  if (clear.length > 0) {
    const remainder = rest.length > 0 ? `; ${countOf(rest.length, "other does", "others do")} not` : "";
    return `${called(clear, column)} ${plural(clear.length, "differs", "differ")} significantly from ${baseline.config} on ${title}${despiteText(clear, metric)}${remainder}.`;
  }
  if (alike.length + rest.length === 0) return `No verdict on ${title} yet.`;
  const power =
    column.detectable === null
      ? ""
      : ` Minimum detectable effect with ${seedCountText([baseline, ...rest], metric)}: ${writeSize(column.detectable, unit)}.`;
  return `No significant difference from ${baseline.config} on ${title}.${most}${power}`;
}

/**
 * What one metric of a table answers, in a sentence or two for the head of a page, with notes under it: "No significant
 * difference from baseline on Solved. Largest: no_kl (+3.8 pp [-7.9, +15.5])." Method and everything else: `verdictOf`.
 */
export function answerOf(
  column: TableColumn,
  columns: readonly TableColumn[],
  rows: readonly AblationRow[],
): Answer {
  const { metric, title } = column;
  const others = rows.filter((row) => !row.baseline);
  const baseline = rows.find((row) => row.baseline);
  const only = (answer: string): Answer => ({ answer, notes: [] });
  if (!baseline && others.length > 0)
    return only(`No comparison on ${title}: every run of the baseline was deleted.`);
  if (!baseline || others.length === 0) return only(`No other configuration to compare on ${title} yet.`);
  const { clear, alike, tested } = byClaim(others, metric);
  const more = further(column, columns, others);
  const constant = tested.length === 0 ? withoutSpread(column, baseline, others) : null;
  if (constant !== null) return { answer: constant, notes: more };
  if (tested.length === 0)
    return { answer: `No verdict on ${title}: ${whyUntested(column, baseline, others)}.`, notes: more };
  const notes = [
    ...weakerNotes(others, column),
    ...said(
      missingOf(tested, baseline, metric),
      looksText(tested, clear, column),
      notKnown([...clear, ...alike], metric),
    ),
    ...more,
  ];
  return { answer: headline(column, baseline, others), notes };
}
