import type {
  AblationRow,
  AblationTable,
  Difference,
  Estimate,
  TableColumn,
} from "../contracts/experiment.ts";
import { countOf, writeCount, writePart } from "../wording/counts.ts";
import { columnDecimals, printedUnit, writeQuantity } from "../wording/quantities.ts";
import { MEAN_WITH_INTERVAL, withoutInterval } from "../wording/seeds.ts";
import { writeDuration } from "../wording/times.ts";
import { beginSentence } from "../wording/typography.ts";
import { plain, textTable } from "./print.ts";

type Decimals = ReadonlyMap<string, number | null>;

function withInterval(e: Estimate, column: TableColumn, decimals: Decimals): string {
  const { value, interval } = writeQuantity({
    value: e.value,
    low: e.low,
    high: e.high,
    unit: column.unit,
    n: column.problems,
    decimals: decimals.get(column.metric),
  });
  if (e.value === null) return value;
  return interval === null ? `${value} (${withoutInterval(e.n)})` : `${value} ${interval}`;
}

function differenceText({ value: difference, low, high, method }: Difference, { unit }: TableColumn): string {
  if (method.startsWith("not ranked") || method.startsWith("this is"))
    return method.startsWith("not") ? method : "baseline";
  const { value, interval } = writeQuantity({ value: difference, low, high, unit, difference: true });
  if (interval === null || low === null || high === null) return value;
  return `${value} ${interval}${low > 0 || high < 0 ? "" : " n.s."}`;
}

const SHOWN_WITH_INTERVAL = "eval/rr_at_5";

function cells(row: AblationRow, columns: TableColumn[], decimals: Decimals): string[] {
  const perMetric = columns.flatMap((c) => {
    const estimate = row.metrics[c.metric];
    if (c.metric === SHOWN_WITH_INTERVAL)
      return [withInterval(estimate, c, decimals), differenceText(row.difference[c.metric], c)];
    const shared = decimals.get(c.metric);
    return [writeQuantity({ value: estimate.value, unit: c.unit, n: c.problems, decimals: shared }).value];
  });
  const flags = [...new Set(row.objections.filter((o) => o.severity !== "note").map((o) => o.rule))].join(
    " ",
  );
  return [
    plain(row.config),
    writePart(row.n, row.planned),
    ...perMetric,
    writeCount(row.episodes),
    writeDuration(row.durationMs),
    flags,
  ];
}

/** The ablation table for a terminal: values with n and interval, what separates, and what may not be ranked. */
export function formatAblation(table: AblationTable): string {
  const heads = table.columns.flatMap((c) => {
    const title = `>${`${c.title} ${printedUnit(c.unit)}`.trim()}`;
    const difference = `>difference, ${printedUnit(c.unit, true)} [95 %]`;
    return c.metric === SHOWN_WITH_INTERVAL ? [`${title} [95 %]`, difference] : [title];
  });
  const decimals = new Map(
    table.columns.map(({ metric, unit }) => [
      metric,
      columnDecimals(
        table.rows.map((row) => row.metrics[metric].value),
        unit,
      ),
    ]),
  );
  const body = textTable(
    ["config", ">seeds", ...heads, ">episodes", ">time", "checks"],
    table.rows.map((row) => cells(row, table.columns, decimals)),
  );
  const compared = table.columns.find((c) => c.metric === SHOWN_WITH_INTERVAL) ?? table.columns[0];
  const method = table.rows.find((r) => compared && r.difference[compared.metric]?.low !== null)?.difference[
    compared.metric
  ]?.method;
  const objections = [
    ...new Set(
      table.rows.flatMap((r) => r.objections.map((o) => `${o.rule} ${o.severity}: ${o.claim} ${o.evidence}`)),
    ),
  ];
  const lines = [
    plain(table.title),
    "",
    body,
    "",
    ...table.verdicts.map((v) => v.sentence),
    "",
    `${beginSentence(MEAN_WITH_INTERVAL)}, ${table.caption}. n.s.: the interval of the difference contains 0.`,
    ...(method ? [`Differences to ${table.baseline}: ${method}.`] : []),
    ...(compared?.problems
      ? [
          `Evaluated on ${countOf(compared.problems, "held-out problem")} per seed, the final evaluation of each run.`,
        ]
      : []),
    "What RR@5, DA, Clean and the other columns mean: GLOSSARY.md.",
    ...objections.map(plain),
    ...table.leftOut.map((l) => `Not counted: ${plain(l.name)}, ${plain(l.why)}.`),
  ];
  return lines.join("\n");
}
