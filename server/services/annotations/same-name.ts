import { ServiceError } from "../../errors.ts";

/**
 * A name that somebody gave meanwhile is not written over: throws `conflict` where a thing is called neither what it was when
 * it was seen, nor what it is to be called. `seen` is absent where nobody says what they saw.
 */
export function requireSameName(now: string, seen: string | undefined, wanted: string | undefined): void {
  if (wanted === undefined || seen === undefined || now === seen || now === wanted) return;
  throw new ServiceError(
    "conflict",
    `${seen} was renamed to ${now} meanwhile. Nothing was overwritten; look at it first.`,
    { field: "name" },
  );
}
