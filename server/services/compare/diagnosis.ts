import {
  type CompareRow,
  type Diagnosis,
  DIAGNOSIS_DEFINITIONS,
  type DiagnosisCounts,
  type DiagnosisDefinition,
  type DiagnosisInput,
} from "../../contracts/compare.ts";
import { type DiagnosedEpisode, diagnosisAccuracy } from "../../stats/problems/outcome-counts.ts";
import { moments, type Moments } from "../../stats/moments.ts";
import type { ServiceContext } from "../context.ts";
import { countOf } from "../../wording/counts.ts";
import { COUNTED_ACTIONS } from "../../contracts/compare-words.ts";
import { DIAGNOSIS_FORMULAS, diagnosedEpisodes } from "../evaluations/diagnosis.ts";
import { meanDifference, noDifference } from "./difference.ts";
import { judgeCommon } from "./judge.ts";
import { resolveSides } from "./resolve-sides.ts";
import { diagnosisValue } from "./rows.ts";

function momentsOf(values: number[]): Moments {
  return moments({
    n: values.length,
    sum: values.reduce((a, b) => a + b, 0),
    squares: values.reduce((a, b) => a + b * b, 0),
    min: values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b)),
    max: values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b)),
  });
}

type ByProblem = Map<string, number>;

function accuracies(
  episodes: Map<string, DiagnosedEpisode>,
  definition: DiagnosisDefinition,
  counts: DiagnosisCounts,
): ByProblem {
  const values: ByProblem = new Map();
  for (const [problem, episode] of episodes) {
    const parts = diagnosisAccuracy(episode, definition, counts);
    if (parts !== null) values.set(problem, parts.hits / parts.of);
  }
  return values;
}

/**
 * Diagnosis accuracies of some evaluations, recomputed from their stored episodes: G is the conflict at the start of the
 * episode, D what the counted actions pointed at. Means over problems with the intervals of DA; differences are paired by problem, with t.
 * An evaluation without stored episodes has no value, and n 0.
 */
export function compareDiagnosis(ctx: ServiceContext, input: DiagnosisInput): Diagnosis {
  const sides = resolveSides(ctx, input.ids);
  const ids = sides.map((s) => s.evaluation.id);
  const { judged, only } = judgeCommon(ctx, sides, input.common);
  const counted = only && new Set(only);
  const episodes = ids.map(
    (id) =>
      new Map(
        [...diagnosedEpisodes(ctx, id)].filter(([problem]) => counted === null || counted.has(problem)),
      ),
  );
  const stored = episodes.map((e) => e.size);
  const family = { comparisons: Math.max(1, ids.length - 1) };
  const rows = DIAGNOSIS_DEFINITIONS.map((definition): CompareRow => {
    const values = episodes.map((of) => accuracies(of, definition, input.counts));
    const words = `${DIAGNOSIS_FORMULAS[definition]}; G the conflict at the start of the episode, D the targets of ${COUNTED_ACTIONS[input.counts]}; mean over problems`;
    return {
      id: definition,
      title: `DA, ${definition}`,
      unit: "share",
      better: "higher",
      definition: words,
      values: values.map((of, i) => {
        const value = diagnosisValue([...of.values()], words);
        if (stored[i] === 0) return { ...value, method: "not defined: no episodes stored" };
        const why = `not defined: no conflict is stored in ${countOf(stored[i], "episode")}`;
        return of.size === 0 ? { ...value, method: why } : value;
      }),
      differences: values.map((of, i) => {
        if (i === 0) return null;
        const untold = stored[0] === 0 || stored[i] === 0 ? "not defined: no episodes stored" : null;
        // Recomputed by one definition for all: how each counted DA itself does not matter.
        const why = untold ?? judged.why("eval/rr", i);
        if (why !== null) return noDifference(why);
        const gaps = [...of].flatMap(([problem, value]) => {
          const first = values[0].get(problem);
          return first === undefined ? [] : [value - first];
        });
        return meanDifference(momentsOf(gaps), family);
      }),
    };
  });
  return { rows, counts: input.counts };
}
