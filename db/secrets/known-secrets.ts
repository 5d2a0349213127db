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

const MOST = 500;
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

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

function known(secrets: ReadonlySet<string>): KnownSecrets {
  if (secrets.size === 0) return { mask: (text) => text, maskBytes: (bytes) => bytes };
  const any = new RegExp([...secrets].map(escaped).join("|"), "g");
  return {
    mask: (text) => text.replace(any, MASK),
    maskBytes(bytes) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
      const masked = text.replace(any, (secret) => ASTERISK.repeat(secret.length));
      return masked === text ? bytes : Buffer.from(masked, "latin1");
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
        for (const secret of told === null ? [] : secretsIn(told)) if (found.size < MOST) found.add(secret);
      after = rows[rows.length - 1].id;
      yield;
    }
  }
  return known(found);
}
