import { FAILURE_TYPES } from "../../../packs/failures.ts";

/** What is meant by a failure type of a pack; undefined where no installed pack has it. */
export const meaningOfFailure = (id: string): string | undefined =>
  FAILURE_TYPES.find((type) => type.id === id)?.meaning;
