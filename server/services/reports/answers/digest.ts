import { canonicalJson, sha256 } from "../../hashing.ts";

/** Rows of a whole evaluation are written once, however many digests of a page hold them. */
const LONG = 200;
const written = new WeakMap<object, string>();

function write(value: unknown): string {
  if (!Array.isArray(value)) return writeMembers(value);
  const known = written.get(value);
  if (known !== undefined) return known;
  const text = value.length < LONG ? `[${value.map(write).join(",")}]` : canonicalJson(value);
  if (value.length >= LONG) written.set(value, text);
  return text;
}

/** Objects at the top of a digest hold the arrays; they are written as `canonicalJson` writes them. */
function writeMembers(value: unknown): string {
  if (value === null || typeof value !== "object") return canonicalJson(value);
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`).join(",")}}`;
}

/** sha256 of the canonical JSON of exactly what an answer was computed from. Arrays given to it must not change after. */
export const digestOf = (data: unknown): string => sha256(write(data));

/** By what differences are claimed. Published ones that were claimed by another rule are not the query's answer any more. */
export const CLAIMS = "unequal spreads, one primary metric, missing seeds at their worst";
