import { countOf } from "../../wording/counts.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { writeDuration } from "../../wording/times.ts";

/** The most that an entry point accepts of one thing. */
export interface Limit {
  /** What is limited, as the subject of a sentence: "The text of a GraphQL query". */
  what: string;
  most: number;
  /** What is counted: "bytes", or the word for one and for many. */
  unit: "bytes" | "ms" | readonly [one: string, many: string];
  /** The status of the refusal. None of these makes a client send the same again, but 503. */
  status: 200 | 400 | 408 | 413 | 414 | 422 | 431 | 503;
  /** What the sender can do, as a sentence. */
  advice: string;
}

function amount({ unit }: Limit, n: number): string {
  if (unit === "bytes") return writeBytes(n);
  return unit === "ms" ? writeDuration(n) : countOf(n, unit[0], unit[1]);
}

/** The limit as docs and refusals state it: "The text of a GraphQL query has at most 64 KiB". */
const writeLimit = (limit: Limit): string => `${limit.what} has at most ${amount(limit, limit.most)}`;

/** The cell of a table: "64 KiB". */
export const writeMost = (limit: Limit): string => amount(limit, limit.most);

/** One sentence for who sent too much, and what to do. `came` is null where reading stopped at the limit. */
export function overLimit(limit: Limit, came: number | null): string {
  const got = came === null ? "this is more" : `this one has ${amount(limit, came)}`;
  return `${writeLimit(limit)}; ${got}. ${limit.advice}`;
}
