import {
  definitionOfId,
  type DiagnosisChoice,
  DIAGNOSIS_DEFINITIONS,
  type DiagnosisId,
  type DiagnosisParts,
  isMicro,
} from "../diagnosis.ts";
import type { CompareRow, Diagnosis, DiagnosisInput } from "../../../server/contracts/compare/compare.ts";
import { longerEpisodes } from "../checks/longer-episodes.ts";
import { solvedWithin } from "../../../server/stats/problems/outcome-counts.ts";
import { moments, type Moments } from "../../../server/stats/moments.ts";
import { diagnosisDefinition, diagnosisTitle } from "../wording/diagnosis.ts";
import type { ServiceContext } from "../../../server/services/context.ts";
import { estimateDiagnosis, partsOf, talliesOf, whyUndefined } from "./diagnosis.ts";
import { intervalOf } from "../../../server/services/evaluations/metric-registry.ts";
import { meanDifference, noDifference } from "../../../server/services/compare/difference.ts";
import { judgeCommon } from "../../../server/services/compare/judge.ts";
import { measureSides } from "../../../server/services/compare/measure.ts";
import { resolveSides } from "../../../server/services/compare/resolve-sides.ts";
import { estimateValue } from "../../../server/services/compare/rows.ts";

/** A pooled DA is a ratio of sums, and its interval no mean of ratios. */
const LINEARISED = "difference of two ratios of sums, linearised problem by problem";

function momentsOf(values: number[]): Moments {
  return moments({
    n: values.length,
    sum: values.reduce((a, b) => a + b, 0),
    squares: values.reduce((a, b) => a + b * b, 0),
    min: values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b)),
    max: values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b)),
  });
}

type ByProblem = Map<string, DiagnosisParts>;

const total = (parts: readonly DiagnosisParts[], what: "hits" | "of") =>
  parts.reduce((sum, part) => sum + part[what], 0);

/**
 * One value per problem of both sides whose mean is the difference of B to A. Of means over problems it is the gap itself; of
 * ratios of sums, R = sum h / sum g, the linearised one, R_B - R_A + (h_B - R_B g_B) / mean g_B - (h_A - R_A g_A) / mean g_A
 * (Cochran 1977, section 6.3), so that its standard error is that of the difference of the ratios.
 */
export function pairedGaps(a: ByProblem, b: ByProblem, micro: boolean): number[] {
  const pairs = [...b].flatMap(([problem, own]) => {
    const first = a.get(problem);
    return first === undefined ? [] : [{ a: first, b: own }];
  });
  if (!micro) return pairs.map((pair) => pair.b.hits / pair.b.of - pair.a.hits / pair.a.of);
  const side = (key: "a" | "b") => {
    const parts = pairs.map((pair) => pair[key]);
    return { ratio: total(parts, "hits") / total(parts, "of"), size: total(parts, "of") / parts.length };
  };
  const [A, B] = [side("a"), side("b")];
  return pairs.map(
    (pair) =>
      B.ratio -
      A.ratio +
      (pair.b.hits - B.ratio * pair.b.of) / B.size -
      (pair.a.hits - A.ratio * pair.a.of) / A.size,
  );
}

/** The definition that was asked for, then the others, all averaged as it is. */
function definitionsFrom(da: DiagnosisId): DiagnosisId[] {
  const first = definitionOfId(da);
  const others = DIAGNOSIS_DEFINITIONS.filter((definition) => definition !== first);
  return [first, ...others].map((definition) =>
    isMicro(da) ? (`${definition}_micro` as const) : definition,
  );
}

/**
 * Diagnosis accuracies of some evaluations, from what their rows counted: G is the conflict at the start of the episode, D what
 * the counted actions pointed at. Values over problems with the intervals of DA; differences are paired by problem, with t.
 * An evaluation of which nothing was counted has no value, and n 0.
 */
export function compareDiagnosis(ctx: ServiceContext, input: DiagnosisInput): Diagnosis {
  const sides = resolveSides(ctx, input.ids);
  const ids = sides.map((s) => s.evaluation.id);
  const { judged, only } = judgeCommon(ctx, sides, input.common);
  const counted = only && new Set(only);
  const found = talliesOf(ctx, ids);
  const tallies = ids.map((id) => {
    const { from = null, rows = [] } = found.get(id) ?? {};
    return { from, rows: rows.filter(({ hash }) => counted === null || counted.has(hash)) };
  });
  const family = { comparisons: Math.max(1, ids.length - 1) };
  const rows = definitionsFrom(input.da).map((da): CompareRow => {
    const choice: DiagnosisChoice = { da, counts: input.counts };
    const definition = diagnosisDefinition(choice);
    const values = tallies.map(
      (side): ByProblem =>
        new Map(
          side.rows.flatMap(({ hash, tally }) => {
            const parts = partsOf(tally, choice);
            return parts === null ? [] : [[hash, parts]];
          }),
        ),
    );
    const missing = tallies.map(({ from, rows: own }, i) =>
      values[i].size > 0 ? null : whyUndefined(from, choice, own.length),
    );
    return {
      id: da,
      title: diagnosisTitle(choice),
      unit: "share",
      better: "higher",
      definition,
      values: values.map((of, i) => {
        const by = isMicro(da) ? "bootstrap" : intervalOf("eval/da", of.size);
        const value = estimateValue(estimateDiagnosis([...of.values()], choice), definition, by);
        return missing[i] === null ? value : { ...value, method: missing[i] };
      }),
      differences: values.map((of, i) => {
        if (i === 0) return null;
        // Counted by one definition for all: how each evaluation defines DA itself does not matter.
        const why = missing[0] ?? missing[i] ?? judged.why("eval/rr", i);
        if (why !== null) return noDifference(why);
        const gap = meanDifference(momentsOf(pairedGaps(values[0], of, isMicro(da))), family);
        return isMicro(da) ? { ...gap, method: `${LINEARISED}; ${gap.method}` } : gap;
      }),
    };
  });
  const chosen = { da: input.da, counts: input.counts };
  const lengths = measureSides(ctx, ids, only);
  const named = sides.map(({ name }, i) => {
    const { value, n } = rows[0].values[i];
    const { outcomes, n: problems, steps } = lengths[i];
    const rrAt5 = problems === 0 ? null : solvedWithin(outcomes, 5) / problems;
    return { name, da: { value, n }, steps: steps.mean, rrAt5 };
  });
  const findings = named.flatMap((side, i) => (i === 0 ? [] : longerEpisodes.check(named[0], side, chosen)));
  return { rows, chosen, findings };
}
