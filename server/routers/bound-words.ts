import type { z } from "zod";
import { plural } from "../wording/counts.ts";
import { writeWhole } from "../wording/numbers.ts";

/** Of a length every digit counts: it is compared with a bound. */
const counted = (n: number, one: string, many: string): string => `${writeWhole(n)} ${plural(n, one, many)}`;

const ENTRIES = new Set(["array", "set", "map", "object"]);

/** A length in words, by what has it; null for what has none. */
function lengthWords(origin: string): ((n: number) => string) | null {
  if (origin === "string") return (n) => counted(n, "character", "characters");
  return ENTRIES.has(origin) ? (n) => counted(n, "entry", "entries") : null;
}

/** How much of it there is: the length of a text or a list; null where that is not known. */
function lengthOf(input: unknown): number | null {
  const { length, size } = Object(input) as { length?: number; size?: number };
  return length ?? size ?? null;
}

type BoundIssue = z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>;

/** How large a field may be, and how large it is; a bound it may not reach itself is said so. */
export function boundWords(field: string, issue: BoundIssue): string {
  const { origin, inclusive = true, exact, input } = issue;
  const isTooBig = issue.code === "too_big";
  const at = Number(isTooBig ? issue.maximum : issue.minimum);
  const words = lengthWords(origin);
  if (!words) {
    const bound = isTooBig ? (inclusive ? "at most" : "below") : inclusive ? "at least" : "more than";
    return `${field} is ${bound} ${writeWhole(at)}, and ${String(input)} was asked for.`;
  }
  const length = lengthOf(input);
  if (length === 0 && !isTooBig) return `${field} is empty. Fill it in or leave it out.`;
  const given = length === null ? "" : `, and ${counted(length, "was given", "were given")}`;
  const bound = exact ? "exactly" : isTooBig ? "at most" : "at least";
  return `${field} has ${bound} ${words(at)}${given}.${isTooBig ? " Make it shorter." : ""}`;
}
