import { z } from "zod";

/** Three-letter prefixes of public ids. An id is `prefix_` and 16 lower-case Crockford base32 characters (80 random bits). */
export const ID_PREFIXES = {
  project: "prj",
  experiment: "exp",
  sweep: "swp",
  run: "run",
  attempt: "att",
  evaluation: "evl",
  benchmark: "bmk",
  worker: "wkr",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

export const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** Schema of one kind of id, with a message that names the kind. */
export function idSchema(kind: IdKind) {
  const pattern = new RegExp(`^${ID_PREFIXES[kind]}_[${CROCKFORD}]{16}$`);
  return z
    .string()
    .regex(
      pattern,
      `This is not the id of ${kind === "experiment" || kind === "evaluation" || kind === "attempt" ? "an" : "a"} ${kind}.`,
    );
}

/** The 8 characters that screens show of an id. */
export function shortId(id: string): string {
  return id.slice(id.indexOf("_") + 1, id.indexOf("_") + 9);
}
