import type {
  CompletionList,
  CompletionListInput,
  GroupRow,
  ListedCompletion,
  RolloutStep,
  RolloutStepInput,
  RolloutStepView,
} from "../../contracts/rollouts/rollouts.ts";
import {
  ROLLOUT_LIMITS,
  type CompletionOrder,
  type GroupOrder,
} from "../../contracts/rollouts/rollout-limits.ts";
import type { ServiceContext } from "../context.ts";
import { requireStep, sourcedSteps, type SourcedStep, type SourceGroup } from "./source.ts";
import { describeRewards, finiteReward, rewardBars, surpriseOf } from "./spread.ts";

/** Steps of a run of which groups are known, with the mean reward of each: those that train first, ascending. */
export function rolloutSteps(ctx: ServiceContext, runId: string): RolloutStep[] {
  return sourcedSteps(ctx, runId).map(({ source: _source, ...step }) => step);
}

const groupRow = ({ key, hash, opening, rewards }: SourceGroup): GroupRow => {
  const { n, mean, sd } = describeRewards(rewards);
  return { key, hash, opening, n, mean, sd, rewards };
};

/** What has no value comes last. */
const descending = (a: number | null, b: number | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : b - a;

const GROUP_SORTS: Record<GroupOrder, (a: GroupRow, b: GroupRow) => number> = {
  spread: (a, b) => descending(a.sd, b.sd) || descending(a.mean, b.mean),
  mean: (a, b) => descending(a.mean, b.mean),
  key: (a, b) => a.key.localeCompare(b.key, "en", { numeric: true }),
};

function wantedStep(ctx: ServiceContext, { runId, phase, step }: RolloutStepInput): SourcedStep | undefined {
  const steps = sourcedSteps(ctx, runId);
  const ofPhase = steps.filter((one) => one.phase === (phase ?? steps[0]?.phase));
  // A step without groups, as one between two samples, is answered by the last before it.
  return step === null ? ofPhase.at(-1) : (ofPhase.findLast((one) => one.step <= step) ?? ofPhase[0]);
}

/** Rewards of one step and a page of its groups; null where the run has none. */
export function rolloutStep(ctx: ServiceContext, input: RolloutStepInput): RolloutStepView | null {
  const found = wantedStep(ctx, input);
  if (!found) return null;
  const groups = found.source.groups(found);
  const all = groups.flatMap(({ rewards }) => rewards);
  const { n, rewarded, mean, sd, domain } = describeRewards(all);
  const from = input.page * ROLLOUT_LIMITS.groups;
  return {
    step: found.step,
    phase: found.phase,
    kind: found.kind,
    n,
    rewarded,
    mean,
    sd,
    domain,
    truncated: all.filter(({ truncated }) => truncated).length,
    summed: all.filter(({ summed }) => summed).length,
    drawn: found.source.drawn(found),
    bars: rewardBars(all),
    groups: groups
      .map(groupRow)
      .toSorted(GROUP_SORTS[input.order])
      .slice(from, from + ROLLOUT_LIMITS.groups),
    total: groups.length,
  };
}

type Ranked = Omit<ListedCompletion, "opening">;

/** How far a completion lies from the mean of its group, on either side. */
const distanceOf = ({ surprise }: Ranked): number | null => (surprise === null ? null : Math.abs(surprise));

const COMPLETION_SORTS: Record<CompletionOrder, (a: Ranked, b: Ranked) => number> = {
  place: () => 0,
  reward: (a, b) => descending(finiteReward(a), finiteReward(b)),
  length: (a, b) => descending(a.length, b.length),
  surprise: (a, b) => descending(distanceOf(a), distanceOf(b)),
};

/** Completions of one step, those of a bar of its histogram or all, with how each begins. */
export function listCompletions(ctx: ServiceContext, input: CompletionListInput): CompletionList {
  const step = requireStep(ctx, input);
  const rows = step.source.groups(step).flatMap(({ key, rewards }): Ranked[] => {
    const spread = describeRewards(rewards);
    return rewards.map((row) => ({ ...row, key, surprise: surpriseOf(row, spread) }));
  });
  const inRange = (row: Ranked): boolean => {
    const reward = finiteReward(row);
    if (input.range === null) return true;
    return reward !== null && reward >= input.range[0] && reward <= input.range[1];
  };
  const found = rows.filter(inRange).toSorted(COMPLETION_SORTS[input.order]);
  const from = input.page * ROLLOUT_LIMITS.listed;
  const shown = found.slice(from, from + ROLLOUT_LIMITS.listed);
  const openings = step.source.openings(step, shown);
  return { rows: shown.map((row, i) => ({ ...row, opening: openings[i] })), total: found.length };
}
