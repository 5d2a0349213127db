import { format } from "node:util";
import { escaped, markText } from "../../workers/protocol/visible-text.ts";
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
  const rows = given.map((row) => row.map((cell) => plain(cell).replace(/[\n\t]/g, escaped)));
  const right = heads.map((h) => h.startsWith(">"));
  const titles = heads.map((h) => plain(h.replace(/^>/, "")));
  const widths = titles.map((t, i) => Math.max(t.length, ...rows.map((r) => (r[i] ?? "").length)));
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => (right[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join("  ")
      .trimEnd();
  return [line(titles), widths.map((w) => "-".repeat(w)).join("  "), ...rows.map(line)].join("\n");
}

/**
 * A text as a terminal may have it: what could move its cursor, colour its text or turn its direction is written out, `\\u{1b}`.
 * A terminal counts columns, so it has plain spaces where a page has thin ones.
 */
export const plain = (value: string): string => asPlainText(markText(value));

/** What JSON leaves as it is and a terminal would obey or not show. */
const STEERING = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** The same value, with the escapes of JSON for every character that nobody sees. Line breaks between members are ours. */
export function printJson(value: unknown): void {
  const text = JSON.stringify(value, null, 2).replace(STEERING, (found) =>
    found === "\n"
      ? found
      : Array.from(
          { length: found.length },
          (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, "0")}`,
        ).join(""),
  );
  process.stdout.write(`${text}\n`);
}

/** Prints lines for a person. Everything that a verb says goes through here or through `sayAside`. */
export function say(line: string): void {
  process.stdout.write(`${plain(line)}\n`);
}

/** The same beside the answer, where --json would be spoilt by it. */
export function sayAside(line: string): void {
  process.stderr.write(`${plain(line)}\n`);
}

/** Lines that are drawn anew in place of the last ones; the only codes of a terminal are those written here. */
export function redraw(lines: readonly string[], over: number, width: number): void {
  const drawn = lines.map(
    (line) =>
      `\x1b[2K${plain(line)
        .replace(/[\n\t]/g, " ")
        .slice(0, width)}\n`,
  );
  process.stdout.write(`${over > 0 ? `\x1b[${over}A` : ""}${drawn.join("")}`);
}

/** What is reported beside a verb, by parts of this program that know no terminal, goes the same way. */
export function speakThroughConsole(): void {
  const aside = (...parts: unknown[]) => sayAside(format(...parts));
  Object.assign(console, { error: aside, warn: aside, log: (...parts: unknown[]) => say(format(...parts)) });
}
