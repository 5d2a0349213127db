import { GraphQLError } from "graphql";
import { writeWhole } from "../../../wording/numbers.ts";
import { isForeign, type Foreign } from "../../../foreign/foreign-values.ts";

/** What of a run a filter or an order of the client names; null where it names nothing that is known. */
export interface NamedField {
  place: "config" | "summary" | "run";
  key: string;
}

type Value = string | number | boolean | null | readonly string[];
export type ValueOf = (field: NamedField) => Value;
export type Filter = (valueOf: ValueOf) => boolean;

/** Names of clients for what a run has. */
const FIELDS: Readonly<Record<string, string>> = {
  state: "state",
  name: "name",
  id: "name",
  display_name: "displayName",
  displayName: "displayName",
  tags: "tags",
  group: "group",
  job_type: "jobType",
  jobType: "jobType",
  created_at: "createdAt",
  createdAt: "createdAt",
  heartbeat_at: "heartbeatAt",
  heartbeatAt: "heartbeatAt",
  username: "username",
};

/** Conditions and levels of one filter: each is looked at for each run. */
const MOST_CONDITIONS = 100;
const MOST_LEVELS = 10;
/** Keys of an order, and characters of a filter, an order or a specification: lists in them are looked at for each run. */
const MOST_ORDERS = 10;
const MOST_PATTERN = 200;
const MOST_CHARACTERS = 64 * 1024;

export const refusedRead = (message: string): never => {
  throw new GraphQLError(`Ablab: ${message}`);
};

const quoted = (text: string): string => JSON.stringify(text.slice(0, 80));

/** The text of a filter, an order or a specification, which comes as one variable. Throws in words where it is too long. */
export function boundedText(sent: unknown, what: string): string {
  const text = typeof sent === "string" ? sent : "";
  if (text.length <= MOST_CHARACTERS) return text;
  return refusedRead(
    `${what} has at most ${writeWhole(MOST_CHARACTERS)} characters, and this one has ${writeWhole(text.length)}. Ask for fewer at once.`,
  );
}

/** Reads "config.lr", "config.lr.value", "summary_metrics.loss", "state". Throws in words. */
export function fieldNamed(text: string): NamedField {
  const [, place, rest] = /^(config|summary_metrics|summaryMetrics|summary)\.(.+)$/s.exec(text) ?? [];
  if (place === "config") return { place, key: rest.replace(/\.value(?=\.|$)/, "") };
  if (place !== undefined) return { place: "summary", key: rest };
  if (Object.hasOwn(FIELDS, text)) return { place: "run", key: FIELDS[text] };
  return refusedRead(
    `runs are not filtered or ordered by ${quoted(text)}. There is config.NAME, summary_metrics.NAME, ${Object.keys(FIELDS).join(", ")}.`,
  );
}

const isMoment = ({ key }: NamedField): boolean => key === "createdAt" || key === "heartbeatAt";

/** Two values in order; null where they are of different kinds. */
export function compared(a: unknown, b: unknown): number | null {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  return null;
}

const isSame = (found: Value, wanted: unknown): boolean =>
  Array.isArray(found) ? found.includes(wanted) : found === wanted;

/** A moment as it is compared: its text cut to what was given, "2026-11-28" or longer. */
const givenAs = (field: NamedField, wanted: unknown): unknown =>
  isMoment(field) && typeof wanted === "string" ? wanted.replace(" ", "T").replace(/Z$/, "") : wanted;

const ordered =
  (holds: (by: number) => boolean) =>
  (found: Value, wanted: unknown): boolean => {
    const by = compared(found, wanted);
    return by !== null && holds(by);
  };

/**
 * A pattern of plain text, "^", "$" and ".*" as a question that takes one walk. A pattern of others could keep the server busy for
 * ever, so it is refused.
 */
function matcherOf(pattern: unknown): (text: string) => boolean {
  const text = typeof pattern === "string" ? pattern : "";
  const isRead = text.length <= MOST_PATTERN;
  const [, starts, inner, ends] =
    (isRead && /^(\^?)((?:[^\\^$.|?*+()[\]{}]|\\[^\w]|\.\*)*)(\$?)$/s.exec(text)) || [];
  if (inner === undefined)
    return refusedRead(`the pattern ${quoted(text)} is not taken; one holds text, ^, $ and .* alone.`);
  const parts = inner.split(".*").map((part) => part.replaceAll(/\\(.)/gs, "$1"));
  return (found) => {
    let at = 0;
    for (const [i, part] of parts.entries()) {
      const isLast = i === parts.length - 1;
      if (i === 0 && starts !== "") {
        if (!found.startsWith(part)) return false;
        at = part.length;
        if (isLast && ends !== "") return found.length === part.length;
        continue;
      }
      if (isLast && ends !== "") return found.length - part.length >= at && found.endsWith(part);
      const next = found.indexOf(part, at);
      if (next === -1) return false;
      at = next + part.length;
    }
    return true;
  };
}

type Holds = (found: Value, wanted: unknown) => boolean;

const listed = (wanted: unknown): readonly unknown[] =>
  Array.isArray(wanted) ? wanted : refusedRead("$in and $nin take a list.");

const OPERATORS: Readonly<Record<string, Holds>> = {
  $eq: isSame,
  $ne: (found, wanted) => !isSame(found, wanted),
  $gt: ordered((by) => by > 0),
  $gte: ordered((by) => by >= 0),
  $lt: ordered((by) => by < 0),
  $lte: ordered((by) => by <= 0),
  $in: (found, wanted) => listed(wanted).some((one) => isSame(found, one)),
  $nin: (found, wanted) => !listed(wanted).some((one) => isSame(found, one)),
  $exists: (found, wanted) => (found !== null) === Boolean(wanted),
};

/** Reads a filter of MongoDB as the client sends it, as a question to a run. Throws in words what it does not know. */
export function filterOf(sent: unknown): Filter {
  let conditions = 0;
  const fieldFilter = (field: NamedField, wanted: unknown, level: number): Filter => {
    if (++conditions > MOST_CONDITIONS)
      return refusedRead(`a filter has at most ${MOST_CONDITIONS} conditions.`);
    if (!isForeign(wanted)) {
      const value = givenAs(field, wanted);
      return (valueOf) => isSame(valueOf(field), value);
    }
    const all = Object.entries(wanted).map(([name, operand]): Filter => {
      if (name === "$not") {
        const inner = fieldFilter(field, operand, level + 1);
        return (valueOf) => !inner(valueOf);
      }
      if (name === "$regex") {
        const matches = matcherOf(operand);
        return (valueOf) => [valueOf(field)].flat().some((one) => typeof one === "string" && matches(one));
      }
      if (!Object.hasOwn(OPERATORS, name))
        return refusedRead(
          `filters have no operator ${quoted(name)}. There is ${Object.keys(OPERATORS).join(", ")}, $regex, $not, $and, $or.`,
        );
      const value = givenAs(field, operand);
      if (name.endsWith("in")) listed(value);
      return (valueOf) => OPERATORS[name](valueOf(field), value);
    });
    return (valueOf) => all.every((holds) => holds(valueOf));
  };
  const read = (given: unknown, level: number): Filter => {
    if (level > MOST_LEVELS) return refusedRead("this filter is nested too deeply.");
    if (!isForeign(given)) return refusedRead("a filter is an object of conditions.");
    const all = Object.entries(given).map(([name, wanted]): Filter => {
      if (name === "$and" || name === "$or" || name === "$nor") {
        const inner = listed(wanted).map((one) => read(one, level + 1));
        if (name === "$and") return (valueOf) => inner.every((holds) => holds(valueOf));
        return (valueOf) => inner.some((holds) => holds(valueOf)) === (name === "$or");
      }
      return fieldFilter(fieldNamed(name), wanted, level + 1);
    });
    return (valueOf) => all.every((holds) => holds(valueOf));
  };
  return read(sent, 1);
}

export interface RunOrder {
  field: NamedField;
  isDown: boolean;
}

/** Reads "+created_at", "-summary_metrics.loss", several with commas between. */
export function ordersOf(text: string): RunOrder[] {
  const keys = boundedText(text, "an order")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  if (keys.length > MOST_ORDERS) return refusedRead(`runs are ordered by at most ${MOST_ORDERS} things.`);
  return keys.map((one) => ({ isDown: one.startsWith("-"), field: fieldNamed(one.replace(/^[+-]/, "")) }));
}

/** Metrics that a filter or an order reads the last values of. */
export function metricsIn(filter: Foreign, orders: readonly RunOrder[]): string[] {
  const found = new Set(orders.flatMap(({ field }) => (field.place === "summary" ? [field.key] : [])));
  const walk = (given: unknown): void => {
    if (Array.isArray(given)) given.forEach(walk);
    if (!isForeign(given)) return;
    for (const [name, inner] of Object.entries(given)) {
      const [, key] = /^(?:summary_metrics|summaryMetrics|summary)\.(.+)$/s.exec(name) ?? [];
      if (key !== undefined) found.add(key);
      else if (name.startsWith("$")) walk(inner);
    }
  };
  walk(filter);
  return [...found];
}
