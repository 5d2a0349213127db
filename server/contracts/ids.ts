import { z } from "zod";
import { ID_PREFIXES } from "./id-prefixes.ts";

export { ID_PREFIXES, shortId } from "./id-prefixes.ts";

export type IdKind = keyof typeof ID_PREFIXES;

export const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** Ids of runs and experiments in a text that somebody wrote. */
export const IDS_IN_TEXT = new RegExp(
  `\\b(?:${ID_PREFIXES.run}|${ID_PREFIXES.experiment})_[${CROCKFORD}]{16}\\b`,
  "g",
);

/** Schema of one kind of id, with a message that names the kind. */
export function idSchema(kind: IdKind) {
  const pattern = new RegExp(`^${ID_PREFIXES[kind]}_[${CROCKFORD}]{16}$`);
  return z
    .string()
    .regex(
      pattern,
      `This is not the id of ${["experiment", "evaluation", "attempt", "audit"].includes(kind) ? "an" : "a"} ${kind}.`,
    );
}
