import type { Db } from "#db/client.ts";
import { storedTokens } from "#db/secrets/stored-tokens.ts";
import { recognizeTokens } from "../../../workers/protocol/secrets/own-tokens.ts";
import { sha256 } from "../hashing.ts";

/** Masks tokens that this bench has given out, those of before too, whose form says less. `others`: of files beside the database. */
export function maskOwnTokens(db: Db, others: readonly string[]): () => void {
  const isStored = storedTokens(db);
  const known = new Set(others.map((token) => sha256(token.trim())));
  return recognizeTokens((token) => {
    const digest = sha256(token);
    return known.has(digest) || isStored(digest);
  });
}
