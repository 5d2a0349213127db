import { isMissed, ratioOf, timesBetter, type Figure } from "./figure.ts";

const HEADS = ["figure", "goal", "measured", "unit", "of goal", "", "best peer", "ratio", "ceiling", "how"];
const IS_NUMBER = [false, true, true, false, true, false, false, true, false, false];

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

const timesText = (times: number | null): string => (times === null ? "-" : `${digits(times)}x`);

/** What a reader of times must know: other programs make them longer. */
export interface Machine {
  cpus: number;
  /** Load average of the minute before the measurements. */
  loadBefore: number;
}

const cellsOf = (figure: Figure): string[] => [
  figure.name,
  targetText(figure),
  digits(figure.measured),
  figure.unit,
  timesText(ratioOf(figure)),
  isMissed(figure) ? "MISSED" : "",
  figure.peer ? `${figure.peer.name} ${digits(figure.peer.value)}` : "-",
  timesText(timesBetter(figure)),
  figure.ceiling ? `${digits(figure.ceiling.value)} ${figure.ceiling.what}` : "-",
  figure.note,
];

/** The figures as a table for people: measured over goal, where ">=" wants 1 or more, and how many times better than the peer. */
export function formatFigures(figures: readonly Figure[], { cpus, loadBefore }: Machine): string {
  const rows = figures.map(cellsOf);
  const widths = HEADS.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i].length)));
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => (IS_NUMBER[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join("  ")
      .trimEnd();
  const table = [line(HEADS), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)];
  const missed = figures.filter(isMissed).length;
  const verdict = missed === 0 ? "No goal was missed." : `${missed} of the figures missed their goal.`;
  return `${table.join("\n")}\n\n${verdict} ${cpus} CPUs; load average before: ${loadBefore.toFixed(1)} (above 1, other programs lengthen the times)`;
}

/** The figures for machines: one object, so that fields can be added. */
export function figuresJson(figures: readonly Figure[], machine: Machine): string {
  const told = figures.map((figure) => ({
    ...figure,
    ratio: ratioOf(figure),
    missed: isMissed(figure),
    timesBetter: timesBetter(figure),
  }));
  return JSON.stringify({ ...machine, figures: told }, null, 2);
}
