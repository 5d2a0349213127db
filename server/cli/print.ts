import { asPlainText } from "../wording/typography.ts";
import type { PrintedWindow } from "../contracts/charts/printed-window.ts";
import { countOf, writeCount } from "../wording/counts.ts";

/** A window as lines: what it is, then x and value of each point or bucket. */
export function formatSeries(window: PrintedWindow, askedAxis: string): string[] {
  const { metric, attempt, damaged } = window;
  const name = `${metric}, attempt ${attempt}`;
  if (damaged !== undefined) return [`# ${plain(`${name}: ${damaged}`)}`];
  const facts = [
    `${name}, ${countOf(window.total, "point")}`,
    ...(window.raw ? [] : [`bucketed to ${writeCount(window.x0.length)} (mean)`]),
    ...(window.axis === askedAxis ? [] : [`over ${window.axis}, the only x it has`]),
    ...(window.hidden > 0 ? [`${writeCount(window.hidden)} hidden by a later attempt`] : []),
    ...(window.unplaced > 0 ? [`${writeCount(window.unplaced)} without a place on ${askedAxis}`] : []),
  ];
  const points = window.x0.map((x, i) => {
    const cells = [
      window.mean[i] ?? "",
      window.nan[i] > 0 ? "NaN" : "",
      window.posInf[i] > 0 ? "inf" : "",
      window.negInf[i] > 0 ? "-inf" : "",
    ];
    return `${x}\t${cells.filter((cell) => cell !== "").join(" ")}`;
  });
  return [`# ${plain(facts.join(", "))}`, ...points];
}

// A reader that has enough (`| head`) closes the pipe; that is no error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

/** Columns of text, aligned; a column whose head starts with ">" is right aligned. */
export function textTable(heads: string[], given: string[][]): string {
  // A name of a file may hold a line break, which would begin a row of its own.
  const rows = given.map((row) => row.map((cell) => cell.replace(/[\n\t]/g, "?")));
  const right = heads.map((h) => h.startsWith(">"));
  const titles = heads.map((h) => h.replace(/^>/, ""));
  const widths = titles.map((t, i) => Math.max(t.length, ...rows.map((r) => (r[i] ?? "").length)));
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => (right[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join("  ")
      .trimEnd();
  return [line(titles), widths.map((w) => "-".repeat(w)).join("  "), ...rows.map(line)].join("\n");
}

/** Removes what could move a terminal's cursor or colour its text. */
export function plain(value: string): string {
  return value.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (c) => (c === "\n" || c === "\t" ? c : "?"));
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints a line for a person. A terminal counts columns, so it has plain spaces where a page has thin ones. */
export function say(line: string): void {
  process.stdout.write(`${asPlainText(line)}\n`);
}

/** The same beside the answer, where --json would be spoilt by it. */
export function sayAside(line: string): void {
  process.stderr.write(`${asPlainText(line)}\n`);
}
