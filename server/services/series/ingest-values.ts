import { BrokenRule } from "../../../workers/protocol/points.ts";

/** What both JSON forms of points have in common: single values, and the sentences for broken ones. */
const NON_FINITE = new Set<unknown>(["NaN", "Infinity", "-Infinity"]);

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Throws `BrokenRule` for the first key that is not known; `where` names what has it. */
export function checkKeys(record: Record<string, unknown>, known: ReadonlySet<string>, where: string): void {
  for (const key in record)
    if (!known.has(key))
      throw new BrokenRule(
        "unknown_key",
        `${where} has the key ${JSON.stringify(key.slice(0, 80))}; known are ${[...known].join(", ")}.`,
      );
}

/** A value as it stands in JSON, or null where it is none: a number, or one of the three words for the others. */
export function readValue(given: unknown): number | null {
  if (typeof given === "number") return Number.isFinite(given) ? given : null;
  return NON_FINITE.has(given) ? Number(given) : null;
}

/**
 * A value as a message shows it. Lists and objects are only named: they may be nested deeper than a stack. JSON has no
 * infinity: what was read as one was a number beyond the range of float64.
 */
export function shown(given: unknown): string {
  if (Array.isArray(given)) return "a list";
  if (isRecord(given)) return "an object";
  if (given === Infinity || given === -Infinity) return "a number beyond float64";
  return given === undefined ? "nothing" : JSON.stringify(given).slice(0, 40);
}

/** The sentence for a value that is none. A number beyond the range of float64 is not meant as infinity. */
export function brokenValue(where: string, given: unknown): BrokenRule {
  return new BrokenRule(
    "value",
    `${where} must be a number or one of "NaN", "Infinity", "-Infinity"; it is ${shown(given)}.`,
  );
}

/** The sentence for an x or a time that is not finite. */
export function brokenNumber(rule: "x" | "at", where: string, given: unknown): BrokenRule {
  return new BrokenRule(rule, `${where} must be a finite number; it is ${shown(given)}.`);
}
