import { isForeign, type Foreign } from "../foreign-values.ts";
import { fromWire } from "../../../workers/protocol/events.ts";

/** The lines of a body, each an object, or null where it is none; empty lines are no lines. */
export function readLines(body: Uint8Array): (Foreign | null)[] {
  const text = new TextDecoder().decode(body);
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [objectOf(line)]));
}

function objectOf(line: string): Foreign | null {
  try {
    const value: unknown = JSON.parse(line);
    return isForeign(value) ? value : null;
  } catch {
    return null;
  }
}

/** A number of the wire, non-finite ones as words included; null for what is none. */
export function numberOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  return value === "NaN" || value === "Infinity" || value === "-Infinity" ? fromWire(value) : null;
}

export const wholeOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;

export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** A list, or one of nulls where it is none, so that it can be asked for any place. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
