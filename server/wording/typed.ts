import { MASK } from "../../workers/protocol/secrets/mask-mark.ts";
import { MASKED } from "./shown/masked-parts.ts";
import { NOT_MEASURED } from "./typography.ts";

/** Writes a parameter so that `readTyped` reads it back exactly: 450, 0.28, 1e-5, 2e9. */
export function writeTyped(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude < 1e-3 || magnitude >= 1e7))
    return value.toExponential().replace("+", "");
  return String(value);
}

const NUMBER = /^[-+]?(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;
/** Three digits each, between commas or spaces. */
const GROUPED = /^[-+]?\d{1,3}([, \u202f\u00a0]\d{3})+(\.\d+)?$/;

/**
 * Reads a number as people type it, or copy it from a page: 450, 1e-5, 6,214, −0.5, .28. Null for anything else, so that a
 * half-typed "1e-" is not taken for 1.
 */
export function readTyped(text: string): number | null {
  const plain = text.trim().replace(/^[−–]/, "-");
  const digits = GROUPED.test(plain) ? plain.replace(/[, \u202f\u00a0]/g, "") : plain;
  return NUMBER.test(digits) ? Number(digits) : null;
}

/**
 * The quantity that somebody means by "0.5", "50 %" or "-1e3"; null for anything else. A per cent is a hundredth, as shares
 * are kept.
 */
export function readQuantity(text: string): number | null {
  const plain = text.trim();
  if (!plain.endsWith("%")) return readTyped(plain);
  const value = readTyped(plain.slice(0, -1));
  return value === null ? null : value / 100;
}

/** Whether a value is what stands in the place of a secret. */
export const isMasked = (value: unknown): boolean => value === MASK;

/** A parameter as it was set: a number to be read back exactly, "on" or "off", or its word; of a secret that it is masked. */
export function writeSet(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || value === "") return NOT_MEASURED;
  if (isMasked(value)) return MASKED;
  if (typeof value === "number") return writeTyped(value);
  return typeof value === "boolean" ? (value ? "on" : "off") : value;
}
