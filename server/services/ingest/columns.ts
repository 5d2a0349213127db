import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import {
  BrokenRule,
  checkAxis,
  checkCount,
  checkMetric,
  checkTimes,
  type WirePoints,
} from "../../../workers/protocol/points.ts";
import { brokenNumber, brokenValue, checkKeys, isRecord, readValue, shown } from "./lines.ts";

const BODY_KEYS = new Set(["series"]);
const ENTRY_KEYS = new Set(["metric", "axis", "x", "value", "at"]);

function fillFinite(into: Float64Array, from: readonly unknown[], s: number, rule: "x" | "at"): void {
  for (let i = 0; i < into.length; i++) {
    const given = from[i];
    if (typeof given !== "number" || !Number.isFinite(given))
      throw brokenNumber(rule, `series[${s}].${rule}[${i}]`, given);
    into[i] = given;
  }
}

function fillValues(into: Float64Array, from: readonly unknown[], s: number): void {
  for (let i = 0; i < into.length; i++) {
    const given = from[i];
    if (typeof given === "number" && Number.isFinite(given)) {
      into[i] = given;
      continue;
    }
    const value = readValue(given);
    if (value === null) throw brokenValue(`series[${s}].value[${i}]`, given);
    into[i] = value;
  }
}

function arrayOf(entry: Record<string, unknown>, key: "x" | "value", s: number): unknown[] {
  const column = entry[key];
  if (!Array.isArray(column))
    throw new BrokenRule(key, `series[${s}].${key} must be a list of numbers; it is ${shown(column)}.`);
  return column;
}

interface Entry {
  metric: string;
  axis: string;
  x: unknown[];
  value: unknown[];
  at: unknown;
}

function readEntry(entry: unknown, s: number): Entry {
  if (!isRecord(entry))
    throw new BrokenRule("json", `series[${s}] must be an object; it is ${shown(entry)}.`);
  checkKeys(entry, ENTRY_KEYS, `series[${s}]`);
  const { metric, axis = DEFAULT_AXIS, at } = entry;
  if (typeof metric !== "string")
    throw new BrokenRule("metric", `series[${s}].metric must be a text; it is ${shown(metric)}.`);
  if (typeof axis !== "string")
    throw new BrokenRule("axis", `series[${s}].axis must be a text; it is ${shown(axis)}.`);
  checkMetric(metric);
  checkAxis(axis);
  const x = arrayOf(entry, "x", s);
  const value = arrayOf(entry, "value", s);
  const times = Array.isArray(at) ? at.length : x.length;
  if (value.length !== x.length || times !== x.length)
    throw new BrokenRule(
      "length",
      `The columns of series[${s}] (${metric.slice(0, 80)}) must be of one length; x has ${x.length}, value ${value.length}, at ${times}.`,
    );
  return { metric, axis, x, value, at };
}

/**
 * Reads the form `PointsColumns`. All numbers lie in one buffer and the columns are views of it; a column without points
 * is left out. Throws `BrokenRule`.
 */
export function readColumns(body: unknown): WirePoints[] {
  if (!isRecord(body) || !Array.isArray(body.series))
    throw new BrokenRule("json", 'The body must be an object with a list "series".');
  checkKeys(body, BODY_KEYS, "The body");
  const entries = body.series.map(readEntry);
  const points = entries.reduce((sum, { x }) => sum + x.length, 0);
  checkCount(points);
  const { buffer } = new Float64Array(3 * points);
  let taken = 0;
  const take = (n: number) => new Float64Array(buffer, 8 * ((taken += n) - n), n);
  const columns: WirePoints[] = [];
  entries.forEach(({ metric, axis, ...given }, s) => {
    const n = given.x.length;
    if (n === 0) return;
    const column = { metric, axis, x: take(n), value: take(n), at: take(n) };
    fillFinite(column.x, given.x, s, "x");
    fillValues(column.value, given.value, s);
    if (Array.isArray(given.at)) fillFinite(column.at, given.at, s, "at");
    else if (typeof given.at === "number" && Number.isFinite(given.at)) column.at.fill(given.at);
    else throw brokenNumber("at", `series[${s}].at`, given.at);
    checkTimes(column);
    columns.push(column);
  });
  return columns;
}
