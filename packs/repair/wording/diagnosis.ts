import {
  definitionOfId,
  type DiagnosisChoice,
  type DiagnosisCounts,
  type DiagnosisDefinition,
  isMicro,
} from "../diagnosis.ts";

/** The actions that count as naming, as they are called. */
export const COUNTED_ACTIONS: Record<DiagnosisCounts, string> = {
  diagnose: "DIAGNOSE",
  drop: "DROP",
  "drop+relax": "DROP and RELAX",
  repair: "every repair",
};

/** How each definition counts, in a formula. */
export const DIAGNOSIS_FORMULAS: Record<DiagnosisDefinition, string> = {
  "da.root": "faults of which D holds an accepted element, over all injected faults",
  "da.iis_set": "|G ∩ D| / |G| as sets",
  "da.iis_dup": "members of D in G, repeats counted, over |G|; it can exceed 100 %",
  "da.iis_jaccard": "|G ∩ D| / |G ∪ D| as sets",
};

/** What is read as DA: "da.iis_set_micro, DROP and RELAX". */
export const diagnosisName = ({ da, counts }: DiagnosisChoice): string => `${da}, ${COUNTED_ACTIONS[counts]}`;

/** The same as the title of a number: "DA, da.iis_set_micro (DROP and RELAX)". */
export const diagnosisTitle = ({ da, counts }: DiagnosisChoice): string =>
  `DA, ${da} (${COUNTED_ACTIONS[counts]})`;

/** What a value by a choice is, in a sentence without its end. */
export function diagnosisDefinition({ da, counts }: DiagnosisChoice): string {
  const over = isMicro(da) ? "sums over all problems (micro)" : "mean over problems";
  return `${DIAGNOSIS_FORMULAS[definitionOfId(da)]}; G the conflict at the start of the episode, D the targets of ${COUNTED_ACTIONS[counts]}; ${over}`;
}
