import type {
  CompletionView,
  RewardRow,
  RolloutKind,
  RolloutStep,
} from "../../contracts/rollouts/rollouts.ts";
import type { RolloutPhase } from "../../contracts/rollouts/rollout-limits.ts";
import type { ServiceContext } from "../context.ts";
import type { Turn } from "../../contracts/external/verbs.ts";
import { ServiceError } from "../../errors.ts";
import { episodeSource } from "./episodes.ts";
import { sampleSource } from "./samples.ts";
import { storedSource } from "./stored.ts";

/** One group with the numbers of its completions. */
export interface SourceGroup {
  phase: RolloutPhase;
  step: number;
  key: string;
  hash: string;
  opening: string;
  rewards: RewardRow[];
}

/** What is kept of completions beyond their numbers; `turns` is null where no text was sent. */
export type SourceCompletion = Omit<CompletionView, "surprise">;

export interface SourceText {
  turns: (Omit<Turn, "reward"> & { reward: number | string | null })[];
  cutFrom: number | null;
}

/**
 * Where groups of a run come from: texts that were sent, rewards that a trainer of ours sampled, or episodes of its evaluations.
 * Asked only for steps and keys that it names itself.
 */
export interface RolloutSource {
  kind: RolloutKind;
  /** Its steps, ascending; of one that is asked for, this one or none. */
  steps(only?: { phase: RolloutPhase; step: number }): RolloutStep[];
  groups(step: RolloutStep): SourceGroup[];
  /** Groups that were drawn at a step, where that is more than are kept. */
  drawn(step: RolloutStep): number;
  completions(step: RolloutStep, key: string): SourceCompletion[];
  /** Texts of completions by place, of the prompt by null. */
  text(step: RolloutStep, key: string, place: number | null): SourceText | null;
  /** Beginnings of texts, in the order of what is asked for. */
  openings(step: RolloutStep, of: readonly { key: string; place: number }[]): (string | null)[];
  visits(hash: string): SourceGroup[];
}

/** The sources of a run; of two that know the same step of a phase the first is asked. */
export function rolloutSources(ctx: ServiceContext, runId: string): RolloutSource[] {
  return [storedSource(ctx.db, runId), sampleSource(ctx.db, runId), episodeSource(ctx.db, runId)];
}

export interface SourcedStep extends RolloutStep {
  source: RolloutSource;
}

/** Every step of a run of which completions are known, those that train first, ascending. */
export function sourcedSteps(ctx: ServiceContext, runId: string): SourcedStep[] {
  const byPlace = new Map<string, SourcedStep>();
  for (const source of rolloutSources(ctx, runId))
    for (const step of source.steps()) {
      const place = `${step.phase} ${step.step}`;
      if (!byPlace.has(place)) byPlace.set(place, { ...step, source });
    }
  return [...byPlace.values()].toSorted(
    (a, b) => Number(a.phase === "eval") - Number(b.phase === "eval") || a.step - b.step,
  );
}

/** The step that is asked for; refuses one of which nothing is known. */
export function requireStep(
  ctx: ServiceContext,
  { runId, phase, step }: { runId: string; phase: RolloutPhase; step: number },
): SourcedStep {
  for (const source of rolloutSources(ctx, runId)) {
    const found = source.steps({ phase, step }).find((one) => one.phase === phase && one.step === step);
    if (found) return { ...found, source };
  }
  throw new ServiceError("not_found", `Step ${step} of this run has no groups.`);
}
