import type { PairsAnswer, PairsGroup, PairsRow } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { NOT_RANKED } from "../../../checks/registry.ts";
import { excludesZero } from "../../../numbers/excludes-zero.ts";
import { writeCount } from "../../../wording/counts.ts";
import { verdictCell } from "../pairs-words.ts";
import {
  decimalsAlike,
  columnDigits,
  printedUnit,
  writeP,
  writeQuantity,
} from "../../../wording/quantities.ts";
import { withUnit } from "../../../wording/typography.ts";
import { estimateCell, head, tableOf } from "./draw-table.ts";
import { h } from "./element.ts";
import { nameSeed } from "../../../wording/seeds.ts";

/** "Solved, %" */
export const titleOf = ({ title, unit }: PairsGroup): string => {
  const printed = printedUnit(unit);
  return printed && printed !== title.toLowerCase() ? `${title}, ${printed}` : title;
};

/** The one value that a metric has before and after in every seed of every configuration; null where it has several. */
export function flatValue({ rows, unit }: PairsGroup): string | null {
  const values = rows.flatMap(({ seeds }) =>
    seeds.flatMap(({ before, after }) => [before.value, after.value]),
  );
  const [first] = values;
  if (first == null || values.some((value) => value !== first)) return null;
  return withUnit(writeQuantity({ value: first, low: null, high: null, unit }).value, printedUnit(unit));
}

/** What stands in the place of numbers that are all one. */
export const flatWords = (value: string): string => `${value} before and after, in every seed`;

/** Heads of the table of problems. */
export const SOLVED_BY = [
  "Problems solved at step 5 or earlier",
  "both",
  "only before",
  "only after",
  "neither",
] as const;

export const verdictOf = (row: PairsRow): string => verdictCell(row, NOT_RANKED);

type PairedRow = Pick<PairsRow, "before" | "after" | "difference">;

/** Decimals of the values and of the differences of a metric, over seeds or seed by seed. */
export function pairsDecimals(rows: readonly PairedRow[], unit: string, n: number | null) {
  const values = rows.flatMap(({ before, after }) => [before, after].map((e) => ({ n, ...e, unit })));
  const differences = rows.map((row) => ({ ...row.difference, n: null, unit, difference: true }));
  return { values: columnDigits(values, unit), differences: decimalsAlike(differences) };
}

/** A metric and its rows under one head. */
function body(group: PairsGroup, rows: ReportNode[], columns: number): ReportNode[] {
  const flat = flatValue(group);
  if (flat !== null)
    return [
      h(
        "tr",
        { class: "r-group" },
        h("th", { scope: "row" }, group.title),
        h("td", { colspan: columns - 1 }, flatWords(flat)),
      ),
    ];
  return [
    h("tr", { class: "r-group" }, h("th", { scope: "rowgroup", colspan: columns }, titleOf(group))),
    ...rows,
  ];
}

function overSeeds(group: PairsGroup, problems: number | null): ReportNode[] {
  const { rows, unit } = group;
  const shared = pairsDecimals(rows, unit, problems);
  const look = { n: problems, ...shared.values };
  const drawn = rows.map((row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, row.config),
      estimateCell(row.before, unit, look),
      estimateCell(row.after, unit, look),
      estimateCell(row.difference, unit, {
        difference: true,
        alike: shared.differences,
        instead: row.ranked < row.n ? NOT_RANKED : null,
      }),
      h("td", { class: row.higher + row.lower > 0 ? null : "r-muted" }, verdictOf(row)),
    ),
  );
  return body(group, drawn, 5);
}

function bySeed(group: PairsGroup, problems: number | null): ReportNode[] {
  const { rows, unit } = group;
  const shared = pairsDecimals(
    rows.flatMap(({ seeds }) => seeds),
    unit,
    problems,
  );
  const look = { n: problems, ...shared.values };
  const drawn = rows.flatMap(({ config, seeds }) =>
    seeds.map(({ seed, before, after, difference, p }) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, `${config}, ${nameSeed(seed)}`),
        estimateCell(before, unit, look),
        estimateCell(after, unit, look),
        estimateCell(difference, unit, {
          difference: true,
          alike: shared.differences,
          bold: excludesZero,
          instead: difference.value === null ? NOT_RANKED : null,
        }),
        h("td", { class: "num" }, writeP(p)),
      ),
    ),
  );
  return body(group, drawn, 5);
}

const flipRows = ({ flips }: PairsAnswer): ReportNode[] =>
  flips.map(({ config, seed, both, onlyA, onlyB, neither }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, `${config}, ${nameSeed(seed)}`),
      [both, onlyA, onlyB, neither].map((count) => h("td", { class: "num" }, writeCount(count))),
    ),
  );

/** Every trained configuration before and after, metric by metric in one table of fixed columns. */
export const drawPairs = ({ groups, problems }: PairsAnswer): ReportNode =>
  tableOf(
    "Before and after training",
    [
      head("Configuration", "", false),
      head("Before", ""),
      head("After", "[95 % CI]"),
      head("Difference", "[95 % CI]"),
      head("Verdict", "seeds", false),
    ],
    groups.map((group) => overSeeds(group, problems)),
    "r-pairs",
  );

/** The same seed by seed, and which problems each pair solved. */
export function drawPairsBySeed(answer: PairsAnswer): ReportNode[] {
  const { groups, problems, flips } = answer;
  const seeds = tableOf(
    "Before and after training, seed by seed",
    [
      head("Seed", "", false),
      head("Before", "[95 % CI]"),
      head("After", "[95 % CI]"),
      head("Difference", "[95 % CI]"),
      head("p", ""),
    ],
    groups.map((group) => bySeed(group, problems)),
    "r-pairs",
  );
  const solved = tableOf(
    "Problems solved before and after",
    SOLVED_BY.map((words, i) => head(words, "", i > 0)),
    [flipRows(answer)],
  );
  return flips.length > 0 ? [seeds, solved] : [seeds];
}

/** The same as an appendix of paper: each table under the name of its block. */
export function drawPairsOnPaper(answer: PairsAnswer, label: string): ReportNode[] {
  const names = [`${label}, seed by seed.`, `${label}, problems solved.`];
  return drawPairsBySeed(answer).flatMap((drawn, i) => [
    h("p", { class: "r-note" }, h("b", {}, names[i])),
    drawn,
  ]);
}
