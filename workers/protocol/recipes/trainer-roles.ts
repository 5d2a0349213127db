/** What a field of a trainer of language models may stand for. A recipe says it of its own fields, so nobody asks for names. */
export const TRAINER_ROLES = [
  /** Weight of the KL term. */
  "kl",
  "clip_low",
  "clip_high",
  /** Optimiser passes over one generation. */
  "updates",
  /** What the loss is divided by, or its kind. */
  "loss",
  /** What advantages are divided by. */
  "scale",
  "group_size",
  /** Completions of one device and backward pass. */
  "batch",
  /** Backward passes of one optimiser step. */
  "accumulation",
  /** Completions that were cut leave the loss. */
  "mask_cut",
  /** Most tokens of a completion. */
  "completion_limit",
  /** A loss that is not a number is logged as 0. */
  "nan_filter",
  /** Trains on the processor even where there is a GPU. */
  "cpu",
] as const;
export type TrainerRole = (typeof TRAINER_ROLES)[number];
