import { ServiceError } from "../errors.ts";
import { writeBytes } from "../wording/quantities.ts";

/** What one answer may hold while it is worked out, in bytes: the one place where that is said. */
export const ANSWER_BYTES = 32 * 2 ** 20;

/**
 * Throws `too_large` where an answer would hold more than it may. `bytes` is told by what rows already count, before anything is
 * read. `what` begins the sentence, `instead` says what to ask for.
 */
export function requireRoom(bytes: number, what: string, instead: string): void {
  if (bytes <= ANSWER_BYTES) return;
  throw new ServiceError(
    "too_large",
    `${what} needs about ${writeBytes(bytes)} of memory; the limit of one answer is ${writeBytes(ANSWER_BYTES)}. ${instead}`,
  );
}

/** What one answer may tell, in bytes: more than that would hold up everybody else while it is written and read. */
export const TOLD_BYTES = 8 * 2 ** 20;

/** What to ask for instead of an answer about too many runs. */
export const FEWER_RUNS =
  "Ask for fewer runs: of one project, one experiment or one state, or with a condition.";
