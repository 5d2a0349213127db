const MINUS = "−";

// A reader that has enough (`| head`) closes the pipe; that is no error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

/** Columns of text, aligned; a column whose head starts with ">" is right aligned. */
export function textTable(heads: string[], rows: string[][]): string {
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

export const number = (value: number | null, digits: number): string =>
  value === null ? "-" : value.toFixed(digits).replace(/^-/, MINUS);

/** A share as percent with one decimal. */
export const percent = (value: number | null): string => (value === null ? "-" : number(value * 100, 1));

/** Milliseconds as m:ss or h:mm:ss. */
export function duration(ms: number | null): string {
  if (ms === null) return "-";
  const s = Math.round(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  return s >= 3600
    ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
    : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
