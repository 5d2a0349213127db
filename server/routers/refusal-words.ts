import type { z } from "zod";
import { listOr } from "../wording/counts.ts";
import { boundWords } from "./bound-words.ts";
import { formatWords } from "./format-words.ts";

type Raw<T extends z.core.$ZodIssueBase = z.core.$ZodIssue> = z.core.$ZodRawIssue<T>;
type Path = readonly PropertyKey[];

const TYPE_WORDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  set: "a list",
  object: "an object",
  record: "an object",
  map: "an object",
  date: "a time",
  null: "null",
};

const fieldOf = (path: Path): string =>
  path.reduce<string>((name, part) => {
    if (typeof part === "number") return `${name}[${part}]`;
    return name === "" ? String(part) : `${name}.${String(part)}`;
  }, "") || "The request";

const unique = (parts: readonly string[]): string[] => [...new Set(parts)];

/** What a field may be, as the end of a sentence; undefined where the matter is not its kind. */
function kindOf(issue: Raw | z.core.$ZodIssue): string | undefined {
  if (issue.code === "invalid_value") return listOr(issue.values.map(String));
  return issue.code === "invalid_type" ? TYPE_WORDS[issue.expected] : undefined;
}

function typeWords(field: string, issue: Raw<z.core.$ZodIssueInvalidType>): string {
  if (issue.expected === "never" || issue.expected === "undefined") return `${field} must be left out.`;
  if (issue.input === undefined) return `${field} is missing.`;
  const kind = TYPE_WORDS[issue.expected];
  return kind === undefined ? `${field} is of no kind that is taken here.` : `${field} must be ${kind}.`;
}

/** Keys that a schema does not know, and those that it does. */
function keyWords(field: string, { keys, inst }: Raw<z.core.$ZodIssueUnrecognizedKeys>): string {
  const { shape = {} } = (inst ?? {}) as { shape?: object };
  const known = Object.keys(shape);
  const taken = known.length > 0 ? ` It takes ${known.join(", ")}.` : "";
  return `${field} takes no ${listOr(keys)}.${taken}`;
}

/** The value at a path; undefined where the path leads nowhere. */
const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, part) => (Object(value) as Record<PropertyKey, unknown>)[part], input);

/** A refusal of a part, whose path begins inside the whole: our words are said again from there, a schema's own stay. */
function partWords(part: z.core.$ZodIssue, path: Path, input: unknown): string {
  const inside = { ...part, input: valueAt(input, part.path) } as Raw;
  if (part.message !== refusalWords(inside)) return part.message;
  return refusalWords({ ...inside, path: [...path, ...part.path] });
}

/** None of several alternatives fits: the kinds there are, or what is wrong with the one that was meant. */
function unionWords(field: string, path: Path, issue: Raw<z.core.$ZodIssueInvalidUnion>): string {
  const { errors, input } = issue;
  const { options } = issue as { options?: readonly unknown[] };
  if (options) return `${field} is one of ${options.map(String).join(", ")}.`;
  const firsts = errors.flatMap(([first]) => (first ? [first] : []));
  const kinds = firsts.map((first) => (first.path.length === 0 ? kindOf(first) : undefined));
  const given = kinds.filter((kind) => kind !== undefined);
  if (firsts.length > 0 && given.length === firsts.length)
    return `${field} must be ${listOr(unique(given))}.`;
  const inside = firsts.filter((first) => first.path.length > 0 || kindOf(first) === undefined);
  // Who gave a key meant the alternative that has it.
  const meant = inside.find((first) => valueAt(input, first.path) !== undefined);
  if (meant) return partWords(meant, path, input);
  const keys = inside.map((first) => String(first.path[0]));
  return keys.length > 0
    ? `${field} needs ${listOr(unique(keys))}.`
    : `${field} is of no kind that is taken here.`;
}

/** What a person reads where a schema has no words of its own: which field, what it may be, and what was given. */
export function refusalWords(issue: Raw): string {
  const path = issue.path ?? [];
  const field = fieldOf(path);
  switch (issue.code) {
    case "too_big":
    case "too_small":
      return boundWords(field, issue);
    case "invalid_value":
      return `${field} is one of ${issue.values.map(String).join(", ")}.`;
    case "invalid_type":
      return typeWords(field, issue);
    case "invalid_format":
      return formatWords(field, issue);
    case "invalid_union":
      return unionWords(field, path, issue);
    case "unrecognized_keys":
      return keyWords(field, issue);
    case "not_multiple_of":
      return `${field} is a multiple of ${issue.divisor}, and ${String(issue.input)} was asked for.`;
    case "invalid_key":
    case "invalid_element":
      return issue.issues[0] ? partWords(issue.issues[0], path, issue.input) : `${field} cannot be this.`;
    default:
      return `${field} cannot be this.`;
  }
}
