import { kind } from "./entry.ts";

/**
 * What a step takes: exact names, without `train/` before them. `same` only where the definition is ours: a name that is near is worse than
 * none. Sources: the trainers' own code and documents, read in 2026.
 */
export const COST_TABLE = [
  kind(
    "s",
    "lower",
    "progress",
    null,
    [
      ["step_time", "TRL", "seconds of a train step, generation included"],
      ["timing_s/step", "verl", "seconds of a train step"],
      ["time/step", "prime-rl", "seconds of a train step"],
      ["timing/step", "SkyRL", "seconds of a train step"],
      ["timing/train/total_step_time", "NeMo-RL", "seconds of a train step"],
      ["timing/step_total", "OpenRLHF", "seconds of a train step"],
      ["perf/step_time", "slime", "seconds of a train step"],
    ],
    "step_time",
  ),
  kind(
    "s",
    "lower",
    "progress",
    null,
    [
      ["timing_s/gen", "verl", "seconds of a train step spent on generation"],
      ["timing/generate", "SkyRL", "seconds of a train step spent on generation"],
      ["timing/train/generation", "NeMo-RL", "seconds of a train step spent on generation"],
      ["timing/generation", "OpenRLHF", "seconds of a train step spent on generation"],
    ],
    "generation_time",
  ),
  kind(
    "s",
    "lower",
    "progress",
    null,
    [
      ["time/wait_for_batch", "prime-rl", "seconds that the trainer waited for a batch"],
      ["perf/train_wait_time", "slime", "seconds that the trainer waited for a batch"],
    ],
    "wait_time",
  ),
];
