import { hash, randomBytes } from "node:crypto";
import { INGEST_TOKEN_PREFIX } from "../contracts/external/ingest-token.ts";
import { CROCKFORD, ID_PREFIXES, type IdKind } from "../contracts/ids.ts";

/** A fresh public id: prefix and 16 Crockford base32 characters, 80 random bits. */
export function newId(kind: IdKind): string {
  const bytes = randomBytes(16);
  return `${ID_PREFIXES[kind]}_${[...bytes].map((b) => CROCKFORD[b & 31]).join("")}`;
}

const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** With the prefix 40 in all: wandb 0.19 and 0.21 take no key of another length. */
const RANDOM_CHARACTERS = 33;

function randomLetters(most: number): string {
  let text = "";
  while (text.length < most)
    for (const byte of randomBytes(64)) if (byte < 248 && text.length < most) text += LETTERS[byte % 62];
  return text;
}

/** What a secret opens, as its text says: whoever finds one in a log knows, and it is masked wherever it stands. */
const SECRET_KINDS = { home: "op", worker: "wk", attempt: "at", session: "se", login: "lo" } as const;
export type SecretKind = keyof typeof SECRET_KINDS;

/** A secret that is shown once and stored as a hash: 256 random bits behind the mark of its kind. Older ones have no mark. */
export const newSecret = (kind: SecretKind): string => `abl_${SECRET_KINDS[kind]}_${randomLetters(43)}`;

/** A token for clients. Letters and digits only: some clients refuse anything else in a key, and one puts it into an address. 238 random bits. */
export const newIngestToken = (): string => INGEST_TOKEN_PREFIX + randomLetters(RANDOM_CHARACTERS);

/** Lower-case hex SHA-256 of a text. In one go: a Hash object outlives many collections, and every request needs one. */
export const sha256 = (text: string): string => hash("sha256", text, "hex");

/** JSON with sorted keys at every depth, so that equal facts hash equally. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}
