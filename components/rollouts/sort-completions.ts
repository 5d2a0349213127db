import type { CompletionOrder } from "#server/contracts/rollouts/rollout-limits.ts";
import type { CompletionView, RolloutGroup } from "#server/contracts/rollouts/rollouts.ts";

/** What has no value, or none that is a number, comes last. */
const numberOf = (value: number | string | null): number => {
  const number = value === null ? -Infinity : Number(value);
  return Number.isNaN(number) ? -Infinity : number;
};

const downBy =
  (of: (one: CompletionView) => number | string | null) =>
  (a: CompletionView, b: CompletionView): number => {
    const [first, second] = [numberOf(of(a)), numberOf(of(b))];
    return first === second ? a.place - b.place : second - first;
  };

const SORTS: Record<CompletionOrder, (a: CompletionView, b: CompletionView) => number> = {
  place: (a, b) => a.place - b.place,
  reward: downBy(({ reward }) => reward),
  length: downBy(({ length }) => length),
  surprise: downBy(({ surprise }) => surprise),
};

/** Completions of a group in the order that is asked for. */
export const sortCompletions = (
  { completions }: Pick<RolloutGroup, "completions">,
  order: CompletionOrder,
): CompletionView[] => completions.toSorted(SORTS[order]);
