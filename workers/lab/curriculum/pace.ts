import { Climb } from "./climb.ts";
import {
  e2hCosineWeights,
  e2hGaussWeights,
  FOUR_STAGES,
  rangeWeights,
  uniformWeights,
} from "./level-weights.ts";
import { Rlve } from "./rlve.ts";
import { writePercent } from "../../math/percent.ts";
import { type Pace, type PaceOptions, rangeName, type Stage, stepsText } from "./stage.ts";

/** The pace of a name. Everything it does follows from the options and the tallies. */
export function createPace(options: PaceOptions): Pace {
  const { name, levels, iterations } = options;
  const of = (range: readonly [number, number]) => rangeName(levels, range);
  const all = levels.length;
  switch (name) {
    case "uniform":
      return scheduled(
        () => uniformWeights(all),
        "Every level alike in every step.",
        () => of([0, all - 1]),
      );
    case "four_stages":
      return inStages(FOUR_STAGES, levels, options);
    case "linear":
      return inStages(
        levels.map((_, i) => [i, i] as const),
        levels,
        options,
      );
    case "adaptive":
    case "self_paced":
      return new Climb(options);
    case "rlve":
      return new Rlve(options);
    case "e2h_cosine":
    case "e2h_gauss": {
      const weights = (trainStep: number) => {
        const progress = (trainStep - 1) / iterations;
        return name === "e2h_cosine"
          ? e2hCosineWeights(all, progress)
          : e2hGaussWeights(all, progress, options.gauss);
      };
      return mostly(weights, options);
    }
  }
}

/** One stage from the first step to the last. */
function scheduled(weights: (trainStep: number) => number[], reason: string, name: () => string): Pace {
  return {
    first: () => ({ step: 1, change: "began", name: name(), reason, weights: weights(1) }),
    weights,
    observe: () => null,
  };
}

/** Stages of levels one after another, each for as many train steps. */
function inStages(
  stages: readonly (readonly [number, number])[],
  levels: readonly string[],
  { stageSteps, iterations }: PaceOptions,
): Pace {
  // Stages begin at whole steps as near to even parts as there are.
  const begins = stages.map((_, k) =>
    stageSteps > 0 ? 1 + k * stageSteps : 1 + Math.round((k * iterations) / stages.length),
  );
  const at = (trainStep: number) => begins.findLastIndex((begin) => begin <= trainStep);
  const stage = (k: number): Omit<Stage, "change" | "reason"> => ({
    step: begins[k],
    name: rangeName(levels, stages[k]),
    weights: rangeWeights(levels.length, ...stages[k]),
  });
  const lasts = (k: number) => (begins[k + 1] ?? iterations + 1) - begins[k];
  return {
    first: () => ({
      ...stage(at(1)),
      change: "began",
      reason: `Stage 1 of ${stages.length}, for ${stepsText(lasts(0))}.`,
    }),
    weights: (trainStep) => rangeWeights(levels.length, ...stages[at(trainStep)]),
    observe(trainStep) {
      const next = at(trainStep + 1);
      if (next === at(trainStep) || trainStep >= iterations) return null;
      const reason = `The ${stepsText(begins[next] - begins[next - 1])} of stage ${next} of ${stages.length} are over.`;
      return { ...stage(next), change: "promoted", reason };
    },
  };
}

/** Weights that follow the train step alone; a stage is named after the level that is drawn most. */
function mostly(weights: (trainStep: number) => number[], { levels, iterations }: PaceOptions): Pace {
  const top = (list: readonly number[]) => list.indexOf(Math.max(...list));
  let level = top(weights(1));
  const describe = (trainStep: number): Pick<Stage, "name" | "weights" | "reason"> => {
    const now = weights(trainStep);
    const shares = now.map((weight, i) => `${levels[i]} ${writePercent(weight)}`).join(", ");
    const progress = writePercent((trainStep - 1) / iterations);
    return {
      name: `mostly ${levels[level]}`,
      weights: now,
      reason: `At ${progress} of the run the schedule draws ${shares}.`,
    };
  };
  return {
    first: () => ({ step: 1, change: "began", ...describe(1) }),
    weights,
    observe(trainStep) {
      const next = weights(trainStep + 1);
      const leads = next[top(next)] > next[level] + 1e-12;
      if (!leads || trainStep >= iterations) return null;
      level = top(next);
      return { step: trainStep + 1, change: "scheduled", ...describe(trainStep + 1) };
    },
  };
}
