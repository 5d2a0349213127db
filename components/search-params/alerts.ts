import { parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";

/** Which alerts are listed. */
export const alertSearch = {
  show: parseAsStringLiteral(["unread", "all", "muted"] as const).withDefault("all"),
  /** Of one run alone, by its id. */
  run: parseAsString,
  /** What is older than this alert, by its number. */
  before: parseAsInteger,
};
