import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { DIAGNOSIS_COUNTS, DIAGNOSIS_IDS } from "#packs/repair/contracts/choice.ts";

/**
 * Which quantity is read as DA beside a benchmark's levels: as the reports counted it, since what they wanted of a gradient,
 * and the ceiling of one right repair, are about that one.
 */
export const benchmarkSearch = {
  da: parseAsStringLiteral(DIAGNOSIS_IDS).withDefault("da.iis_set_micro"),
  counts: parseAsStringLiteral(DIAGNOSIS_COUNTS).withDefault("drop+relax"),
  /** Levels of one error type alone; none is all of them. */
  type: parseAsString.withDefault(""),
};
