import { strengthOf } from "./secret-names.ts";
import { isPlaceholder, isSecretValue } from "./secret-values.ts";

/** Names and values as lists of two, `[["Authorization", "Bearer ..."], ...]`, as programs keep headers; beside them lists of names alone. */

/** As headers are called that say who asks. */
const HEADER = /^(?:(?:proxy-|x-)?authorization|(?:set-)?cookie|[a-z0-9]+(?:-[a-z0-9]+)+)$/i;
/** What may stand behind one in a list of names. */
const IS_NAME =
  /^[a-z]+(?:[-_.][a-z0-9]+)+$|^(?:accept|host|cookie|origin|referer|date|via|te|etag|range|expect|from|age|allow|vary|server|link|connection|authorization|upgrade|pragma|user|username|email|name|id|key|value|token|password|secret|url|account|login)$/i;
/** How one says that it opens something. */
const SCHEME = /^(?:bearer|basic|token|digest|negotiate|api-?key)[ \t]+\S/i;

/** Whether the second of two texts is a secret of which the first one is the name. `isAmongPairs`: others of two stand beside them. */
export function isSecretPair(name: string, value: string, isAmongPairs: boolean): boolean {
  const strength = strengthOf(name);
  if (strength === "never" || isPlaceholder(value)) return false;
  const isKey: boolean = isSecretValue("key", value);
  if (isKey) return true;
  if (strength !== "always" || IS_NAME.test(value.trim())) return false;
  return (isAmongPairs || HEADER.test(name)) && (SCHEME.test(value) || isSecretValue(name, value));
}

const BEFORE = /[[(]\s{0,20}[bru]{0,2}\\{0,3}["']$/;
const AMONG = /(?:[[(]|[\])],)\s{0,40}[[(]\s{0,20}[bru]{0,2}\\{0,3}["']$/;
const BEHIND = /\\{0,3}["']\s{0,20},?\s{0,20}[\])]/y;

/** How a name and the text behind it stand in a list of exactly these two; null where they do not. */
export function pairIn(text: string, from: number, valueEnd: number): "alone" | "among" | null {
  const before = text.slice(Math.max(0, from - 100), from);
  BEHIND.lastIndex = valueEnd;
  if (!BEFORE.test(before) || !BEHIND.test(text)) return null;
  return AMONG.test(before) ? "among" : "alone";
}
