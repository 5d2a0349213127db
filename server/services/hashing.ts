import { hash } from "node:crypto";

/** Lower-case hex SHA-256 of a text. In one go: a Hash object outlives many collections, and every request needs one. */
export const sha256 = (text: string): string => hash("sha256", text, "hex");

/** JSON with sorted keys at every depth, so that equal facts hash equally. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}
