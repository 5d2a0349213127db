import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import {
  BrokenRule,
  checkAxis,
  checkCount,
  checkMetric,
  checkTimes,
  type WirePoints,
} from "../../../workers/protocol/points.ts";

/** What both JSON forms of points have in common: single values, and the sentences for broken ones. */
const NON_FINITE = new Set<unknown>(["NaN", "Infinity", "-Infinity"]);

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Throws `BrokenRule` for the first key that is not known; `where` names what has it. */
export function checkKeys(record: Record<string, unknown>, known: ReadonlySet<string>, where: string): void {
  for (const key in record)
    if (!known.has(key))
      throw new BrokenRule(
        "unknown_key",
        `${where} has the key ${JSON.stringify(key.slice(0, 80))}; known are ${[...known].join(", ")}.`,
      );
}

/** A value as it stands in JSON, or null where it is none: a number, or one of the three words for the others. */
export function readValue(given: unknown): number | null {
  if (typeof given === "number") return Number.isFinite(given) ? given : null;
  return NON_FINITE.has(given) ? Number(given) : null;
}

/**
 * A value as a message shows it. Lists and objects are only named: they may be nested deeper than a stack. JSON has no
 * infinity: what was read as one was a number beyond the range of float64.
 */
export function shown(given: unknown): string {
  if (Array.isArray(given)) return "a list";
  if (isRecord(given)) return "an object";
  if (given === Infinity || given === -Infinity) return "a number beyond float64";
  return given === undefined ? "nothing" : JSON.stringify(given).slice(0, 40);
}

/** The sentence for a value that is none. A number beyond the range of float64 is not meant as infinity. */
export function brokenValue(where: string, given: unknown): BrokenRule {
  return new BrokenRule(
    "value",
    `${where} must be a number or one of "NaN", "Infinity", "-Infinity"; it is ${shown(given)}.`,
  );
}

/** The sentence for an x or a time that is not finite. */
export function brokenNumber(rule: "x" | "at", where: string, given: unknown): BrokenRule {
  return new BrokenRule(rule, `${where} must be a finite number; it is ${shown(given)}.`);
}

const LINE_KEYS = new Set(["x", "axis", "at", "values"]);

/** A column that grows by lines. */
interface Growing {
  metric: string;
  axis: string;
  x: number[];
  value: number[];
  at: number[];
}

/** Columns, and for each point in the order of its number the column it went to. */
export interface ReadLines {
  columns: WirePoints[];
  order: Uint32Array;
}

function parseLine(line: string, n: number): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new BrokenRule("json", `Line ${n} is not JSON; nothing of this body is stored.`);
  }
  if (!isRecord(parsed)) throw new BrokenRule("json", `Line ${n} must be an object.`);
  checkKeys(parsed, LINE_KEYS, `Line ${n}`);
  return parsed;
}

function finite(given: unknown, rule: "x" | "at", n: number): number {
  if (typeof given !== "number" || !Number.isFinite(given))
    throw brokenNumber(rule, `${rule} of line ${n}`, given);
  return given;
}

/** Points of a line are numbered from left to right, and reading JSON puts such names first, wherever they stand. */
const WHOLE_NUMBER = /^(0|[1-9][0-9]{0,9})$/;

function checkPlace(metric: string, n: number): void {
  if (WHOLE_NUMBER.test(metric))
    throw new BrokenRule(
      "metric",
      `The metric ${JSON.stringify(metric)} of line ${n} is named by a whole number, whose place in a line is lost. Give it a name, or send it in columns.`,
    );
}

/**
 * Reads the form of lines, `PointsLine` each; empty lines are skipped. Points are numbered line after line, so `order`
 * says how the columns come from them. Throws `BrokenRule` with the number of the line, from 1.
 */
export function readLines(text: string): ReadLines {
  const columns: Growing[] = [];
  const places = new Map<string, Map<string, number>>();
  const order: number[] = [];

  let n = 0;
  const placesOf = (axis: string): Map<string, number> => {
    let found = places.get(axis);
    if (!found) {
      checkAxis(axis);
      places.set(axis, (found = new Map()));
    }
    return found;
  };
  const openColumn = (known: Map<string, number>, metric: string, axis: string): number => {
    checkMetric(metric);
    checkPlace(metric, n);
    known.set(metric, columns.length);
    return columns.push({ metric, axis, x: [], value: [], at: [] }) - 1;
  };

  for (let from = 0; from < text.length;) {
    const newline = text.indexOf("\n", from);
    const to = newline < 0 ? text.length : newline;
    const line = text.slice(from, to);
    from = to + 1;
    n += 1;
    if (line.trim() === "") continue;
    const { axis = DEFAULT_AXIS, values, ...given } = parseLine(line, n);
    if (typeof axis !== "string") throw new BrokenRule("axis", `axis of line ${n} must be a text.`);
    if (!isRecord(values)) throw new BrokenRule("json", `values of line ${n} must be an object.`);
    const x = finite(given.x, "x", n);
    const at = finite(given.at, "at", n);
    const known = placesOf(axis);
    for (const metric in values) {
      const value = readValue(values[metric]);
      if (value === null)
        throw brokenValue(`${JSON.stringify(metric.slice(0, 80))} of line ${n}`, values[metric]);
      const place = known.get(metric) ?? openColumn(known, metric, axis);
      const column = columns[place];
      column.x.push(x);
      column.value.push(value);
      column.at.push(at);
      order.push(place);
    }
    checkCount(order.length);
  }
  const read = columns.map(toTyped);
  read.forEach(checkTimes);
  return { columns: read, order: Uint32Array.from(order) };
}

function toTyped({ metric, axis, x, value, at }: Growing): WirePoints {
  return {
    metric,
    axis,
    x: Float64Array.from(x),
    value: Float64Array.from(value),
    at: Float64Array.from(at),
  };
}

/** What is left of columns when the first `stored` points in the order of the lines are taken out. */
export function withoutFirst({ columns, order }: ReadLines, stored: number): WirePoints[] {
  const skip = new Uint32Array(columns.length);
  for (let i = 0; i < stored; i++) skip[order[i]] += 1;
  return columns.flatMap((column, c) =>
    skip[c] >= column.x.length
      ? []
      : [
          {
            ...column,
            x: column.x.subarray(skip[c]),
            value: column.value.subarray(skip[c]),
            at: column.at.subarray(skip[c]),
          },
        ],
  );
}
