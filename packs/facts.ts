import type { PackFacts } from "./pack.ts";
import { PROGRAMS } from "./programs/facts.ts";
import { REPAIR } from "./repair/facts.ts";

/** The packs of this installation, in the order in which their metrics are shown. */
export const PACKS: readonly PackFacts[] = [REPAIR, PROGRAMS];
