import { objectOf, type Foreign } from "../../foreign/foreign-values.ts";
import { fromWire } from "../../../workers/protocol/events.ts";

/**
 * The lines of a body, each an object, or null where it is none; empty lines are no lines. One after the other, since all of them
 * as objects are many times the body.
 */
export function* readLines(body: Uint8Array): Generator<Foreign | null> {
  const text = new TextDecoder().decode(body);
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    const line = text.slice(start, end === -1 ? text.length : end);
    if (line.trim() !== "") yield objectOf(line);
    start += line.length + 1;
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
