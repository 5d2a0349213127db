import { RunState } from "#components/ui/marks/run-state.tsx";
import type { RunState as State } from "#server/contracts/run-lifecycle.ts";
import { writeCount } from "#server/wording/counts.ts";

/** What needs a look comes first. */
const ORDER: State[] = [
  "crashed",
  "failed",
  "unreachable",
  "running",
  "starting",
  "stopping",
  "queued",
  "killed",
  "finished",
];

/** How many runs are in which state, worst first. */
export function StateCounts({ states }: { states: Partial<Record<State, number>> }) {
  return (
    <span className="state-counts">
      {ORDER.filter((state) => states[state]).map((state) => (
        <RunState key={state} state={state}>{`${writeCount(states[state])} ${state}`}</RunState>
      ))}
    </span>
  );
}
