import type { Params } from "../../../workers/protocol/manifest.ts";
import { INGEST_LIMITS } from "../../../workers/protocol/ingest.ts";
import { isObject, type Json } from "./read-lines.ts";

/** How deep objects are opened; what lies deeper is kept as JSON text. */
const DEEPEST = 12;

/** What was nested, by keys joined with "."; `leaf` says what is kept of a value, undefined for nothing. */
function flatten<T>(tree: Json, leaf: (value: unknown) => T | undefined): Record<string, T> {
  const found: [string, T][] = [];
  const walk = (prefix: string, branch: Json, depth: number): void => {
    for (const [key, value] of Object.entries(branch)) {
      const name = `${prefix}${key}`;
      if (isObject(value) && depth < DEEPEST && Object.keys(value).length > 0)
        walk(`${name}.`, value, depth + 1);
      else {
        const kept = leaf(value);
        if (kept !== undefined) found.push([name, kept]);
      }
    }
  };
  walk("", tree, 1);
  return Object.fromEntries(found);
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

const cut = <T>(value: T): T | string =>
  typeof value === "string" ? value.slice(0, INGEST_LIMITS.text) : value;

/** A configuration: texts, numbers and booleans as they are, null left out, lists as JSON text. */
export const flatConfig = (tree: Json): Params =>
  flatten(tree, (value) => {
    if (value === null || value === undefined) return undefined;
    return cut(isPlain(value) ? value : JSON.stringify(value));
  });

export const flatSummary = (tree: Json): Record<string, string | number | boolean | null> =>
  flatten(tree, (value) => cut(value === null || isPlain(value) ? value : JSON.stringify(value)));

/** An environment: every value as text. */
export const asWords = (tree: Json): Record<string, string> =>
  flatten(tree, (value) =>
    value === null || value === undefined
      ? undefined
      : cut(typeof value === "string" ? value : JSON.stringify(value)),
  );
