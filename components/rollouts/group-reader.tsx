"use client";

import { useQuery } from "@tanstack/react-query";
import { useKeys } from "#components/layout/use-keys.ts";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button, QuietButton } from "#components/ui/controls/button.tsx";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { topics } from "#server/contracts/live.ts";
import type { CompletionOrder } from "#server/contracts/rollouts/rollout-limits.ts";
import type { RolloutGroup, RolloutStepView } from "#server/contracts/rollouts/rollouts.ts";
import { groupName, UNNAMED } from "#server/contracts/rollouts/group-name.ts";
import { writePlace } from "#server/wording/charts/axes.ts";
import { writeCount } from "#server/wording/counts.ts";
import { COMPLETION_SORTS } from "./completion-list.tsx";
import { GroupTable } from "./group-table.tsx";
import { PairSection } from "./pair-section.tsx";
import {
  chooseSides,
  isPinned,
  openAfter,
  pinWords,
  placesToRead,
  reportBlock,
  visitBeside,
} from "./pair-sides.ts";
import { PromptText } from "./prompt-text.tsx";
import { PromptVisits } from "./prompt-visits.tsx";
import { groupWords } from "./reward-words.ts";
import type { ChangeView, RolloutPlace, RolloutView } from "./rollout-search.ts";

interface GroupReaderProps {
  runId: string;
  step: RolloutStepView;
  /** Key of the group. */
  group: string;
  view: RolloutView;
  onView: ChangeView;
}

const NO_RUN = "";

function useGroup(runId: string, at: Pick<RolloutPlace, "phase" | "step" | "key"> | null | undefined) {
  const { phase, step, key } = at ?? { phase: "train" as const, step: 0, key: "" };
  return useQuery(
    useApi().rollouts.group.queryOptions(
      { runId, phase, step, key },
      { enabled: Boolean(at) && runId !== NO_RUN, meta: liveOn([topics.run(runId)], 2000) },
    ),
  );
}

function useVisits(runId: string, hash: string | undefined) {
  const query = useQuery(
    useApi().rollouts.visits.queryOptions(
      { runId, hash: hash ?? "" },
      { enabled: hash !== undefined && runId !== NO_RUN, meta: liveOn([topics.run(runId)], 5000) },
    ),
  );
  return query.data ?? [];
}

/** One group: its prompt, its completions as a table, and the texts of two of them beside each other. */
export function GroupReader(props: GroupReaderProps) {
  const { runId, step, group: key } = props;
  const query = useGroup(runId, { phase: step.phase, step: step.step, key });
  return (
    <QueryState query={query} what="the group" height={400}>
      {(group) => <OpenGroup {...props} opened={group} />}
    </QueryState>
  );
}

function OpenGroup({
  runId,
  step,
  view,
  onView,
  opened: group,
}: GroupReaderProps & { opened: RolloutGroup }) {
  const { hash, phase } = group;
  const otherId = view.with ?? NO_RUN;
  const visits = useVisits(runId, hash);
  const otherVisits = useVisits(otherId, hash);
  const beside = visitBeside(otherVisits, step);
  const other = useGroup(otherId, beside);
  const runs = useQuery(useApi().rollouts.others.queryOptions({ runId, hash }));
  const pinned = useGroup(runId, view.pin);
  const otherName = runs.data?.find(({ id }) => id === view.with)?.name ?? "the other run";
  const read = placesToRead(group, view.open);
  const sides = chooseSides({ group, view, other: other.data, otherName, pinned: pinned.data });
  const openOf = (of: RolloutGroup) =>
    sides
      .filter(({ runId: id, key, step: at }) => id === of.runId && key === of.key && at === of.step)
      .map(({ place }) => place);
  const open = (place: number) =>
    onView({
      step: step.step,
      phase,
      group: group.key,
      open: openAfter(view, read, place),
      part: 0,
      show: null,
    });
  const pin = () => {
    const isSame = view.pin !== null && isPinned(view.pin, group, read[0]);
    onView({ pin: isSame ? null : { phase, step: step.step, key: group.key, place: read[0] } });
  };
  const hasTexts = group.kind !== "rewards";
  useKeys(
    hasTexts
      ? [{ keys: "p", label: "Pin the first completion, or let it go", group: "Groups", run: pin }]
      : [],
  );

  return (
    <>
      <Section
        title={group.key.startsWith(UNNAMED) ? "Group" : `Group ${groupName(group)}`}
        note={groupWords(group)}
        end={
          <>
            {!hasTexts ? null : view.pin ? (
              <QuietButton onClick={() => onView({ pin: null })}>Let go of {pinWords(view.pin)}</QuietButton>
            ) : (
              <Button size="small" keys="p" onClick={pin}>
                Pin {writeCount((read[0] ?? 0) + 1)}
              </Button>
            )}
            {hasTexts ? (
              <CopyButton text={() => reportBlock(sides)} className="btn copy-block">
                Copy for a report
              </CopyButton>
            ) : null}
            <Select
              label="Order of the completions"
              value={view.by}
              options={COMPLETION_SORTS}
              onChange={(by) => onView({ by: by as CompletionOrder })}
            />
          </>
        }
      >
        <div className="rollout-ask">
          <PromptText key={`${group.hash} ${group.step}`} group={group} found={view.q} />
          <PromptVisits
            visits={visits.filter((visit) => visit.phase === phase)}
            others={otherVisits.filter((visit) => visit.phase === phase)}
            at={group}
            onOpen={(visit) => onView({ step: visit.step, phase, group: visit.key, open: [], part: 0 })}
          />
        </div>
        <GroupTable
          label={`Completions of ${groupName(group)}`}
          group={group}
          order={view.by}
          open={hasTexts ? openOf(group) : []}
          onOpen={hasTexts ? open : undefined}
        />
        {runs.data && runs.data.length > 0 ? (
          <div className="toolbar">
            <Select
              label="Another run with this prompt"
              value={view.with ?? NO_RUN}
              width={260}
              options={[
                { value: NO_RUN, label: "compare with run ..." },
                ...runs.data.map(({ id, name }) => ({ value: id, label: `vs ${name}` })),
              ]}
              onChange={(id) =>
                onView({ with: id === NO_RUN ? null : id, open: read.slice(0, 1), part: 0, show: null })
              }
            />
          </div>
        ) : null}
      </Section>
      {other.data && beside ? (
        <Section
          rule="thin"
          title={`The same prompt in ${otherName}`}
          note={`step ${writePlace(beside.step)}, ${groupWords(other.data)}`}
        >
          <GroupTable
            label={`Completions of ${otherName}`}
            group={other.data}
            order={view.by}
            open={openOf(other.data)}
            onOpen={(place) => onView({ open: [read[0], place], part: 0, show: null })}
          />
        </Section>
      ) : null}
      {hasTexts && sides.length > 0 ? (
        <PairSection sides={sides} n={group.n} view={view} onView={onView} />
      ) : null}
    </>
  );
}
