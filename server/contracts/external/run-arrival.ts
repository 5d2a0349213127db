import { z } from "zod";

/** When a run from outside came, by the server's clock, beside the times of the run, which are its own. */
export const RunArrival = z.object({
  /** Its first word, and its last. */
  firstAt: z.number().int(),
  lastAt: z.number().int(),
  /** How far the run's clock is behind the server's, or how long its rows were on their way, ms; below 0 where it is ahead. */
  lagMs: z.number().int(),
  /** How long after it had happened a run came that was synced afterwards; null where it came as it was logged. */
  syncedMs: z.number().int().nullable(),
});
export type RunArrival = z.infer<typeof RunArrival>;
