import { z } from "zod";

/** Levels of generated problems, from easy to hard. */
const LEVEL_WORDS = ["easy", "medium", "hard"] as const;

/** The parameters that say which problems a run has, and how they are seen; the same names in every recipe that has problems. */
export const ProblemParams = z.object({
  problems: z.string(),
  level: z.enum(LEVEL_WORDS),
  names: z.enum(["neutral", "original", "random"]).default("neutral"),
  train_problems: z.number().int(),
  eval_problems: z.number().int(),
  holdout_share: z.number(),
  problem_seed: z.number().int(),
  /** Of a benchmark or a given set, only the problems of this level. */
  only_level: z.enum(["all", ...LEVEL_WORDS]).default("all"),
  sigma: z.number(),
  observe_names: z.boolean().default(false),
});
export type ProblemParams = z.infer<typeof ProblemParams>;

export const PROBLEM_PARAMS: readonly string[] = Object.keys(ProblemParams.shape);
