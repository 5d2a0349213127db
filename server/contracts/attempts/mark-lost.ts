import { z } from "zod";
import { RUN_STATES } from "../run-lifecycle.ts";

/** What it would mean to mark the attempt of a silent run as lost, before anybody does. */
export const DeathPlan = z.object({
  id: z.string(),
  name: z.string(),
  /** What is known of it, and what is true from then on. */
  message: z.string(),
});
export type DeathPlan = z.infer<typeof DeathPlan>;

export const MarkedLost = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(RUN_STATES),
  message: z.string(),
});
export type MarkedLost = z.infer<typeof MarkedLost>;
