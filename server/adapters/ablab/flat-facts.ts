import type { Params } from "../../../workers/protocol/manifest.ts";
import { INGEST_LIMITS } from "../../../workers/protocol/ingest.ts";
import { firstLeaves, jsonText, type Foreign } from "../../foreign/foreign-values.ts";

/** How many objects deep is looked; what lies deeper is kept as JSON text. */
const DEEPEST = 11;

/** What was nested, by keys joined with "."; `leaf` says what is kept of a value, undefined for nothing. */
const flatten = <T>(tree: Foreign, leaf: (value: unknown) => T | undefined): Record<string, T> =>
  Object.fromEntries(
    firstLeaves(tree, DEEPEST).flatMap(([name, value]): [string, T][] => {
      const kept = leaf(value);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

const cut = <T>(value: T): T | string =>
  typeof value === "string" ? value.slice(0, INGEST_LIMITS.text) : value;

/** A configuration: texts, numbers and booleans as they are, null left out, lists as JSON text. */
export const flatConfig = (tree: Foreign): Params =>
  flatten(tree, (value) => {
    if (value === null || value === undefined) return undefined;
    return cut(isPlain(value) ? value : jsonText(value));
  });

export const flatSummary = (tree: Foreign): Record<string, string | number | boolean | null> =>
  flatten(tree, (value) => cut(value === null || isPlain(value) ? value : jsonText(value)));

/** An environment: every value as text. */
export const asWords = (tree: Foreign): Record<string, string> =>
  flatten(tree, (value) =>
    value === null || value === undefined
      ? undefined
      : cut(typeof value === "string" ? value : jsonText(value)),
  );
