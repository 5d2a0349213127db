import { z } from "zod";
import { idSchema } from "./ids.ts";

export const CheckpointMeansInput = z.object({ id: idSchema("experiment"), metric: z.string().max(300) });
export type CheckpointMeansInput = z.infer<typeof CheckpointMeansInput>;

/** A metric of evaluations over the last checkpoints of each run, and whether its problems can separate the configurations. */
export interface CheckpointMeans {
  /** Checkpoints of a run that are averaged, at most. */
  checkpoints: number;
  /** Mean over runs of the mean of their last checkpoints, by configuration. */
  cells: { config: string; mean: number; runs: number }[];
  /** In the metric's unit; null where no run has three checkpoints, or none moves. */
  separates: { signal: number; noise: number; ratio: number; runs: number } | null;
}
