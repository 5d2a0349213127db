import type { Params } from "../../../workers/protocol/manifest.ts";
import type { Question } from "../question.ts";

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

/** One pass of 4 minibatches per step: half the CPU, and seeds that differ less. */
export const CALM: Params = { epochs_per_batch: 1 };

/** What a table about training shows beside the quantities of its question. */
export const RESULTS = ["reward/raw", "eval/rr_at_5", "eval/clean"];
