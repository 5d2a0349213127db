import { findSecrets, type Looked } from "./find-secrets.ts";
import { MASK } from "./mask-mark.ts";
import type { Span } from "./secret-forms.ts";
import { strengthOf } from "./secret-names.ts";
import { isSecretPair } from "./secret-pairs.ts";
import { isSecretValue } from "./secret-values.ts";

/** Counted up whenever more is masked than before: what is stored is then looked through again. */
export const MASKING_VERSION = 4;

/** What is left beside a mask may be read in another way than before it was one: a text is masked until it stays as it is. */
const MOST_PASSES = 8;

/** A text with its secrets masked; the same text where it has none. */
export function maskText(text: string, only: Looked = "all"): string {
  let masked = text;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const spans = findSecrets(masked, only);
    if (spans.length === 0) break;
    masked = withoutSpans(masked, spans);
  }
  return masked;
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [from, to] of spans) {
    parts.push(text.slice(at, from));
    if (!text.startsWith(MASK, from - MASK.length)) parts.push(MASK);
    at = to;
  }
  return parts.join("") + text.slice(at);
}

/** What names the digest of some content: a long random text is one there. */
const DIGESTS = /(?:^|[^a-z])(?:hash|digest|checksum|fingerprint|md5|sha\d{1,3}|etag|integrity)$/i;

/** A value as it may be kept under its name: numbers, booleans and null as they are. */
export function maskNamed<V>(name: string, value: V): V {
  if (typeof value !== "string") return value;
  if (isSecretValue(name, value)) return MASK as V;
  return maskText(value, DIGESTS.test(name) ? "forms" : "all") as V;
}

/** Whether none of some names holds a secret, seen in one look through all of them, which nearly always is the last. */
export const holdNoSecret = (names: readonly string[], only: "forms" | "names"): boolean =>
  findSecrets(names.join("\n"), only).length === 0;

/** A flat table: its values by their names, and what is a secret by its form in the names. The same table where nothing is. */
export function maskTable<V>(table: Readonly<Record<string, V>>): Readonly<Record<string, V>> {
  let isChanged = false;
  const areClean = holdNoSecret(Object.keys(table), "names");
  const masked = Object.entries(table).map(([name, value]): [string, V] => {
    const kept = maskNamed(name, value);
    const called = areClean ? name : maskText(name, "names");
    isChanged ||= kept !== value || called !== name;
    return [called, kept];
  });
  return isChanged ? Object.fromEntries(masked) : table;
}

/** "--token" alone is what opens something; where it is one of a text, its name says which: "--eos_token". */
const nameOf = (option: string): string => {
  const name = option.replace(/^[-+~]+/, "");
  return /^token$/i.test(name) ? "auth.token" : name;
};

/** Arguments of a command: `--wandb_key V`, `--wandb_key=V`, `wandb_key=V`, `+logger.wandb.key=V`, and secrets by form in any. */
export function maskArguments(argv: readonly string[]): string[] {
  return argv.map((argument, i) => {
    const [, name, value] = /^([-+~]{0,2}[A-Za-z_][\w./@:-]{0,300})=([\s\S]*)$/.exec(argument) ?? [];
    if (name !== undefined) return `${name}=${maskNamed(nameOf(name), value)}`;
    const [, option] = /^--?([A-Za-z_][\w.-]{0,300})$/.exec(i > 0 ? argv[i - 1] : "") ?? [];
    const isValue = option !== undefined && !/^--?[A-Za-z]/.test(argument);
    return isValue ? maskNamed(nameOf(option), argument) : maskText(argument);
  });
}

/** Lists and objects inside each other that are looked at; somewhat more would end the stack. */
const MOST_NESTED = 200;

/** Any JSON value, each text by its name and its form; items of a list have the name of the list. What lies too deep is masked whole. */
export function maskJson<V>(value: V, name = "", deep = 0): V {
  if (typeof value === "string") return maskNamed(name, value);
  if (value === null || typeof value !== "object") return value;
  if (deep === MOST_NESTED) return MASK as V;
  if (Array.isArray(value)) return maskItems(value, name, deep) as V;
  const called = calledInside(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const own = name === "" ? key : `${name}.${key}`;
      return [
        maskText(key, "names"),
        maskJson(inner as unknown, key === "value" ? (called ?? own) : own, deep + 1),
      ];
    }),
  ) as V;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** A list: arguments of a command, a name with its value, pairs of these, or items that have the name of the list. */
function maskItems(items: readonly unknown[], name: string, deep: number): unknown[] {
  const isOfPairs = items.length > 0 && items.every((item) => Array.isArray(item) && item.length === 2);
  if (!isTexts(items))
    return items.map((item) =>
      isOfPairs && isTexts(item) ? maskPair(item, name, true) : maskJson(item, name, deep + 1),
    );
  if (items.some((text) => text.startsWith("-"))) return maskArguments(items);
  return items.length === 2 ? maskPair(items, name, false) : items.map((text) => maskNamed(name, text));
}

const maskPair = ([first, second]: readonly string[], name: string, isAmongPairs: boolean): string[] =>
  isSecretPair(first, second, isAmongPairs)
    ? [first, MASK]
    : [maskNamed(name, first), maskNamed(name, second)];

/** `{"name": "WANDB_API_KEY", "value": "..."}`, as tables of an environment are written. */
function calledInside(table: object): string | undefined {
  const called = "name" in table ? table.name : "key" in table ? table.key : undefined;
  return typeof called === "string" && strengthOf(called) !== "never" ? called : undefined;
}

/**
 * Bytes that are looked at at once, 30 ms at most, and so many more on both sides, which hold what reaches over a cut. A piece of
 * a log with what is read again before it is one stretch.
 */
const STRETCH = 68 * 1024;
const AROUND = 8 * 1024;

/** `maskBytes` in stretches, so that others can be served between them, and what is found never is many times the bytes. */
export function* maskingBytes(bytes: Uint8Array, only: Looked = "all"): Generator<undefined, Uint8Array> {
  let masked = bytes;
  const header = only === "table" ? firstLine(bytes) : "";
  for (let from = 0; from < bytes.length; from += STRETCH) {
    const to = Math.min(bytes.length, from + STRETCH);
    const start = Math.max(0, from - AROUND);
    const length = Math.min(bytes.length, to + AROUND) - start;
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      const whole = Buffer.from(masked.buffer, masked.byteOffset + start, length).toString("latin1");
      const cut = header === "" || from === 0 ? 0 : whole.indexOf("\n") + 1;
      const text = cut === 0 ? whole : header + whole.slice(cut);
      const shift = cut === 0 ? start : start + cut - header.length;
      // What lies outside the stretch may be cut at the edge of what is looked at, and looks otherwise than it is.
      const spans = findSecrets(text, only).filter(([a, b]) => shift + b > from && shift + a < to);
      if (spans.length === 0) break;
      if (masked === bytes) masked = Uint8Array.from(bytes);
      for (const [a, b] of spans) masked.fill(42, shift + a, shift + b);
    }
    yield;
  }
  return masked;
}

/** The names of the columns of a table, which each stretch of it is read below; "" where no line is one. */
function firstLine(bytes: Uint8Array): string {
  const end = bytes.subarray(0, AROUND).indexOf(10);
  return Buffer.from(bytes.buffer, bytes.byteOffset, end + 1).toString("latin1");
}

/** What a work in stretches comes to, all of it done at once. */
export function drained<T>(stretches: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = stretches.next();
    if (done === true) return value;
  }
}

/** Bytes of a log or a small file with their secrets masked by as many asterisks, so that every offset stays true. */
export const maskBytes = (bytes: Uint8Array, only: Looked = "all"): Uint8Array =>
  drained(maskingBytes(bytes, only));
