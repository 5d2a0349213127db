/** What a value keeps in memory, in bytes: a text two for each character, a part of a buffer the whole buffer behind it. */
export function bytesHeld(value: unknown): number {
  if (typeof value === "string") return 2 * value.length + 16;
  if (typeof value !== "object" || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.buffer.byteLength + 96;
  let bytes = 64;
  if (value instanceof Map) for (const [key, inner] of value) bytes += 32 + bytesHeld(key) + bytesHeld(inner);
  else if (value instanceof Set || Array.isArray(value))
    for (const inner of value) bytes += 8 + bytesHeld(inner);
  else for (const [key, inner] of Object.entries(value)) bytes += 8 + bytesHeld(key) + bytesHeld(inner);
  return bytes;
}

export interface StoreLimits {
  /** Bytes of everything, and of what one owner has; without the latter one may have everything. */
  bytes: number;
  bytesOfOwner?: number;
  /** ms since a value was last set or read, after which it is forgotten. */
  lives?: number;
  /** What an entry costs beside its key and value; 0 where the limit counts values alone. */
  entryBytes?: number;
}

interface Held<T> {
  value: T;
  bytes: number;
  usedAt: number;
}

/** What a store costs beside its values: an entry of a map and its place in the order. */
const ENTRY_BYTES = 128;

/**
 * Memory for clients that is counted by what it holds. Owners see only what is theirs. Beyond a limit the longest unused is
 * forgotten, of the owner who reached a limit first; a value that no limit has room for is not kept.
 */
export class BoundedStore<T> {
  readonly #limits: Required<StoreLimits>;
  readonly #now: () => number;
  /** By owner, the longest unused first, as owners are. */
  readonly #owners = new Map<string, { held: Map<string, Held<T>>; bytes: number }>();
  #bytes = 0;

  constructor(limits: StoreLimits, now = Date.now) {
    const {
      bytes,
      bytesOfOwner = bytes,
      lives = Number.POSITIVE_INFINITY,
      entryBytes = ENTRY_BYTES,
    } = limits;
    this.#limits = { bytes, bytesOfOwner, lives, entryBytes };
    this.#now = now;
  }

  /** Bytes of everything that is held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** False where there is no room for it. `bytes` is what it keeps, where that is known better than by looking. */
  set(owner: string, key: string, value: T, bytes = bytesHeld(value)): boolean {
    this.delete(owner, key);
    this.#forgetOld();
    const { entryBytes } = this.#limits;
    const size = bytes + (entryBytes === 0 ? 0 : 2 * key.length + entryBytes);
    if (size > this.#limits.bytesOfOwner || size > this.#limits.bytes) return false;
    const mine = this.#owners.get(owner) ?? { held: new Map<string, Held<T>>(), bytes: 0 };
    this.#owners.delete(owner);
    this.#owners.set(owner, mine);
    mine.held.set(key, { value, bytes: size, usedAt: this.#now() });
    mine.bytes += size;
    this.#bytes += size;
    while (mine.bytes > this.#limits.bytesOfOwner) this.#forgetFirst(owner);
    for (const other of this.#owners.keys())
      while (this.#bytes > this.#limits.bytes && this.#owners.has(other)) this.#forgetFirst(other);
    return true;
  }

  get(owner: string, key: string): T | undefined {
    const mine = this.#owners.get(owner);
    const found = mine?.held.get(key);
    if (!mine || !found) return undefined;
    if (this.#now() - found.usedAt > this.#limits.lives) {
      this.delete(owner, key);
      return undefined;
    }
    found.usedAt = this.#now();
    mine.held.delete(key);
    mine.held.set(key, found);
    this.#owners.delete(owner);
    this.#owners.set(owner, mine);
    return found.value;
  }

  delete(owner: string, key: string): void {
    const mine = this.#owners.get(owner);
    const found = mine?.held.get(key);
    if (!mine || !found) return;
    mine.held.delete(key);
    mine.bytes -= found.bytes;
    this.#bytes -= found.bytes;
    if (mine.held.size === 0) this.#owners.delete(owner);
  }

  #forgetFirst(owner: string): void {
    const [oldest] = this.#owners.get(owner)?.held.keys() ?? [];
    if (oldest !== undefined) this.delete(owner, oldest);
  }

  /** Values in the order of their use, so that looking ends at the first that is not old. */
  #forgetOld(): void {
    for (const [owner, { held }] of this.#owners)
      for (const [key, { usedAt }] of held) {
        if (this.#now() - usedAt <= this.#limits.lives) break;
        this.delete(owner, key);
      }
  }
}
