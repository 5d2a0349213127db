import { z } from "zod";
import { CLAIM_VERDICTS } from "./experiment.ts";

/** The difference of one configuration to the baseline of its experiment, in the unit of the store. */
export const AnswerRow = z.object({
  config: z.string(),
  value: z.number(),
  /** Adjusted for the comparisons of its experiment; null where there is none. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Seeds of the side that has fewer. */
  n: z.number().int(),
  verdict: z.enum(CLAIM_VERDICTS),
});
export type AnswerRow = z.infer<typeof AnswerRow>;

/** What an experiment answers in its question's metric, as short as a row of a list. */
export const ExperimentAnswer = z.object({
  /** Null where no metric is known to be a result. */
  metric: z
    .object({ title: z.string(), unit: z.string(), better: z.enum(["higher", "lower"]).nullable() })
    .nullable(),
  /** The highest or the lowest of `rows`, whichever is better; the largest where no direction is known. */
  best: AnswerRow.nullable(),
  /** Configurations that may be ranked against the baseline and have a value, in the order of the table. */
  rows: z.array(AnswerRow),
  notRanked: z.number().int(),
  /** What separates, or why nothing can be said: "nothing separates; 3 seeds could show 41.0 pp". */
  words: z.string(),
  /** Rules that object to or caution about its runs and comparisons, the graver first. */
  flags: z.array(z.object({ severity: z.enum(["objection", "caution"]), rules: z.array(z.string()) })),
});
export type ExperimentAnswer = z.infer<typeof ExperimentAnswer>;

export const AnswersInput = z.object({ archived: z.boolean().default(false) });

/** Answers of the list of experiments, as far as they are worked out. */
export const ExperimentAnswers = z.object({
  /** By experiment id. */
  answers: z.record(z.string(), ExperimentAnswer),
  /** Experiments of the list whose answer is not worked out yet, or anew. */
  unread: z.number().int(),
});
export type ExperimentAnswers = z.infer<typeof ExperimentAnswers>;
