import { parseAsStringLiteral } from "nuqs/server";
import { DIAGNOSIS_COUNTS, DIAGNOSIS_IDS, MEASURED_DA } from "#packs/repair/contracts/choice.ts";

/** Which quantity is read as DA, on every page that shows one. */
export const diagnosisSearch = {
  da: parseAsStringLiteral(DIAGNOSIS_IDS).withDefault(MEASURED_DA.da),
  counts: parseAsStringLiteral(DIAGNOSIS_COUNTS).withDefault(MEASURED_DA.counts),
};
