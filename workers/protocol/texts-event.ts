import { z } from "zod";

const share = z.number().min(0).max(1).nullable().optional();

/** What an evaluation says of a program beside whether it solves its problem. */
export const ProgramOutcome = z.object({
  /** Share of the hidden cases that passed. */
  passed: share,
  /** Unbiased estimates of pass@1 and pass@8 from programs sampled for this problem; null where too few were. */
  passAt1: share,
  passAt8: share,
});

/** Completions of some groups with their texts, to be read; of training, or of an evaluation at that step. */
export const TextsEvent = z.object({
  t: z.literal("texts"),
  at: z.number().int(),
  phase: z.enum(["train", "eval"]),
  step: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  groups: z
    .array(
      z.object({
        key: z.string().min(1).max(200),
        prompt: z.string().max(20_000),
        completions: z
          .array(
            z.object({
              text: z.string().max(100_000),
              reward: z.number(),
              /** In the units of the policy: productions, tokens. */
              length: z.number().int().min(0),
              truncated: z.boolean(),
              /** In a word: how it ended. */
              ending: z.string().max(40),
              /** What the reward was made from. */
              rewards: z.record(z.string().max(40), z.number()),
              error: z.string().max(400).optional(),
            }),
          )
          .max(256),
      }),
    )
    .max(500),
});
export type TextsEvent = z.infer<typeof TextsEvent>;
