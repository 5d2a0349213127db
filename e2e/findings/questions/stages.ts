import type { Params } from "../../../workers/protocol/manifest.ts";
import { PIPELINES } from "../../../workers/recipes/pipelines.ts";
import type { Direction, Expectation, Question } from "../question.ts";

export type Stage = Question["stages"][number];

/** A stage that is trained with every seed. */
export const trained = (
  key: string,
  [recipe, preset]: [string, string],
  edits: Params = {},
  inputs: Stage["inputs"] = {},
): Stage => ({ key, recipe, presets: [preset], edits, inputs, all: true });

/** A stage without chance of its own: it is made once. */
export const once = (...stage: Parameters<typeof trained>): Stage => ({ ...trained(...stage), all: false });

/** The stages of a chain that the launch form offers, and what they are compared with. */
export function ofPipeline(id: string): Pick<Question, "stages" | "baseline"> {
  const chain = PIPELINES.find((one) => one.id === id);
  if (!chain) throw new Error(`There is no chain "${id}".`);
  return {
    baseline: chain.baseline,
    stages: chain.stages.map(({ key, recipe, preset, edits, takes, seeds }) => ({
      key,
      recipe,
      presets: [preset],
      edits,
      inputs: Object.fromEntries(Object.entries(takes).map(([slot, stage]) => [slot, { stage }])),
      all: seeds === "all",
    })),
  };
}

/** That a configuration differs from the baseline in a metric, in words and towards a side. */
export const differs = (
  cell: string,
  metric: string,
  direction: Direction | "either",
  says: string,
): Extract<Expectation, { kind: "difference" }> => ({ says, kind: "difference", cell, metric, direction });

/** One pass of 4 minibatches per step: half the CPU, and seeds that differ less. */
export const CALM: Params = { epochs_per_batch: 1 };

/** What a table about training shows beside the quantities of its question. */
export const RESULTS = ["reward/raw", "eval/rr_at_5", "eval/clean"];
