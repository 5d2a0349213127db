"use client";

import { Pager } from "#components/ui/tables/pager.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { ROLLOUT_LIMITS, type GroupOrder } from "#server/contracts/rollouts/rollout-limits.ts";
import { groupName } from "#server/contracts/rollouts/group-name.ts";
import type { RolloutStepView } from "#server/contracts/rollouts/rollouts.ts";
import { GroupStrokes } from "./group-strokes.tsx";
import { groupsShown } from "./reward-words.ts";
import { tellApart } from "./tell-apart.ts";

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
  const names = tellApart(groups.map(groupName));
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
        {groups.map((group, i) => (
          <li key={group.key}>
            <button
              type="button"
              aria-current={group.key === current ? "true" : undefined}
              onClick={() => onOpen(group.key)}
            >
              <GroupStrokes group={group} name={names[i]} domain={domain} />
            </button>
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(total / ROLLOUT_LIMITS.groups)}
        onPage={onPage}
        words={["Previous groups", "Next groups"]}
      />
    </Section>
  );
}
