/**
 * Which runs of three bytes the texts of a block hold, hashed into bits: a text that is looked for can only be in a block whose
 * sieve has all of its own. Texts are folded to lower case first, so a search does not tell cases apart.
 */

/** A block of 128 KiB of English holds about 15,000 different runs of three bytes: they set two fifths of these bits. */
const SIEVE_BITS = 15;
const SIEVE_BYTES = 2 ** SIEVE_BITS / 8;

/** Text as it is compared. */
export const fold = (text: string): string => text.toLowerCase();

export const emptySieve = (): Buffer => Buffer.alloc(SIEVE_BYTES);

const bitOf = (bytes: Uint8Array, end: number): number =>
  Math.imul((bytes[end - 2] << 16) | (bytes[end - 1] << 8) | bytes[end], 0x9e3779b1) >>> (32 - SIEVE_BITS);

/** Adds what a text holds. */
export function addToSieve(sieve: Buffer, text: string): void {
  const bytes = Buffer.from(fold(text));
  for (let end = 2; end < bytes.length; end++) {
    const bit = bitOf(bytes, end);
    sieve[bit >> 3] |= 1 << (bit & 7);
  }
}

/** The bits that a sieve must have; none for less than three bytes, which every block may hold. */
export function bitsOfSearch(text: string): number[] {
  const bytes = Buffer.from(fold(text));
  return [...new Set(Array.from({ length: Math.max(0, bytes.length - 2) }, (_, i) => bitOf(bytes, i + 2)))];
}

export const passesSieve = (sieve: Uint8Array, bits: readonly number[]): boolean =>
  bits.every((bit) => (sieve[bit >> 3] & (1 << (bit & 7))) !== 0);
