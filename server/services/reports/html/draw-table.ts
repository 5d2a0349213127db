import { severityOf } from "../../../contracts/finding.ts";
import { MEAN_WITH_INTERVAL } from "../../../wording/seeds.ts";
import { beginSentence } from "../../../wording/typography.ts";
import type { SmallEstimate, TableAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { listAnd } from "../../../wording/counts.ts";
import { seedPartOver } from "../../../wording/verdicts/missing-seeds.ts";
import {
  decimalsAlike,
  columnDigits,
  printedUnit,
  writeP,
  writeQuantity,
} from "../../../wording/quantities.ts";
import { differs } from "../../../checks/rule.ts";
import { differenceLevel, exploratoryNote } from "../../../wording/claims.ts";
import { NOT_RANKED } from "../../../checks/registry.ts";
import { h } from "./element.ts";
import { drawReportedRows } from "./draw-reported.ts";
import { flagGlyph } from "./glyph.ts";

/** A column head on two lines: name, then unit and what it is. */
export function head(title: string, small: string, num = true): ReportNode {
  return h(
    "th",
    { scope: "col", class: num ? "num" : null },
    title,
    small ? h("span", { class: "r-head-small" }, ` ${small}`) : null,
  );
}

interface EstimateLook {
  difference?: boolean;
  /** Of how many problems a share is. */
  n?: number | null;
  /** Decimals that the column shares, bounds included; null: each cell has its own. */
  alike?: number | null;
  /** Those of cells without an interval, where `alike` is null. */
  decimals?: number | null;
  old?: SmallEstimate;
  instead?: string | null;
  /** Stands in the place of an interval that is not given. */
  noInterval?: string;
  /** Whether an estimate, the old one too, stands out. */
  bold?: (estimate: SmallEstimate) => boolean;
}

/** An estimate with its interval; the old one struck before it where it has changed since it was published. */
export function estimateCell(estimate: SmallEstimate, unit: string, more: EstimateLook = {}): ReportNode {
  const { difference, n, alike, decimals } = more;
  const written = (e: SmallEstimate) => writeQuantity({ n, ...e, unit, difference, alike, decimals });
  const write = (e: SmallEstimate): ReportNode[] => {
    const { value, interval } = written(e);
    return [
      (more.bold?.(e) ?? false) ? h("b", {}, value) : value,
      ...(interval ? [h("span", { class: "r-interval" }, ` ${interval}`)] : []),
      ...(!interval && more.noInterval ? [h("span", { class: "r-interval" }, ` ${more.noInterval}`)] : []),
    ];
  };
  if (more.instead) return h("td", { class: "num r-muted" }, more.instead);
  const changed =
    more.old !== undefined && JSON.stringify(written(more.old)) !== JSON.stringify(written(estimate));
  return h(
    "td",
    { class: changed ? "num r-changed" : "num" },
    changed && more.old
      ? [
          h("del", { class: "r-old" }, h("span", { class: "r-hidden" }, "published "), write(more.old)[0]),
          " ",
        ]
      : null,
    changed ? h("span", { class: "r-hidden" }, "now ") : null,
    write(estimate),
  );
}

/** A table of one body or several, in a frame that scrolls where it is wider than the page. */
export function tableOf(
  label: string,
  heads: ReportNode[],
  bodies: ReportNode[][],
  look: string | null = null,
): ReportNode {
  return h(
    "div",
    { class: "r-table-frame", tabindex: 0, role: "group", "aria-label": label },
    h(
      "table",
      { class: look },
      h("thead", {}, h("tr", {}, heads)),
      bodies.map((rows) => h("tbody", {}, rows)),
    ),
  );
}

export const table = (label: string, heads: ReportNode[], rows: ReportNode[]): ReportNode =>
  tableOf(label, heads, [rows]);

type Row = TableAnswer["rows"][number];

/** Bounds and value alone: the n of an estimate counts its seeds, and not what a share is of. */
export const small = (e: SmallEstimate | undefined): SmallEstimate => ({
  value: e?.value ?? null,
  low: e?.low ?? null,
  high: e?.high ?? null,
});

const notRanked = ({ method }: Row["difference"][string]): boolean => method.startsWith(NOT_RANKED);

/** Decimals of the values and of the differences of each column of an ablation table, by its metric. */
export const sharedDecimals = ({ columns, rows }: Pick<TableAnswer, "columns" | "rows">) =>
  new Map(
    columns.map(({ metric, unit, problems: n }) => {
      const values = rows.map((row) => ({ ...small(row.metrics[metric]), unit, n }));
      const differences = rows.flatMap(({ baseline, difference: { [metric]: d } }) =>
        baseline || !d || notRanked(d) ? [] : [{ ...small(d), unit, difference: true }],
      );
      return [
        metric,
        { values: columnDigits(values, unit), differences: decimalsAlike(differences) },
      ] as const;
    }),
  );

function differenceCell(
  row: Row,
  { metric, unit }: TableAnswer["columns"][number],
  old: Row | undefined,
  alike: number | null | undefined,
): ReportNode {
  const difference = row.difference[metric];
  if (!difference || row.baseline) return estimateCell({ value: null, low: null, high: null }, unit);
  const instead = notRanked(difference) ? NOT_RANKED : null;
  return estimateCell(difference, unit, {
    difference: true,
    alike,
    instead,
    old: old?.difference[metric],
    bold: differs,
  });
}

/** What stands over an ablation table: how its values came about. What each column is for, its head says. */
export const tableNotes = (
  { caption, columns, baseline, exploratory, reported }: TableAnswer,
  hasBold: boolean,
): string[] => [
  `${beginSentence(MEAN_WITH_INTERVAL)}, ${caption}.`,
  `\u0394: to ${baseline ?? "the baseline"}${columns.some(({ family }) => family) ? ", adjusted for all comparisons of its column" : ""}${exploratory ? `; ${exploratoryNote(exploratory)}` : ""}${hasBold ? "; bold: its interval excludes zero" : ""}.`,
  ...(reported
    ? [`Reported: ${reported.title}, ${reported.document}; in no interval, difference or claim.`]
    : []),
];

/** Runs that a table does not count, and why. */
export const leftOutNotes = (leftOut: readonly string[]): string[] =>
  leftOut.map((one) => `Not counted: ${one}.`);

/** The worst that is objected to, as its flag, with the rules that object; info has none. */
function drawFlags(findings: Row["findings"]): ReportNode | null {
  const raised = findings.filter((one) => severityOf(one) !== "info");
  if (raised.length === 0) return null;
  const worst = raised.some((one) => severityOf(one) === "error") ? "error" : "warning";
  const rules = [...new Set(raised.map(({ rule }) => rule))];
  return h(
    "span",
    { class: "r-flags" },
    " ",
    flagGlyph(worst),
    h("span", { class: "r-hidden" }, `${worst} `),
    rules.join(" "),
  );
}

/** Metrics that stand beside each other in the width of a page, each with its difference and p. */
const METRICS_BESIDE = 2;

/**
 * The ablation table. Bold: the verdict is that it differs. `now` marks what has changed since. More metrics than a page is wide
 * stand in further tables below, so that no number is cut.
 */
export function drawAblation(answer: TableAnswer, now: TableAnswer | null): ReportNode {
  const shown = now ?? answer;
  const parts = Array.from(
    { length: Math.max(1, Math.ceil(shown.columns.length / METRICS_BESIDE)) },
    (_, i) => shown.columns.slice(i * METRICS_BESIDE, (i + 1) * METRICS_BESIDE),
  );
  const tables = parts.map((columns) => drawPart(answer, now, { ...shown, columns }, parts.length > 1));
  return tables.length === 1 ? tables[0] : h("div", { class: "r-tables" }, tables);
}

function drawPart(
  answer: TableAnswer,
  now: TableAnswer | null,
  shown: TableAnswer,
  isPart: boolean,
): ReportNode {
  const oldOf = new Map(now ? answer.rows.map((r) => [r.config, r]) : []);
  const heads = [
    head("Configuration", "", false),
    ...shown.columns.flatMap((c) => [
      head(
        c.title,
        [printedUnit(c.unit), c.primary === false ? "exploratory" : ""].filter(Boolean).join(", "),
      ),
      head("Δ", `${printedUnit(c.unit, true)} [${differenceLevel(c)} CI]`),
      head("p", "adjusted"),
    ]),
    head("Seeds", ""),
  ];
  const shared = sharedDecimals(shown);
  const rows = shown.rows.map((row) => {
    const old = oldOf.get(row.config);
    return h(
      "tr",
      { class: row.baseline ? "r-baseline" : null },
      h(
        "th",
        { scope: "row" },
        row.config,
        row.baseline && row.config !== "baseline" ? ", baseline" : "",
        drawFlags(row.findings),
      ),
      shown.columns.flatMap((c) => {
        const estimate = row.metrics[c.metric];
        return [
          estimateCell(small(estimate), c.unit, {
            old: old && small(old.metrics[c.metric]),
            n: c.problems,
            ...shared.get(c.metric)?.values,
          }),
          differenceCell(row, c, old, shared.get(c.metric)?.differences),
          h("td", { class: "num" }, writeP(row.difference[c.metric]?.p ?? null)),
        ];
      }),
      h(
        "td",
        { class: "num" },
        seedPartOver(
          row,
          shown.columns.map(({ metric }) => metric),
        ),
      ),
    );
  });
  const of = isPart ? `, ${listAnd(shown.columns.map(({ title }) => title))}` : "";
  return table(`Ablation table of ${shown.title}${of}`, heads, [...rows, ...drawReportedRows(shown)]);
}
