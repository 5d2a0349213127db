import type { z } from "zod";
import { listOr, plural } from "../wording/counts.ts";
import { writeWhole } from "../wording/numbers.ts";

const FORMATS: Record<string, string> = {
  uuid: "a uuid",
  guid: "a uuid",
  email: "an e-mail address",
  url: "a web address",
  date: "a date such as 2026-01-31",
  time: "a time of day such as 12:00:00",
  datetime: "a time such as 2026-01-31T12:00:00Z",
  duration: "a duration such as PT1H",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  base64: "base64",
  json_string: "JSON",
};

/** The part of a text that a format asks for. */
type Parts = Partial<Record<"prefix" | "suffix" | "includes" | "pattern", string>>;

/** Which form a text must have: by its name, by what is in it, or else by the pattern it has to fit. */
function formatWords(field: string, issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>): string {
  const { prefix, suffix, includes, pattern } = issue as Parts;
  if (prefix !== undefined) return `${field} must begin with ${prefix}.`;
  if (suffix !== undefined) return `${field} must end with ${suffix}.`;
  if (includes !== undefined) return `${field} must contain ${includes}.`;
  if (Object.hasOwn(FORMATS, issue.format)) return `${field} must be ${FORMATS[issue.format]}.`;
  return pattern === undefined
    ? `${field} has not the form it needs.`
    : `${field} does not fit the pattern ${pattern.replace(/^\/(.*)\/\w*$/, "$1")}.`;
}

/** Of a length every digit counts: it is compared with a bound. */
const counted = (n: number, one: string, many: string): string => `${writeWhole(n)} ${plural(n, one, many)}`;

const ENTRIES = new Set(["array", "set", "map", "object"]);

/** A length in words, by what has it; null for what has none. */
function lengthWords(origin: string): ((n: number) => string) | null {
  if (origin === "string") return (n) => counted(n, "character", "characters");
  return ENTRIES.has(origin) ? (n) => counted(n, "entry", "entries") : null;
}

/** How much of it there is: the length of a text or a list; null where that is not known. */
function lengthOf(input: unknown): number | null {
  const { length, size } = Object(input) as { length?: number; size?: number };
  return length ?? size ?? null;
}

type BoundIssue = z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>;

/** How large a field may be, and how large it is; a bound it may not reach itself is said so. */
function boundWords(field: string, issue: BoundIssue): string {
  const { origin, inclusive = true, exact, input } = issue;
  const isTooBig = issue.code === "too_big";
  const at = Number(isTooBig ? issue.maximum : issue.minimum);
  const words = lengthWords(origin);
  if (!words) {
    const bound = isTooBig ? (inclusive ? "at most" : "below") : inclusive ? "at least" : "more than";
    return `${field} is ${bound} ${writeWhole(at)}, and ${String(input)} was asked for.`;
  }
  const length = lengthOf(input);
  if (length === 0 && !isTooBig) return `${field} is empty. Fill it in or leave it out.`;
  const given = length === null ? "" : `, and ${counted(length, "was given", "were given")}`;
  const bound = exact ? "exactly" : isTooBig ? "at most" : "at least";
  return `${field} has ${bound} ${words(at)}${given}.${isTooBig ? " Make it shorter." : ""}`;
}

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
