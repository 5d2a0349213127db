import type { FailureType } from "./pack.ts";
import { REPAIR_FAILURES } from "./repair/failures.ts";

/** The failure types of the packs of this installation, in the order in which they are looked for. */
export const FAILURE_TYPES: readonly FailureType[] = [...REPAIR_FAILURES];
