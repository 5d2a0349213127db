import { z } from "zod";

/** Which runs a claimed difference is about: no run that was seen says how many others collapse. Left out where nothing is claimed. */
export const CollapseCondition = z.object({
  /** `all_runs`: it stands also if as many runs collapse as those that were seen do not exclude. */
  about: z.enum(["all_runs", "runs_without_collapse"]),
  /** Whose collapses would take from the difference: the side that is ahead. */
  side: z.enum(["own", "baseline"]),
  /** Its runs, those of earlier experiments with the same configuration and seeds without a value among them. */
  runs: z.number().int(),
  earlier: z.number().int(),
  missing: z.number().int(),
  /** Runs that collapsed. */
  collapsed: z.number().int(),
  /** Up to this share of its runs may collapse, seeds without a value taken for collapsed: exact, one-sided at 95 %. */
  atMost: z.number(),
  /** The share of its runs at the metric's floor that would bring the interval to 0; null where the metric has no floor. */
  erasedBy: z.number().nullable(),
});
export type CollapseCondition = z.infer<typeof CollapseCondition>;
