import type { ExternalFacts } from "../contracts/external/verbs.ts";
import {
  firstLeaves,
  isForeign,
  jsonText,
  leavesOf,
  LONGEST_PATH,
  MOST_ENTRIES,
  numberOf,
  textOf,
  type Foreign,
} from "./foreign-values.ts";

/** What the client adds to each row: its own step and clock. */
export const OWN_NAMES = { step: "_step", seconds: "_timestamp", others: ["_runtime", "_wandb"] } as const;
const OWN = new Set<string>([OWN_NAMES.step, OWN_NAMES.seconds, ...OWN_NAMES.others]);
export const isOwn = (name: string): boolean => OWN.has(name);

/** Where a value of the client's own types says which it is. */
export const TYPE = "_type";
/** Whether a value is a histogram, a table, a picture or another of the client's own types. */
export const isTyped = (value: unknown): value is Foreign =>
  isForeign(value) && typeof value[TYPE] === "string";

/** Names and values of a row: nested objects by their path, those with a type of the client's as one. */
export function* entriesOf(row: Foreign): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(row)) {
    if (isOwn(name)) continue;
    if (!isForeign(value) || isTyped(value) || name.length > LONGEST_PATH) yield [name, value];
    else for (const [path, inner] of nestedOf(value)) yield [`${name}.${path}`, inner];
  }
}

function* nestedOf(value: Foreign): Generator<[string, unknown]> {
  const typed = Object.entries(value).filter(([, inner]) => isTyped(inner));
  yield* typed;
  const rest = typed.length === 0 ? value : without(value, typed);
  if (Object.keys(rest).length > 0) yield* leavesOf(rest);
}

const without = (value: Foreign, left: readonly [string, unknown][]): Foreign => {
  const names = new Set(left.map(([name]) => name));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
};

/** Last values as the client sums them up, flat; of media and files it names nothing is said. */
export function readSummary(summary: Foreign): ExternalFacts["summary"] {
  const told: Record<string, number | string | boolean | null> = {};
  let looked = 0;
  for (const [name, value] of entriesOf(summary)) {
    if (++looked > MOST_ENTRIES) break;
    if (typeof value === "number" || typeof value === "boolean" || value === null) told[name] = value;
    else if (typeof value === "string") told[name] = numberOf(value) ?? value;
    else if (Array.isArray(value)) told[name] = jsonText(value);
  }
  return told;
}

/** What a process says of its machine and code, flat and as text. */
export const environmentOf = (facts: Foreign): Record<string, string> =>
  Object.fromEntries(
    firstLeaves(facts)
      .filter(([, value]) => value !== null && value !== "")
      .map(([name, value]) => [name, typeof value === "string" ? value : jsonText(value)]),
  );

/** A metric's name as it is logged: a definition has its dots escaped. */
export const metricName = (defined: unknown): string | null =>
  textOf(defined)?.replaceAll("\\.", ".") ?? null;
