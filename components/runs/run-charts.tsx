"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo } from "react";
import type { PlacedPanel, PlacedSection } from "#components/panels/layout/place-panels.ts";
import { type LeadFold, PanelBoard } from "#components/panels/panel-board.tsx";
import type { SectionWords } from "#components/panels/panel-group.tsx";
import { type PanelRun, RunPanel } from "#components/panels/panel-kinds.tsx";
import type { PanelLook } from "#components/panels/panel-look.ts";
import { useApi } from "#components/trpc/api.ts";
import { Section } from "#components/ui/section.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { varianceHref } from "#components/search-params/variance.ts";
import { viewScope } from "#server/contracts/charts/panel-layout.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import { X_AXES } from "#server/contracts/x-axes.ts";
import { EvaluationCharts } from "./evaluation-charts.tsx";
import { isEvaluationFound } from "./evaluation-metrics.ts";
import { runPageHref, type RunPanelsSearch } from "../search-params/runs.ts";
import { runSections } from "./run-sections.ts";
import { FlatList } from "./flat-list.tsx";
import type { FoldedPanel } from "./folded-panels.ts";
import { GroupStrokes } from "#components/rollouts/group-strokes.tsx";
import { tellApart } from "#components/rollouts/tell-apart.ts";
import { groupName } from "#server/contracts/rollouts/group-name.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { topics } from "#server/contracts/live.ts";
import { isOnOwnAxis, writePlace } from "#server/wording/charts/axes.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";

const SHOWN = 16;

/** The newest sampled groups beside their curves: the collapse, reward by reward. */
function GroupSample({ run }: { run: RunDetail }) {
  const { id } = run.row;
  // By name: by spread the first of them would be those that have not collapsed.
  const newest = { runId: id, phase: "train", order: "key" } as const;
  const { data } = useQuery(
    useApi().rollouts.step.queryOptions(newest, { meta: liveOn([topics.run(id)], 1000) }),
  );
  if (!data) return null;
  const { min, max } = run.rewardConfig;
  const shown = data.groups.slice(0, SHOWN);
  const names = tellApart(shown.map(groupName));
  // Where no reward is on record its scale is that of the step.
  const domain = min < max ? ([min, max] as [number, number]) : data.domain;
  return (
    <figure className="figure sample">
      <figcaption className="figure-head">
        <b className="figure-title">
          Step {writeWhole(data.step)}, {writeOf(Math.min(SHOWN, data.groups.length), data.drawn, "group")}
        </b>
        <span className="figure-value">
          <PageLink href={runPageHref(`/runs/${id}`, { tab: "groups" })}>
            {data.total > SHOWN ? `All ${writeCount(data.total)} kept` : "Other steps"}
          </PageLink>
        </span>
      </figcaption>
      <ul className="group-strip">
        {shown.map((group, i) => (
          <li key={group.key}>
            <GroupStrokes group={group} name={names[i]} domain={domain} />
          </li>
        ))}
      </ul>
      <p className="figure-note">
        {data.total < data.drawn ? `${writeCount(data.total)} kept; ` : ""}
        {countOf(data.groups[0]?.n ?? 0, "reward")} each
        {domain ? `, scale ${writePlace(domain[0])} to ${writePlace(domain[1])}` : ""}; one stroke: a dead
        group
      </p>
    </figure>
  );
}

interface RunChartsProps {
  run: RunDetail;
  search: RunPanelsSearch;
  onSearch: (change: Partial<RunPanelsSearch>) => void;
}

/** What this run says of a section: its reward in words, where variance is looked at closely, a sample of its groups. */
function sectionWords(section: PlacedSection, run: RunDetail): SectionWords {
  if (section.id === "reward")
    return { note: run.rewardHash === "" ? "reward function not on record" : run.rewardConfig.formula };
  if (section.id === "groups")
    return {
      end: <PageLink href={varianceHref("/variance", { runs: [run.row.id] })}>Reward variance</PageLink>,
      foot: <GroupSample run={run} />,
    };
  if (section.id === "progress" && run.bottleneck !== null) return { note: `bottleneck: ${run.bottleneck}` };
  if (section.panels.every((panel) => isOnOwnAxis(panel.key)))
    return { title: "SFT start", note: "imitation of demonstrated actions, epoch by epoch" };
  return {};
}

/** What stands under a section, after what it shows of itself: the metrics that are a line. */
function withLines(words: SectionWords, lines: ReactNode): SectionWords {
  if (!lines) return words;
  return {
    ...words,
    foot: (
      <>
        {words.foot}
        {lines}
      </>
    ),
  };
}

/** Every metric of a run in sections, on one shared x axis with one cursor and one zoom. */
export function RunCharts({ run, search, onSearch }: RunChartsProps) {
  const api = useApi();
  const { metrics, expected, switchedOff, stages, flat, shapedIsRaw } = run;
  const { find, full, unfolded } = search;
  const { id, name, recipe, state, findings } = run.row;
  const ended = isEnded(state);
  const axes = useQuery(api.series.axes.queryOptions({ runIds: [id] }));
  const { sections, folded } = useMemo(
    () => runSections({ metrics, expected, switchedOff, flat, shapedIsRaw, ended }, { find, full, unfolded }),
    [metrics, expected, switchedOff, flat, shapedIsRaw, ended, find, full, unfolded],
  );
  const ofPanels = useMemo<PanelRun>(
    () => ({ id, name, state, switchedOff, shapedIsRaw, findings, stages }),
    [id, name, state, switchedOff, shapedIsRaw, findings, stages],
  );
  const draw = useCallback(
    (panel: PlacedPanel, look: PanelLook) => <RunPanel run={ofPanels} panel={panel} look={look} />,
    [ofPanels],
  );
  const lead = useCallback(
    (fold: LeadFold | null) => <EvaluationCharts run={run} search={search} fold={fold} />,
    [run, search],
  );
  const hasCharts =
    run.evaluations.length > 0 || (!ended && expected.includes(run.evaluationCharts[0].metric));
  const linesOf = (panels: FoldedPanel[] = []) =>
    panels.length > 0 ? <FlatList runId={id} panels={panels} search={search} /> : null;
  const kept = new Set(sections.map((section) => section.id));
  // Of sections of which nothing remains.
  const others = [...folded].flatMap(([section, panels]) => (kept.has(section) ? [] : panels));
  return (
    <>
      <PanelBoard
        scope={viewScope.recipe(recipe)}
        sections={sections}
        metrics={metrics}
        axes={axes.data?.map(({ axis }) => axis) ?? X_AXES}
        search={search}
        onSearch={onSearch}
        draw={draw}
        isResumed={run.attempts.length > 1}
        empty={
          ended
            ? "This run ended without sending a metric; its log and its attempts say why."
            : "No metric yet. The first one appears here without a reload."
        }
        words={(section) => withLines(sectionWords(section, run), linesOf(folded.get(section.id)))}
        ofOneRun
        lead={hasCharts && isEvaluationFound(search.find, run.evaluationCharts) ? lead : null}
        leadCharts={hasCharts ? run.evaluationCharts.length : 0}
      />
      {others.length > 0 ? <Section title="Flat or off">{linesOf(others)}</Section> : null}
    </>
  );
}
