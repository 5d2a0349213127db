import { ratioOf, type Figure } from "./figure.ts";

const HEADS = ["figure", "measured", "unit", "target", "ratio", "how"];

/** Three significant digits, whole numbers from 1000 on. */
function digits(value: number | null): string {
  if (value === null) return "-";
  return Math.abs(value) >= 1000
    ? Math.round(value).toLocaleString("en-US")
    : String(Number(value.toPrecision(3)));
}

function targetText({ target }: Figure): string {
  if (target === null) return "-";
  return `${target.is === "most" ? "<=" : ">="} ${digits(target.value)}`;
}

/** What a reader of times must know: other programs make them longer. */
export interface Machine {
  cpus: number;
  /** Load average of the minute before the measurements. */
  loadBefore: number;
}

/** The figures as a table for people. */
export function formatFigures(figures: readonly Figure[], { cpus, loadBefore }: Machine): string {
  const rows = figures.map((f) => [
    f.name,
    digits(f.measured),
    f.unit,
    targetText(f),
    ratioOf(f)?.toFixed(2) ?? "-",
    f.note,
  ]);
  const widths = HEADS.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i].length)));
  const isNumber = [false, true, false, true, true, false];
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => (isNumber[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join("  ")
      .trimEnd();
  const table = [line(HEADS), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)];
  return `${table.join("\n")}\n\n${cpus} CPUs; load average before: ${loadBefore.toFixed(1)} (above 1, other programs lengthen the times)`;
}

/** The figures for machines: one object, so that fields can be added. */
export function figuresJson(figures: readonly Figure[], machine: Machine): string {
  return JSON.stringify(
    { ...machine, figures: figures.map((figure) => ({ ...figure, ratio: ratioOf(figure) })) },
    null,
    2,
  );
}
