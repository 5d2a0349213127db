import { z } from "zod";
import { idSchema } from "../ids.ts";

const MOST_SEEDS = 200;
const MOST_PROBLEMS = 1_000_000;

/** What a design is to show, asked before it is launched. Differences and spreads are in the metric's unit, shares 0 to 1. */
export const PowerInput = z.object({
  recipe: z.string().min(1).max(80),
  /** The primary metric; the recipe's own where none is named. */
  metric: z.string().min(1).max(256).optional(),
  /** Configurations beside the baseline. */
  comparisons: z.number().int().min(1).max(200),
  seeds: z.number().int().min(1).max(MOST_SEEDS),
  /** Problems of an evaluation; null where the metric is not measured on problems. */
  problems: z.number().int().min(1).max(MOST_PROBLEMS).nullable().default(null),
  /** At most 1 where the metric is a share. */
  difference: z
    .number("A difference to be shown is a finite number.")
    .positive("A difference to be shown is more than 0.")
    .nullable()
    .default(null),
  /** The experiment whose spread is taken; where none is named, the one with the most degrees of freedom, newest on ties. */
  pilot: idSchema("experiment").nullable().default(null),
});
export type PowerInput = z.input<typeof PowerInput>;

/** An experiment that says how much runs of a recipe scatter. */
export const PowerPilot = z.object({
  experimentId: z.string(),
  title: z.string(),
  /** Spread over the seeds inside its configurations of the recipe that were measured alike, and its degrees of freedom. */
  sd: z.number(),
  df: z.number().int(),
  configurations: z.number().int(),
  /** The configuration that scatters unlike the others, as a multiple of them; null ratio: the others do not scatter at all. */
  spreadStandsOut: z.object({ config: z.string(), ratio: z.number().nullable() }).nullable(),
  /** The spread that is planned with: the true one exceeds it in one pilot of five. */
  plannedSd: z.number(),
  /** Problems of its evaluations; null where the metric is not measured on any. */
  problems: z.number().int().nullable(),
});
export type PowerPilot = z.infer<typeof PowerPilot>;

const Shown = z.object({
  /** Smallest true difference that is shown with 80 % power; null below 3 seeds. Above 1 no difference of a share is. */
  detectable: z.number().nullable(),
  /** Seeds a configuration that the asked difference needs; null where none is asked for, or more than 1,000. */
  seedsNeeded: z.number().int().nullable(),
});

export type PowerShown = z.infer<typeof Shown>;

/** What a design can show, and what the asked difference needs. */
export const PowerAnswer = z.object({
  metric: z.string(),
  title: z.string(),
  unit: z.string(),
  seeds: z.number().int(),
  comparisons: z.number().int(),
  difference: z.number().nullable(),
  /** Null where no experiment says how much runs scatter; then nothing can be said. */
  pilot: PowerPilot.nullable(),
  /** Why: too few finished seeds, in any experiment or in the one that was asked for, or seeds that are all equal. */
  noPilot: z.enum(["too_few", "asked_too_few", "all_equal"]).nullable(),
  /** Those that could be the pilot, the most degrees of freedom first, then the newest. */
  pilots: z.array(z.object({ experimentId: z.string(), title: z.string() })),
  /** For new seeds and these problems. */
  theseProblems: Shown.nullable(),
  /** For new seeds and new problems: with both floors, the part that neither more problems nor more seeds can beat. */
  newProblems: Shown.extend({
    problems: z.number().int(),
    problemsNeverBeat: z.number(),
    seedsNeverBeat: z.number(),
  }).nullable(),
  /** The same in words, a sentence each. */
  sentences: z.array(z.string()),
});
export type PowerAnswer = z.infer<typeof PowerAnswer>;
