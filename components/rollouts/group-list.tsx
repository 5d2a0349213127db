"use client";

import { Pager } from "#components/ui/tables/pager.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { ROLLOUT_LIMITS, type GroupOrder } from "#server/contracts/rollouts/rollout-limits.ts";
import type { GroupRow, RolloutStepView } from "#server/contracts/rollouts/rollouts.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { percentAxis } from "#server/plot/scale.ts";
import { finiteRewards, groupsShown, spreadWords } from "./reward-words.ts";

interface GroupListProps {
  view: RolloutStepView;
  current: string | null;
  order: GroupOrder;
  page: number;
  onOrder: (order: GroupOrder) => void;
  onPage: (page: number) => void;
  onOpen: (key: string) => void;
}

const ORDERS: { value: GroupOrder; label: string }[] = [
  { value: "spread", label: "by spread" },
  { value: "mean", label: "by mean" },
  { value: "key", label: "by name" },
];

/** Groups of a step, one row per prompt and one stroke per reward: a single stroke is a group without a gradient. */
export function GroupList({ view, current, order, page, onOrder, onPage, onOpen }: GroupListProps) {
  const { groups, total, drawn, domain } = view;
  return (
    <Section
      title="Groups"
      note={groupsShown(groups.length, total, drawn)}
      end={
        <Select
          label="Order of the groups"
          value={order}
          options={ORDERS}
          onChange={(value) => onOrder(value as GroupOrder)}
        />
      }
    >
      <ul className="rollout-groups">
        {groups.map((group) => (
          <li key={group.key}>
            <button
              type="button"
              aria-current={group.key === current ? "true" : undefined}
              onClick={() => onOpen(group.key)}
            >
              <code>{visibleName(group.key)}</code>
              <Strokes group={group} domain={domain} />
              <span>{spreadWords(group, domain)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(total / ROLLOUT_LIMITS.groups)}
        onPage={onPage}
        words={["Groups before", "More groups"]}
      />
    </Section>
  );
}

function Strokes({ group, domain }: { group: GroupRow; domain: [number, number] | null }) {
  const [low, high] = domain ?? [0, 1];
  const axis = percentAxis(low < high ? [low, high] : [low - 1, high + 1], 2);
  const isDead = group.n > 1 && group.sd === 0;
  return (
    <svg className="bar" height="14" aria-hidden="true">
      <line x1="0" x2="100%" y1="7" y2="7" stroke="var(--rule)" />
      {[...new Set(finiteRewards(group.rewards))].map((reward) => (
        <line
          key={reward}
          x1={axis.place(reward)}
          x2={axis.place(reward)}
          y1="2"
          y2="12"
          stroke={isDead ? "var(--ink-3)" : "var(--ink)"}
          strokeWidth="1.4"
        />
      ))}
    </svg>
  );
}
