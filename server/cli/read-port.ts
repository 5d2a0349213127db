import { blockedPort } from "../http/connections/listen.ts";
import { usageError } from "./exit.ts";

export const DEFAULT_PORT = 7330;
export const DEFAULT_HOST = "127.0.0.1";

/** A whole number that an option gives, from 0 to `max`. Throws a sentence. */
export function wholeNumber(value: string | undefined, name: string, fallback: number, max: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (value.trim() === "" || !Number.isInteger(number) || number < 0 || number > max)
    throw usageError(`--${name} is a whole number from 0 to ${max}, not "${value.slice(0, 40)}".`);
  return number;
}

/** The port that pages are served on. Throws a sentence where it is none, or one that browsers refuse. */
export function readPort(given: string | undefined): number {
  const port = wholeNumber(given, "port", DEFAULT_PORT, 65_535);
  const refused = blockedPort(port);
  if (refused !== null) throw usageError(refused);
  return port;
}
