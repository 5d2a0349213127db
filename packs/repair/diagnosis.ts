/** Which actions count as naming a culprit. Changing a bound is neither a drop nor a relaxation of a row: only `repair` counts it. */
export const DIAGNOSIS_COUNTS = ["diagnose", "drop", "drop+relax", "repair"] as const;
export type DiagnosisCounts = (typeof DIAGNOSIS_COUNTS)[number];

/** Names of the actions that each counting takes. */
export const COUNTED: Record<DiagnosisCounts, ReadonlySet<string>> = {
  diagnose: new Set(["DIAGNOSE"]),
  drop: new Set(["DROP"]),
  "drop+relax": new Set(["DROP", "RELAX_SMALL", "RELAX_LARGE"]),
  repair: new Set(["DROP", "RELAX_SMALL", "RELAX_LARGE", "UPDATE_BOUNDS"]),
};

/** What is called diagnosis accuracy (DA), each by the mean over problems. */
export const DIAGNOSIS_DEFINITIONS = ["da.root", "da.iis_set", "da.iis_dup", "da.iis_jaccard"] as const;
export type DiagnosisDefinition = (typeof DIAGNOSIS_DEFINITIONS)[number];

/** A definition and how it is averaged: over problems, or, with `_micro`, one ratio of sums over all of them. */
export type DiagnosisId = DiagnosisDefinition | `${DiagnosisDefinition}_micro`;
export const DIAGNOSIS_IDS: readonly DiagnosisId[] = [
  ...DIAGNOSIS_DEFINITIONS,
  ...DIAGNOSIS_DEFINITIONS.map((definition) => `${definition}_micro` as const),
];

export const isMicro = (id: DiagnosisId): boolean => id.endsWith("_micro");
export const definitionOfId = (id: DiagnosisId): DiagnosisDefinition =>
  id.replace(/_micro$/, "") as DiagnosisDefinition;

/** One quantity among those called DA. */
export interface DiagnosisChoice {
  da: DiagnosisId;
  counts: DiagnosisCounts;
}

/** As a protocol names it: "da.root, counts: diagnose". */
export const writeChoice = ({ da, counts }: DiagnosisChoice): string => `${da}, counts: ${counts}`;

/** What the trainer measures as `eval/da`. */
export const MEASURED_DA: DiagnosisChoice = { da: "da.root", counts: "diagnose" };

/** As reports count DA that have no diagnosing action: a repair is one, pooled over all problems. */
export const REPORTED_DA: DiagnosisChoice = { da: "da.iis_set_micro", counts: "repair" };

export const isMeasuredDa = (choice: DiagnosisChoice): boolean =>
  writeChoice(choice) === writeChoice(MEASURED_DA);

/** Whether repairs count as naming; then an episode that needs more of them names more. */
export const countsRepairs = ({ counts }: DiagnosisChoice): boolean => counts !== "diagnose";

/** What the counted actions of an episode pointed at. */
export interface Named {
  /** Faults of which an accepted element was named. */
  roots: number;
  /** Elements of the conflict that were named, and the same with repeats. */
  members: number;
  repeats: number;
  /** Different elements that were named. */
  distinct: number;
}

/** Counts of one episode of which every DA is a ratio. */
export interface DiagnosisTally {
  /** Elements of the irreducible conflict at the start; 0 where there is none, or it is not known. */
  conflict: number;
  /** Injected faults whose accepted elements are known. */
  faults: number;
  by: Record<DiagnosisCounts, Named>;
}

/** What an episode pointed at, and what there was to point at; elements are numbers or names. */
export interface DiagnosedEpisode<Element> {
  conflict: readonly Element[];
  /** Accepted elements of each injected fault. */
  faults: readonly ReadonlySet<Element>[];
  actions: readonly { action: string; target: Element | null }[];
}

/** The one place where an episode is counted. */
export function tallyDiagnosis<Element>({
  conflict,
  faults,
  actions,
}: DiagnosedEpisode<Element>): DiagnosisTally {
  const members = new Set(conflict);
  const named = (counts: DiagnosisCounts): Named => {
    const pointed = actions.flatMap(({ action, target }) =>
      target !== null && COUNTED[counts].has(action) ? [target] : [],
    );
    const distinct = new Set(pointed);
    return {
      roots: faults.filter((accepted) => pointed.some((element) => accepted.has(element))).length,
      members: [...distinct].filter((element) => members.has(element)).length,
      repeats: pointed.filter((element) => members.has(element)).length,
      distinct: distinct.size,
    };
  };
  return {
    conflict: members.size,
    faults: faults.length,
    by: Object.fromEntries(DIAGNOSIS_COUNTS.map((counts) => [counts, named(counts)])) as DiagnosisTally["by"],
  };
}

/** Parts of a ratio: their quotient is the episode's accuracy, sums over episodes give the micro average. */
export interface DiagnosisParts {
  hits: number;
  of: number;
}

/**
 * Diagnosis accuracy of one episode, with G the conflict at its start, D the targets of the counted actions, and the faults
 * that were injected:
 *
 * - `da.root`: faults of which D holds an accepted element, over all faults.
 * - `da.iis_set`: |G and D| / |G|, both as sets.
 * - `da.iis_dup`: members of D as a list, repeats included, that lie in G, over |G|. It can exceed 1.
 * - `da.iis_jaccard`: |G and D| / |G or D|, both as sets.
 *
 * Null where there was nothing to name: no fault is known, or the conflict is empty or unknown.
 */
export function diagnosisParts(
  { conflict, faults, by }: DiagnosisTally,
  definition: DiagnosisDefinition,
  counts: DiagnosisCounts,
): DiagnosisParts | null {
  const { roots, members, repeats, distinct } = by[counts];
  if (definition === "da.root") return faults === 0 ? null : { hits: roots, of: faults };
  if (conflict === 0) return null;
  if (definition === "da.iis_dup") return { hits: repeats, of: conflict };
  return { hits: members, of: definition === "da.iis_set" ? conflict : conflict + distinct - members };
}

/** Numbers of a tally as it travels and is stored: conflict, faults, then roots, members, repeats, distinct of each counting. */
export const TALLY_LENGTH = 2 + 4 * DIAGNOSIS_COUNTS.length;

export const packTally = ({ conflict, faults, by }: DiagnosisTally): number[] => [
  conflict,
  faults,
  ...DIAGNOSIS_COUNTS.flatMap((counts) => {
    const { roots, members, repeats, distinct } = by[counts];
    return [roots, members, repeats, distinct];
  }),
];

/** The inverse of `packTally`. */
export function unpackTally([conflict, faults, ...rest]: readonly number[]): DiagnosisTally {
  const named = (place: number): Named => {
    const [roots, members, repeats, distinct] = rest.slice(4 * place, 4 * place + 4);
    return { roots, members, repeats, distinct };
  };
  const by = Object.fromEntries(DIAGNOSIS_COUNTS.map((counts, place) => [counts, named(place)]));
  return { conflict, faults, by: by as DiagnosisTally["by"] };
}
