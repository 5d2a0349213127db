import { z } from "zod";

/**
 * A stage of a curriculum: which levels train steps draw from, from `step` on, and why. `change` is what it was for the
 * policy: harder, easier, or by a schedule that asks nothing of it.
 */
export const StageEvent = z.object({
  t: z.literal("stage"),
  at: z.number().int(),
  /** First train step of the stage. */
  step: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  change: z.enum(["began", "promoted", "demoted", "scheduled"]),
  name: z.string().min(1).max(80),
  reason: z.string().min(1).max(500),
  /** Level -> how likely a draw is of it. */
  weights: z.record(z.string().max(16), z.number().min(0).max(1)),
});
export type StageEvent = z.infer<typeof StageEvent>;
