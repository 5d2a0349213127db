export interface LogLine {
  /** Place in the file, from 0: stable while lines are added at the end. */
  number: number;
  text: string;
  level?: "warn" | "error";
  /** How many drawings of a progress bar this line stands for. */
  redraws?: number;
}

/** Escape codes for colour and cursor. The control character is the point here. */
// oxlint-disable-next-line no-control-regex
const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;
const PROGRESS = /\d\s?%|\d+\/\d+\s*\[/;
const ERROR = /\b(error|exception|traceback|fatal|killed|oom)\b|out of memory/i;
const WARNING = /\bwarn(ing)?\b|\bnan\b/i;

/**
 * Reads the text of a log into lines. A progress bar that redraws itself, by carriage return or line after line, becomes one
 * line that says how often it was drawn; colour codes are dropped.
 */
export function readLog(text: string): LogLine[] {
  const rows = text.replace(ANSI, "").split("\n");
  if (rows.at(-1) === "") rows.pop();
  const lines: LogLine[] = [];
  let previous = "";
  for (const row of rows) {
    const drawings = row.split("\r").filter((drawing) => drawing.trim() !== "");
    const last = (drawings.at(-1) ?? "").trimEnd();
    const outline = PROGRESS.test(last) ? skeleton(last) : "";
    const open = lines.at(-1);
    if (outline !== "" && outline === previous && open) {
      open.redraws = (open.redraws ?? 1) + drawings.length;
      open.text = last;
      continue;
    }
    previous = outline;
    const line: LogLine = { number: lines.length, text: last };
    if (drawings.length > 1) line.redraws = drawings.length;
    if (ERROR.test(last)) line.level = "error";
    else if (WARNING.test(last)) line.level = "warn";
    lines.push(line);
  }
  return lines;
}

/** What two drawings of the same bar have in common: the words, without figures and bar. */
function skeleton(text: string): string {
  return text.replace(/[\d.,:%?]+/g, "0").replace(/[\s█▏▎▍▌▋▊▉#=>\-|0]+/g, " ");
}
