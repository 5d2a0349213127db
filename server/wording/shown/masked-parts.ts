/** What is written where a secret was masked, and what a reader is told of it. */
export const MASKED = "masked";
export const MASKED_TIP = "A key, token or password was masked here";

const ASTERISKS = /\*{3,}/g;

/** A line of more asterisks alone is drawn across a terminal; of fewer it may be a secret that was printed by itself. */
const LONGEST_ALONE = 48;

/** Asterisks that draw a line or frame a heading: nothing but blanks stands on one side of them, and a blank on the other. */
function isDrawn(before: string, run: string, after: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const rest = after.split("\n", 1)[0];
  if (line.trim() === "" && rest.trim() === "") return run.length > LONGEST_ALONE;
  if (line.trim() === "" && /^\s/.test(rest)) return true;
  return rest.trim() === "" && /\s$/.test(line) && /^\s*\*{3}/.test(line);
}

/**
 * A text in parts: where secrets were masked, and what stands between. Texts have three asterisks for a secret, logs and files one
 * for each of its bytes.
 */
export function maskedParts(text: string): { text: string; isMasked: boolean }[] {
  const parts: { text: string; isMasked: boolean }[] = [];
  let at = 0;
  for (const { 0: run, index } of text.matchAll(ASTERISKS)) {
    if (isDrawn(text.slice(0, index), run, text.slice(index + run.length))) continue;
    if (index > at) parts.push({ text: text.slice(at, index), isMasked: false });
    parts.push({ text: run, isMasked: true });
    at = index + run.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMasked: false });
  return parts;
}
