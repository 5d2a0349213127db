import { groupName } from "#server/contracts/rollouts/group-name.ts";
import type { GroupRow } from "#server/contracts/rollouts/rollouts.ts";
import { percentAxis } from "#server/plot/scale.ts";
import { runColour } from "#components/ui/marks/run-state.tsx";
import { deadAs, finiteRewards, spreadWords } from "./reward-words.ts";

/**
 * A group in one line: its name, one stroke per reward on a scale that all lines share, and its spread. A single stroke is a
 * group without a gradient: the collapse is visible at a glance.
 */
export function GroupStrokes({
  group,
  name,
  domain,
}: {
  group: GroupRow;
  /** What the line calls it; the whole name stands in its tip. */
  name: string;
  domain: [number, number] | null;
}) {
  const [low, high] = domain ?? [0, 1];
  const axis = percentAxis(low < high ? [low, high] : [low - 1, high + 1], 2);
  const dead = deadAs(group, domain);
  const colour = dead === "solved" || dead === "failed" ? runColour(dead) : "var(--ink)";
  return (
    <>
      <code data-tip={groupName(group)}>{name}</code>
      <svg className="bar" height="14" aria-hidden="true">
        <line x1="0" x2="100%" y1="7" y2="7" stroke="var(--rule)" />
        {[...new Set(finiteRewards(group.rewards))].map((reward) => (
          <line
            key={reward}
            x1={axis.place(reward)}
            x2={axis.place(reward)}
            y1="2"
            y2="12"
            stroke={colour}
            strokeWidth={dead === null ? 1.3 : 2.5}
          />
        ))}
      </svg>
      <span>{spreadWords(group, domain)}</span>
    </>
  );
}
