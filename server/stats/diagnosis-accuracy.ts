import type { DiagnosisCounts, DiagnosisDefinition } from "../contracts/compare.ts";

/** What an episode pointed at, and what there was to point at. */
export interface DiagnosedEpisode {
  /** Members of the irreducible conflict at the start of the episode. */
  conflict: readonly string[];
  actions: readonly { action: string; target: string | null }[];
}

/** Parts of a ratio: their quotient is the episode's accuracy, sums over episodes give the micro average. */
export interface DiagnosisParts {
  hits: number;
  of: number;
}

/** Which actions say "this is at fault". Changing a bound is neither a drop nor a relaxation of a row and never counts. */
const COUNTED: Record<DiagnosisCounts, ReadonlySet<string>> = {
  diagnose: new Set(["DIAGNOSE"]),
  drop: new Set(["DROP"]),
  "drop+relax": new Set(["DROP", "RELAX_SMALL", "RELAX_LARGE"]),
};

/**
 * Diagnosis accuracy of one episode, with G the conflict at its start and D the targets of the counted actions:
 *
 * - `da.iis_set`: |G and D| / |G|, both as sets.
 * - `da.iis_dup`: members of D as a list, repeats included, that lie in G, over |G|. It can exceed 1.
 * - `da.iis_jaccard`: |G and D| / |G or D|, both as sets.
 *
 * Null where the conflict is empty or unknown: there was nothing to diagnose.
 */
export function diagnosisAccuracy(
  { conflict, actions }: DiagnosedEpisode,
  definition: DiagnosisDefinition,
  counts: DiagnosisCounts,
): DiagnosisParts | null {
  const members = new Set(conflict);
  if (members.size === 0) return null;
  const pointed = actions.flatMap(({ action, target }) =>
    target !== null && COUNTED[counts].has(action) ? [target] : [],
  );
  if (definition === "da.iis_dup")
    return { hits: pointed.filter((target) => members.has(target)).length, of: members.size };
  const distinct = new Set(pointed);
  const hits = [...distinct].filter((target) => members.has(target)).length;
  return { hits, of: definition === "da.iis_set" ? members.size : members.size + distinct.size - hits };
}
