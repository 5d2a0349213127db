import type { Db } from "#db/client.ts";
import { overwriteLogBytes, selectLogEnd } from "#db/queries/logs.ts";
import { maskBytes } from "../../../workers/protocol/secrets/mask.ts";

/** So much of what is stored is read again with what comes: a name or an address in front of the cut, or a private key. */
const READ_AGAIN = 512;
const READ_AGAIN_OF_KEY = 4096;
const ASTERISK = 42;
const EMPTY = Buffer.alloc(0);

/**
 * What comes behind the first `size` bytes of a log, its secrets masked byte by byte. A secret that was cut into two pieces is
 * masked in both: what is stored of the first is overwritten.
 */
export function maskBehind(db: Db, attemptId: string, size: number, sent: Buffer): Buffer {
  const all = size > 0 ? selectLogEnd(db, attemptId, READ_AGAIN_OF_KEY) : EMPTY;
  const stored = all.includes("PRIVATE KEY") ? all : all.subarray(-READ_AGAIN);
  const from = size - stored.length;
  const both = Buffer.concat([stored, sent]);
  maskRest(both, stored.length);
  const bytes = maskBytes(both);
  const masked = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const first = masked.subarray(0, stored.length);
  if (!first.equals(stored)) overwriteLogBytes(db, attemptId, from, first);
  return masked.subarray(stored.length);
}

/** The rest of a secret whose beginning was one by itself, and is masked already. */
function maskRest(all: Buffer, at: number): void {
  if (at < 3 || all.subarray(at - 3, at).some((byte) => byte !== ASTERISK)) return;
  for (let i = at; i < all.length && isOfKey(all[i]); i++) all[i] = ASTERISK;
}

const isOfKey = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) ||
  (byte >= 65 && byte <= 90) ||
  (byte >= 97 && byte <= 122) ||
  byte === 43 ||
  byte === 45 ||
  byte === 47 ||
  byte === 61 ||
  byte === 95;
