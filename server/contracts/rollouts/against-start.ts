import { z } from "zod";
import { idSchema } from "../ids.ts";
import { ROLLOUT_LIMITS } from "./rollout-limits.ts";

const step = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().default(null);

/** The evaluated completions of a run at two steps: the first and the last where none is named. */
export const AgainstStartInput = z.object({
  runId: idSchema("run"),
  start: step,
  trained: step,
  /** From which reward on a completion is right; null: halfway between the least and the greatest. */
  threshold: z.number().nullable().default(null),
});
export type AgainstStartInput = z.infer<typeof AgainstStartInput>;

const Interval = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

const Side = z.object({
  step: z.number().int(),
  problems: z.number().int(),
  completions: z.number().int(),
  /** Versions of the policy that its completions name; empty where they name none. */
  policies: z.array(z.string()),
});

/** Problems by what each policy solves in its tries. */
const LostProblem = z.object({
  key: z.string(),
  opening: z.string(),
  /** Right tries and tries of the start, and tries of the trained policy, none of which is right. */
  startRight: z.number().int(),
  startTries: z.number().int(),
  trainedTries: z.number().int(),
});

/** What a trained policy solves that its start does not, and the other way round, from stored completions of its evaluations. */
export const AgainstStart = z.object({
  runId: z.string(),
  threshold: z.number(),
  start: Side,
  trained: Side,
  /** Problems that both tried; what follows is of these. */
  problems: z.number().int(),
  /** One side was answered by several policies: its values are not those of one, and no difference is given. */
  severalPolicies: z.boolean(),
  pass: z.array(
    z.object({
      k: z.number().int(),
      start: z.number(),
      trained: z.number(),
      difference: Interval.nullable(),
    }),
  ),
  cover: z.array(z.object({ tau: z.number(), start: z.number(), trained: z.number() })),
  /** Solved by the start in its tries and never by the trained policy: how many, and the first of them; and the other way round. */
  lost: z.number().int(),
  lostProblems: z.array(LostProblem).max(ROLLOUT_LIMITS.listed),
  gained: z.number().int(),
  /** The gain split into answers that can be read now and answers that are right now; null where completions do not say. */
  parse: z
    .object({
      n: z.number().int(),
      start: z.object({ parsed: z.number(), right: z.number() }),
      trained: z.object({ parsed: z.number(), right: z.number() }),
      nowParsed: z.number(),
      nowRight: z.number(),
    })
    .nullable(),
});
export type AgainstStart = z.infer<typeof AgainstStart>;
