import { randomBytes } from "node:crypto";
import { CROCKFORD, ID_PREFIXES, type IdKind } from "../contracts/ids.ts";

/** A fresh public id: prefix and 16 Crockford base32 characters, 80 random bits. */
export function newId(kind: IdKind): string {
  const bytes = randomBytes(16);
  return `${ID_PREFIXES[kind]}_${[...bytes].map((b) => CROCKFORD[b & 31]).join("")}`;
}

/** A secret that is shown once and stored as a hash: 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
