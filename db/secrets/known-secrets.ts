import { isSecretValue } from "../../workers/protocol/secrets/secret-values.ts";
import { MASK } from "../../workers/protocol/secrets/mask-mark.ts";
import type { Db } from "../client.ts";
import { NAMING } from "./stored-texts.ts";

/** Secrets that something stored calls so: they are looked for by their letters wherever they stand. */
export interface KnownSecrets {
  mask(text: string): string;
  /** The same bytes where none of them is one. */
  maskBytes(bytes: Uint8Array): Uint8Array;
}

const ROWS_AT_ONCE = 500;
const ASTERISK = "*";

/** Names and values of a table, or of the options of a command. */
function* namedIn(told: unknown): Generator<[string, unknown]> {
  if (Array.isArray(told)) {
    for (const [i, word] of told.entries()) {
      if (typeof word !== "string") continue;
      const [, name, value] = /^[-+~]*([\w.-]+)=(.*)$/s.exec(word) ?? [];
      if (name !== undefined) yield [name, value];
      else yield [String(told[i - 1] ?? "").replace(/^-+/, ""), word];
    }
  } else if (typeof told === "object" && told !== null) yield* Object.entries(told);
}

/** What a stored name calls a secret and no word: a word would be masked where it means something else. */
function secretsIn(stored: string): string[] {
  try {
    return [...namedIn(JSON.parse(stored))].flatMap(([name, value]) =>
      isSecretValue(name, value) && isSecretValue("key", value) ? [value.trim()] : [],
    );
  } catch {
    return [];
  }
}

/** No secret is shorter, so that its beginning says which ones may stand at a place. */
const BEGINNING = 8;
const TABLE_BITS = 16;

/** A number of the first four characters at a place, for a table that passes over nearly all places. */
const slotOf = (text: string, at: number): number => {
  const first = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 8);
  const next = text.charCodeAt(at + 2) | (text.charCodeAt(at + 3) << 8);
  return Math.imul(first ^ Math.imul(next, 0x9e3779b1), 0x85ebca6b) >>> (32 - TABLE_BITS);
};

/** Finds secrets wherever they stand; how many there are does not matter for how long that takes. */
function searchFor(secrets: ReadonlySet<string>): (text: string) => [from: number, to: number][] {
  const mayBegin = new Uint8Array(2 ** TABLE_BITS);
  const lengths = new Map<string, Set<number>>();
  for (const secret of secrets) {
    mayBegin[slotOf(secret, 0)] = 1;
    const beginning = secret.slice(0, BEGINNING);
    const known = lengths.get(beginning);
    if (known) known.add(secret.length);
    else lengths.set(beginning, new Set([secret.length]));
  }
  return (text) => {
    const found: [number, number][] = [];
    for (let at = 0; at + BEGINNING <= text.length; at++) {
      if (mayBegin[slotOf(text, at)] === 0) continue;
      const fitting = [...(lengths.get(text.slice(at, at + BEGINNING)) ?? [])].filter((length) =>
        secrets.has(text.slice(at, at + length)),
      );
      if (fitting.length === 0) continue;
      const length = Math.max(...fitting);
      found.push([at, at + length]);
      at += length - 1;
    }
    return found;
  };
}

/** Each span of a text in other words. */
function replaced(
  text: string,
  spans: readonly [number, number][],
  toText: (length: number) => string,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const [from, to] of spans) {
    parts.push(text.slice(at, from), toText(to - from));
    at = to;
  }
  return parts.join("") + text.slice(at);
}

function known(secrets: ReadonlySet<string>): KnownSecrets {
  if (secrets.size === 0) return { mask: (text) => text, maskBytes: (bytes) => bytes };
  const inText = searchFor(secrets);
  const inBytes = searchFor(new Set([...secrets].map((secret) => Buffer.from(secret).toString("latin1"))));
  return {
    mask(text) {
      const spans = inText(text);
      return spans.length === 0 ? text : replaced(text, spans, () => MASK);
    },
    maskBytes(bytes) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
      const spans = inBytes(text);
      if (spans.length === 0) return bytes;
      return Buffer.from(
        replaced(text, spans, (length) => ASTERISK.repeat(length)),
        "latin1",
      );
    },
  };
}

/** Reads what names a secret, and gives way between its pieces. */
export function* knownSecrets(db: Db): Generator<void, KnownSecrets> {
  const found = new Set<string>();
  for (const { table, column } of NAMING) {
    const page = db.$client.prepare(
      `select rowid as id, "${column}" as told from "${table}" where rowid > ? order by rowid limit ${ROWS_AT_ONCE}`,
    );
    for (let after = 0, rows; (rows = page.all(after) as { id: number; told: string | null }[]).length > 0;) {
      for (const { told } of rows)
        for (const secret of told === null ? [] : secretsIn(told)) found.add(secret);
      after = rows[rows.length - 1].id;
      yield;
    }
  }
  return known(found);
}
