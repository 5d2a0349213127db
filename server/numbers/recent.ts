/** What was worked out lately; the longest unused is forgotten when room is needed. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

/** Room for `limit` of what `sizeOf` counts; the newest is kept whatever its size. */
export function createRecent<T>(limit: number, sizeOf: (value: T) => number): Recent<T> {
  const known = new Map<string, T>();
  let held = 0;
  const forget = (key: string) => {
    const value = known.get(key);
    if (value === undefined) return;
    held -= sizeOf(value);
    known.delete(key);
  };
  return {
    get(key) {
      const value = known.get(key);
      if (value === undefined) return undefined;
      known.delete(key);
      known.set(key, value);
      return value;
    },
    set(key, value) {
      forget(key);
      known.set(key, value);
      held += sizeOf(value);
      for (const oldest of known.keys()) {
        if (held <= limit || oldest === key) break;
        forget(oldest);
      }
    },
  };
}
