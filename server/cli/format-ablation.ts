import type {
  AblationRow,
  AblationTable,
  Difference,
  Estimate,
  TableColumn,
} from "../contracts/experiment.ts";
import { duration, number, plain, textTable } from "./print.ts";

const scale = (column: TableColumn) => (column.unit === "share" ? 100 : 1);
const digits = (column: TableColumn) => (column.unit === "share" ? 1 : column.unit === "points" ? 3 : 2);
const unitOf = (column: TableColumn) => (column.unit === "share" ? "%" : column.unit);

function shown(value: number | null, column: TableColumn): string {
  return value === null ? "-" : number(value * scale(column), digits(column));
}

function signed(value: number | null, column: TableColumn): string {
  if (value === null) return "-";
  const text = shown(value, column);
  return value >= 0 ? `+${text}` : text;
}

function withInterval(e: Estimate, column: TableColumn): string {
  if (e.value === null) return "-";
  return e.low === null
    ? `${shown(e.value, column)} (${e.n === 1 ? "1 seed, " : ""}no interval)`
    : `${shown(e.value, column)} [${shown(e.low, column)}, ${shown(e.high, column)}]`;
}

function differenceText(d: Difference, column: TableColumn): string {
  if (d.method.startsWith("not ranked") || d.method.startsWith("this is"))
    return d.method.startsWith("not") ? d.method : "baseline";
  if (d.low === null) return signed(d.value, column);
  const clear = d.high !== null && (d.low > 0 || d.high < 0);
  return `${signed(d.value, column)} [${signed(d.low, column)}, ${signed(d.high, column)}]${clear ? "" : " n.s."}`;
}

const SHOWN_WITH_INTERVAL = "eval/rr_at_5";

function cells(row: AblationRow, columns: TableColumn[]): string[] {
  const perMetric = columns.flatMap((c) => {
    const estimate = row.metrics[c.metric];
    if (c.metric !== SHOWN_WITH_INTERVAL) return [shown(estimate.value, c)];
    return [withInterval(estimate, c), differenceText(row.difference[c.metric], c)];
  });
  const flags = [...new Set(row.objections.filter((o) => o.severity !== "note").map((o) => o.rule))].join(
    " ",
  );
  return [
    plain(row.config),
    `${row.n}/${row.planned}`,
    ...perMetric,
    row.episodes === null ? "-" : String(Math.round(row.episodes)),
    duration(row.durationMs),
    flags,
  ];
}

/** The ablation table for a terminal: values with n and interval, what separates, and what may not be ranked. */
export function formatAblation(table: AblationTable): string {
  const heads = table.columns.flatMap((c) => {
    const title = `>${c.title}${unitOf(c) ? ` ${unitOf(c)}` : ""}`;
    return c.metric === SHOWN_WITH_INTERVAL ? [`${title} [95 %]`, ">difference, pp [95 %]"] : [title];
  });
  const body = textTable(
    ["config", ">seeds", ...heads, ">episodes", ">time", "checks"],
    table.rows.map((row) => cells(row, table.columns)),
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
    `Mean over seeds with 95 % t interval, ${table.caption}. n.s.: the interval of the difference contains 0.`,
    ...(method ? [`Differences to ${table.baseline}: ${method}.`] : []),
    ...(compared?.problems
      ? [`Evaluated on ${compared.problems} held-out problems per seed, the final evaluation of each run.`]
      : []),
    "What RR@5, DA, Clean and the other columns mean: GLOSSARY.md.",
    ...objections.map(plain),
    ...table.leftOut.map((l) => `Not counted: ${plain(l.name)}, ${plain(l.why)}.`),
  ];
  return lines.join("\n");
}
