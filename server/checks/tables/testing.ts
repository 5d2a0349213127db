import type { ReportedCell, ReportedGrid } from "../../contracts/reported/table.ts";

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
