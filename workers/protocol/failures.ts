import { z } from "zod";
import { FAILURE_TYPES } from "../../packs/failures.ts";
import type { JudgedEpisode } from "../../packs/pack.ts";
import { DIAGNOSIS_COUNTS } from "../../packs/repair/diagnosis.ts";

/** How an episode failed, in the order in which they are looked for: those of packs between; `slow` was solved, but late. */
export const FAILURE_KINDS: readonly string[] = [
  "timeout",
  ...FAILURE_TYPES.map(({ id }) => id),
  "other",
  "slow",
];
export type FailureKind = string;
const FailureKind = z.enum(FAILURE_KINDS as [string, ...string[]]);

/**
 * How an episode failed; null where it was solved in time: out of steps, then by the first failure type that it is of, then the
 * rest. `slowOver`: steps above which a solved episode is slow; 0 for never.
 */
export function failureKind(episode: JudgedEpisode, slowOver: number): FailureKind | null {
  const { solved, steps, maxSteps } = episode;
  if (solved) return slowOver > 0 && steps > slowOver ? "slow" : null;
  if (steps >= maxSteps) return "timeout";
  return FAILURE_TYPES.find(({ of, is }) => of === episode.of && is(episode))?.id ?? "other";
}

const Count = z.number().int().min(0);

/** Episodes of one fault type or one level, and how many of them failed or were slow. */
export const WeakPart = z.object({
  name: z.string().max(200),
  n: Count,
  failed: Count,
  slow: Count,
  /** Share of the draws of the set that fell to it by weight; null where nothing was weighted. */
  weight: z.number().min(0).max(1).nullable(),
});
export type WeakPart = z.infer<typeof WeakPart>;

export const FailedCase = z.object({
  /** Content hash of the problem. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  key: z.string().max(200),
  type: z.string().max(200),
  level: z.string().max(200),
  kind: FailureKind,
  steps: Count,
});
export type FailedCase = z.infer<typeof FailedCase>;

/** What went wrong in the episodes of an evaluation, and which problems were left to train on. */
export const FailureReport = z.object({
  n: Count,
  slowOver: Count,
  maxSteps: Count,
  counts: z.enum(DIAGNOSIS_COUNTS),
  part: z.enum(["train", "held_out"]),
  kinds: z.array(z.object({ kind: FailureKind, count: Count })),
  /** A problem of several fault types counts for each of them. */
  byType: z.array(WeakPart).max(200),
  byLevel: z.array(WeakPart).max(200),
  /** Elements of the conflict at the start, over what failed; null where none is known. */
  conflict: z.object({ n: Count, least: Count, mean: z.number(), most: Count }).nullable(),
  /** Mean steps of what failed or was slow; null where nothing did. */
  meanSteps: z.number().nullable(),
  /** How the set was drawn and how many problems it has; null where none was left. */
  subset: z.object({ how: z.enum(["failed", "weighted", "uniform"]), n: Count }).nullable(),
  cases: z.array(FailedCase).max(4000),
});
export type FailureReport = z.infer<typeof FailureReport>;

/** The report of a run that looks at the episodes of the evaluation in its slot `episodes`. */
export const FailuresEvent = z.object({ t: z.literal("failures"), at: Count, report: FailureReport });
export type FailuresEvent = z.infer<typeof FailuresEvent>;

/** An episode that was looked at, solved or not. */
export interface LookedAt {
  type: string;
  level: string;
  kind: FailureKind | null;
}

/** Where a policy is weak: failures by whatever `names` gives of each episode, most failures first. */
export function weakParts(
  episodes: readonly LookedAt[],
  names: (episode: LookedAt) => readonly string[],
): WeakPart[] {
  const parts = new Map<string, WeakPart>();
  for (const episode of episodes)
    for (const name of names(episode)) {
      const part = parts.get(name) ?? { name, n: 0, failed: 0, slow: 0, weight: null };
      part.n++;
      if (episode.kind === "slow") part.slow++;
      else if (episode.kind !== null) part.failed++;
      parts.set(name, part);
    }
  const share = ({ n, failed, slow }: WeakPart) => (failed + slow) / n;
  return [...parts.values()].toSorted((a, b) => share(b) - share(a) || (a.name < b.name ? -1 : 1));
}

/** How many episodes are of each kind, in the order of the kinds. */
export const countKinds = (kinds: readonly (FailureKind | null)[]): FailureReport["kinds"] =>
  FAILURE_KINDS.map((kind) => ({ kind, count: kinds.filter((other) => other === kind).length }));
