import { createHash } from "node:crypto";
import type { Params } from "../../workers/protocol/manifest.ts";
import { bareWords } from "../../workers/protocol/python-json.ts";
import { isTooHeavy } from "./weigh-json.ts";

/** An object of somebody else's JSON: nothing is known of it. */
export type Foreign = Readonly<Record<string, unknown>>;

export const isForeign = (value: unknown): value is Foreign =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const decoder = new TextDecoder();

/**
 * JSON as Python writes it: bare NaN, Infinity and -Infinity are read as those words, which `numberOf` takes as numbers.
 * Throws SyntaxError for what is no JSON, and for what holds more values than are read at once.
 */
export function parseForeign(body: Uint8Array | string): unknown {
  if (isTooHeavy(body)) throw new SyntaxError("This holds more bytes, values or keys than are read at once.");
  const text = typeof body === "string" ? body : decoder.decode(body);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error;
    return JSON.parse(bareWords(text, (word) => `"${word}"`));
  }
}

/** An object of somebody's JSON; null for what is none. */
export function objectOf(body: Uint8Array | string): Foreign | null {
  try {
    const value = parseForeign(body);
    return isForeign(value) ? value : null;
  } catch {
    return null;
  }
}

const WORDS: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  "-Infinity": Number.NEGATIVE_INFINITY,
};

/** A number as a client wrote it: also the words for what JSON has no number for, and truth as 0 or 1. Null for all else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" && Object.hasOwn(WORDS, value) ? WORDS[value] : null;
}

/** A finite whole number, also one that came as text; null for all else. */
export function wholeOf(value: unknown): number | null {
  const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : numberOf(value);
  return number !== null && Number.isSafeInteger(Math.trunc(number)) ? Math.trunc(number) : null;
}

/** A step as it is kept: whole, and beyond 2^53 to the nearest number that there is; null where none was given. */
export function stepOf(step: unknown): number | null {
  const number = typeof step === "string" && /^-?\d+$/.test(step) ? Number(step) : numberOf(step);
  return number === null || !Number.isFinite(number) ? null : Math.trunc(number);
}

export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

/** A name or an id, also where it came as a number; null for all else. */
export const wordOf = (value: unknown): string | null =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : textOf(value);

/** What a client calls a place or a run, at most 200 characters: a longer one keeps its start and a mark of the rest. */
export function placeName(value: unknown, otherwise: string): string {
  const text = wordOf(value) ?? "";
  if (text.trim() === "") return otherwise;
  return text.length <= 200 ? text : `${text.slice(0, 180)} ${digestOf(text).slice(0, 16)}`;
}

/** 22 characters that stand for a text, or for bytes. */
export const digestOf = (text: string | Uint8Array): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** A time in ms since the epoch from ISO text, or from seconds or milliseconds; null where it is neither. */
export function timeOf(value: unknown): number | null {
  if (typeof value === "string") {
    const at = Date.parse(value);
    return Number.isNaN(at) ? null : at;
  }
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) return null;
  return Math.round(value < 1e11 ? value * 1000 : value);
}

const MOST_DEPTH = 20;
/** Characters of a path under which objects are still opened: each leaf carries its whole path. */
export const LONGEST_PATH = 2000;

/**
 * Leaves of nested objects by their path, names joined by "."; lists and empty objects are leaves, and what lies more than
 * `most` objects deep or under a path that is too long.
 */
export function* leavesOf(value: Foreign, most = MOST_DEPTH, prefix = ""): Generator<[string, unknown]> {
  for (const [name, inner] of Object.entries(value)) {
    const path = `${prefix}${name}`;
    if (isForeign(inner) && most > 0 && path.length <= LONGEST_PATH && Object.keys(inner).length > 0)
      yield* leavesOf(inner, most - 1, `${path}.`);
    else yield [path, inner];
  }
}

/** Entries of a table that are looked at: several times what is kept of one, since each costs its name and a copy of it. */
export const MOST_ENTRIES = 10_000;

/** An object without the entries beyond those that are looked at. */
export function firstEntries(value: Foreign): [string, unknown][] {
  const first: [string, unknown][] = [];
  for (const name in value) if (first.push([name, value[name]]) === MOST_ENTRIES) break;
  return first;
}

/** The first leaves of nested objects, as `leavesOf` has them. */
export function firstLeaves(value: Foreign, depth = MOST_DEPTH): [string, unknown][] {
  const first: [string, unknown][] = [];
  for (const leaf of leavesOf(value, depth)) if (first.push(leaf) === MOST_ENTRIES) break;
  return first;
}

/** Lists and objects inside each other that are written as JSON text; somewhat more would end the stack. */
const MOST_NESTED = 200;

/** Whether lists and objects of a value lie deeper inside each other than is ever written. */
export function isTooDeep(value: unknown, most = MOST_NESTED): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (most === 0) return true;
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const one of inner) if (typeof one === "object" && isTooDeep(one, most - 1)) return true;
  return false;
}

/** A value of somebody's JSON as JSON text; a note in its place where it is nested too deeply to be kept. */
export const jsonText = (value: unknown): string =>
  isTooDeep(value) ? `(left out: more than ${MOST_NESTED} levels deep)` : (JSON.stringify(value) ?? "null");

/** A configuration as it is kept: texts, finite numbers and booleans as they are, others as JSON text. */
export function paramsOf(config: Foreign): Params {
  const kept = (value: unknown): Params[string] => {
    if (typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
    return jsonText(value);
  };
  return Object.fromEntries(firstLeaves(config).map(([path, value]) => [path, kept(value)]));
}
