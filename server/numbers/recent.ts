import { BoundedStore } from "./bounded-store.ts";

/** What was worked out lately; the longest unused is forgotten when room is needed. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

/** One owner has all of it. */
const OURS = "";

/** Room for `limit` of what `sizeOf` counts; what has no room alone is not kept. */
export function createRecent<T>(limit: number, sizeOf: (value: T) => number): Recent<T> {
  const store = new BoundedStore<T>({ bytes: limit, entryBytes: 0 });
  return {
    get: (key) => store.get(OURS, key),
    set: (key, value) => void store.set(OURS, key, value, sizeOf(value)),
  };
}
