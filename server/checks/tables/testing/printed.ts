import type { ReportedCell, ReportedGrid, TableFormat } from "../../../contracts/reported/table.ts";

/** A cell as a printed one is read. */
export const cell = (text: string | number, more: Partial<ReportedCell> = {}): ReportedCell => {
  const printed = String(text);
  const [, sign, digits, unit] = /^([+-]?)([\d.]+)\s*(%|x|h|min|pp)?$/.exec(printed) ?? [];
  const [, target, border] = /^(>=|>)\s*([\d.]+)/.exec(printed) ?? [];
  const [, low, high] = /^([\d.]+)-([\d.]+)/.exec(printed) ?? [];
  const isNumber = digits !== undefined;
  return {
    text: printed,
    kind: isNumber ? "number" : target ? "target" : high ? "range" : printed === "" ? "empty" : "text",
    value: isNumber ? Number(sign + digits) : target ? Number(border) : null,
    low: high ? Number(low) : null,
    high: high ? Number(high) : null,
    comparator: target === ">" || target === ">=" ? target : null,
    approximate: false,
    signed: sign === "+",
    unit: unit ?? null,
    decimals: isNumber ? (digits.split(".")[1]?.length ?? 0) : null,
    hits: null,
    n: null,
    plusMinus: null,
    bold: false,
    mark: printed === "met" || printed === "missed" ? printed : null,
    ...more,
  };
};

/** A table with the names of its columns. */
export const grid = (head: string[], ...rows: (string | number)[][]): ReportedGrid => ({
  columns: head.map((name) => ({ name, unit: /%/.test(name) ? "%" : /\(min\)/.test(name) ? "min" : null })),
  rows: rows.map((row) => row.map((one) => cell(one))),
});

/** A table as it would be printed: the name of what it shows, its head, its rows. */
export interface Printed {
  title?: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

const latex = (text: string): string =>
  text
    .replaceAll(/[%&_#]/g, String.raw`\$&`)
    .replaceAll("±", String.raw`$\pm$`)
    .replaceAll("≥", String.raw`$\geq$`)
    .replaceAll("~", String.raw`$\sim$`)
    .replaceAll("Δ", String.raw`$\Delta$`)
    .replaceAll("×", String.raw`$\times$`);
const html = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const csv = (text: string): string => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The same table in each of the formats that are read. A title is not part of CSV. */
export const PRINTED_AS: Record<TableFormat, (table: Printed) => string> = {
  markdown: ({ title = "", head, rows }) =>
    [
      title === "" ? "" : `### ${title}\n`,
      `| ${head.join(" | ")} |`,
      `|${head.map(() => "---").join("|")}|`,
      ...rows.map((row) => `| ${row.join(" | ")} |`),
    ].join("\n"),
  latex: ({ title = "", head, rows }) =>
    String.raw`\begin{table}\caption{${latex(title)}}\begin{tabular}{l${"r".repeat(head.length - 1)}}\toprule ${[head, ...rows].map((row) => row.map(latex).join(" & ")).join(" \\\\\n")} \\ \bottomrule\end{tabular}\end{table}`,
  html: ({ title = "", head, rows }) =>
    `<table><caption>${html(title)}</caption><tr>${head.map((one) => `<th>${html(one)}</th>`).join("")}</tr>${rows
      .map((row) => `<tr>${row.map((one) => `<td>${html(one)}</td>`).join("")}</tr>`)
      .join("")}</table>`,
  csv: ({ head, rows }) => [head, ...rows].map((row) => row.map(csv).join(",")).join("\n"),
};

/** A table from its lines, cells apart by "|". */
export const table = (head: string, ...rows: string[]): Printed => ({
  head: head.split("|").map((one) => one.trim()),
  rows: rows.map((row) => row.split("|").map((one) => one.trim())),
});

export const titled = (title: string, of: Printed): Printed => ({ ...of, title });

/** Tables that have a contradiction, in other words and numbers, and tables that are as they should be. */
export interface Contradiction {
  rule: string;
  has: Printed[];
  not: Printed[];
  /** In the mirror it cannot be told: lines have an order, and names may be of anything. */
  isOneWay?: true;
}
