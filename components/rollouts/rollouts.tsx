"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useCallback } from "react";
import { QueryState } from "#components/layout/query-state.tsx";
import { useKeys } from "#components/layout/use-keys.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { later } from "#components/ui/later.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Segmented } from "#components/ui/controls/segmented.tsx";
import { topics } from "#server/contracts/live.ts";
import { ROLLOUT_LIMITS, type RolloutPhase } from "#server/contracts/rollouts/rollout-limits.ts";
import type { FoundRollout, RolloutStep, RolloutStepView } from "#server/contracts/rollouts/rollouts.ts";
import { CompletionList } from "./completion-list.tsx";
import { GroupList } from "./group-list.tsx";
import { GroupReader } from "./group-reader.tsx";
import { RewardHistogram } from "./reward-histogram.tsx";
import { RolloutFinder } from "./rollout-finder.tsx";
import {
  ALL_AUDITS,
  rolloutSearch,
  stepQuestion,
  type ChangeView,
  type RolloutView,
} from "./rollout-search.ts";
import { StepLine } from "./step-line.tsx";

const PHASES: Record<RolloutPhase, string> = { train: "Training", eval: "Evaluations" };

/** Groups of a run and what was said in them, from coarse to fine: step, rewards, group, two texts turn by turn. */
export function Rollouts({ runId }: { runId: string }) {
  const [view, setView] = useQueryStates(rolloutSearch);
  const onView = useCallback<ChangeView>((change) => void setView(change), [setView]);
  if (view.audit !== null) return <Audits runId={runId} view={view} onView={onView} />;
  if (view.against !== null) return <AgainstStart runId={runId} onView={onView} />;
  return <AllGroups runId={runId} view={view} onView={onView} />;
}

const Audits = later(async () => (await import("./audits/audits.tsx")).Audits, "the audits", 500);

const AgainstStart = later(
  async () => (await import("./against-start.tsx")).AgainstStartPage,
  "the comparison",
  500,
);

interface RolloutsProps {
  runId: string;
  view: RolloutView;
  onView: ChangeView;
}

function AllGroups({ runId, view, onView }: RolloutsProps) {
  const api = useApi();
  const steps = useQuery(
    api.rollouts.steps.queryOptions({ runId }, { meta: liveOn([topics.run(runId)], 2000) }),
  );
  const shown = useQuery(
    api.rollouts.step.queryOptions(stepQuestion(runId, view), {
      placeholderData: keepPreviousData,
      meta: liveOn([topics.run(runId)], 2000),
    }),
  );
  const both = {
    data: steps.data && shown.data !== undefined ? { steps: steps.data, shown: shown.data } : undefined,
    error: steps.error ?? shown.error,
    isPending: steps.isPending || shown.isPending,
    refetch: () => Promise.all([steps.refetch(), shown.refetch()]),
  };
  return (
    <QueryState
      query={both}
      what="the groups"
      height={500}
      empty={
        <Notice>
          No group and no completion was sent yet. Runs of ours sample some groups every fifth step; runs from
          outside send texts with their rewards.
        </Notice>
      }
      isEmpty={(found) => found.shown === null}
    >
      {(found) =>
        found.shown ? (
          <OpenStep runId={runId} steps={found.steps} shown={found.shown} view={view} onView={onView} />
        ) : null
      }
    </QueryState>
  );
}

interface OpenStepProps extends RolloutsProps {
  steps: RolloutStep[];
  shown: RolloutStepView;
}

function OpenStep({ runId, steps, shown, view, onView }: OpenStepProps) {
  const { phase, step } = shown;
  const here = { phase, step };
  const key = view.group ?? shown.groups[0]?.key;
  const phases = [...new Set(steps.map((one) => one.phase))];
  const openGroup = (group: string, open: number[] = []) => onView({ ...here, group, open, part: 0 });
  const walk = (by: number) => {
    const at = shown.groups.findIndex((one) => one.key === key);
    const next = shown.groups[at + by];
    if (next) openGroup(next.key);
  };
  useKeys([
    { keys: "j", label: "The next group", group: "Groups", run: () => walk(1) },
    { keys: "k", label: "The group before", group: "Groups", run: () => walk(-1) },
  ]);
  const openFound = (found: FoundRollout) =>
    onView({
      phase: found.phase,
      step: found.step,
      group: found.key,
      open: found.place === null ? [] : [found.place],
      part: found.page,
      bar: null,
      show: null,
    });
  const onText = useCallback((q: string) => onView({ q }), [onView]);
  return (
    <div className="rollouts">
      <StepLine
        steps={steps.filter((one) => one.phase === phase)}
        view={shown}
        pinned={view.pin?.phase === phase ? view.pin.step : null}
        onStep={(next) => onView({ phase, step: next, group: null, open: [], part: 0, bar: null, groups: 0 })}
      />
      <div className="rollout-columns">
        <div>
          <div className="toolbar">
            {phases.length > 1 ? (
              <Segmented
                label="Which completions"
                value={phase}
                options={phases.map((value) => ({ value, label: PHASES[value] }))}
                onChange={(value) =>
                  onView({ phase: value, step: null, group: null, open: [], part: 0, bar: null, groups: 0 })
                }
              />
            ) : null}
            {phase === "eval" && steps.filter((one) => one.phase === "eval").length > 1 ? (
              <Button size="small" onClick={() => onView({ against: "start" })}>
                Against the start
              </Button>
            ) : null}
            {shown.kind === "rewards" ? null : (
              <Button size="small" onClick={() => onView({ ...here, audit: ALL_AUDITS, item: null })}>
                Audit the verifier
              </Button>
            )}
          </div>
          <RewardHistogram
            view={shown}
            open={view.bar}
            onOpen={(bar) => onView({ ...here, bar, listed: 0 })}
          />
          <GroupList
            view={shown}
            current={key ?? null}
            order={view.order}
            page={Math.min(view.groups, Math.max(0, Math.ceil(shown.total / ROLLOUT_LIMITS.groups) - 1))}
            onOrder={(next) => onView({ ...here, order: next, groups: 0 })}
            onPage={(next) => onView({ ...here, groups: next })}
            onOpen={openGroup}
          />
        </div>
        <div>
          {shown.kind === "texts" ? (
            <RolloutFinder runId={runId} view={shown} text={view.q} onText={onText} onOpen={openFound} />
          ) : null}
          {view.bar === null ? null : (
            <CompletionList
              runId={runId}
              view={shown}
              range={view.bar}
              order={view.by}
              page={view.listed}
              onOrder={(by) => onView({ by, listed: 0 })}
              onPage={(listed) => onView({ listed })}
              onOpen={(group, place) => openGroup(group, [place])}
              onClose={() => onView({ bar: null })}
            />
          )}
          {key === undefined ? null : (
            <GroupReader runId={runId} step={shown} group={key} view={view} onView={onView} />
          )}
        </div>
      </div>
    </div>
  );
}
