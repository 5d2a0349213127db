export interface LogLine {
  /** Place in the file, from 0: stable while lines are added at the end. */
  number: number;
  text: string;
  level?: "warn" | "error";
  /** How many drawings of a progress bar this line stands for. */
  redraws?: number;
}

/**
 * What a terminal obeys and a page must not show: strings to the terminal, as titles, links and the clipboard (OSC, DCS and
 * their like, which end with BEL, ST or the line), colours and cursor (CSI), other escapes, control characters, and what
 * turns the direction of the text after it. The first alternatives win.
 */
const NOT_SHOWN = new RegExp(
  [
    "(?:\\u001b[\\]PX^_]|[\\u009d\\u0090\\u0098\\u009e\\u009f])[^\\n\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?",
    "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?",
    "\\u001b[ -/]*[0-~]?",
    "[^\\P{Cc}\\t\\n\\r]",
    "\\p{Bidi_Control}",
  ].join("|"),
  "gu",
);
const PROGRESS = /\d\s?%|\d+\/\d+\s*\[/;
const ERROR = /\b(error|exception|traceback|fatal|killed|oom)\b|out of memory/i;
const WARNING = /\bwarn(ing)?\b|\bnan\b/i;

/**
 * Reads the text of a log into lines. A progress bar that redraws itself, by carriage return or line after line, becomes one
 * line that says how often it was drawn; what a terminal would obey is dropped.
 */
export function readLog(text: string): LogLine[] {
  const rows = text.replace(NOT_SHOWN, "").split("\n");
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
