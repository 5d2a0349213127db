"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { PlacedPanel, PlacedSection } from "#components/panels/layout/place-panels.ts";
import { PanelBoard, type LeadFold } from "#components/panels/panel-board.tsx";
import type { SectionWords } from "#components/panels/panel-group.tsx";
import type { PanelLook } from "#components/panels/panel-look.ts";
import type { PanelsSearch } from "#components/panels/panels-search.ts";
import { useApi } from "#components/trpc/api.ts";
import { PageLink } from "#components/ui/page-link.tsx";
import { varianceHref } from "#components/variance/variance-search.ts";
import { viewScope } from "#server/contracts/panel-layout.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import { X_AXES } from "#server/contracts/x-axes.ts";
import { EvaluationCharts } from "./evaluation-charts.tsx";
import { EVALUATION_METRICS } from "./evaluation-metrics.ts";
import { isEvaluationFound } from "./find-evaluation.ts";
import { GroupSample } from "./group-sample.tsx";
import { RunPanel, type PanelRun } from "./run-panel.tsx";
import { runSections } from "./run-sections.ts";

interface RunChartsProps {
  run: RunDetail;
  search: PanelsSearch;
  onSearch: (change: Partial<PanelsSearch>) => void;
}

/** What this run says of a section: its reward in words, where variance is looked at closely, a sample of its groups. */
function sectionWords(section: PlacedSection, run: RunDetail): SectionWords {
  if (section.id === "reward") return { note: run.rewardConfig.formula };
  if (section.id === "groups")
    return {
      end: <PageLink href={varianceHref("/variance", { runs: [run.row.id] })}>Reward variance</PageLink>,
      foot: <GroupSample run={run} />,
    };
  if (section.panels.every((panel) => panel.key === "sft/loss"))
    return { title: "SFT start", note: "imitation of demonstrated actions, epoch by epoch" };
  return {};
}

/** Every metric of a run in sections, on one shared x axis with one cursor and one zoom. */
export function RunCharts({ run, search, onSearch }: RunChartsProps) {
  const api = useApi();
  const { metrics, expected, switchedOff } = run;
  const { id, name, recipe, state, objections } = run.row;
  const ended = isEnded(state);
  const axes = useQuery(api.series.axes.queryOptions({ runIds: [id] }));
  const sections = useMemo(
    () => runSections({ metrics, expected, switchedOff, ended }),
    [metrics, expected, switchedOff, ended],
  );
  const ofPanels = useMemo<PanelRun>(
    () => ({ id, name, state, switchedOff, objections }),
    [id, name, state, switchedOff, objections],
  );
  const draw = useCallback(
    (panel: PlacedPanel, look: PanelLook) => <RunPanel run={ofPanels} panel={panel} look={look} />,
    [ofPanels],
  );
  const lead = useCallback(
    (fold: LeadFold | null) => <EvaluationCharts run={run} search={search} fold={fold} />,
    [run, search],
  );
  const hasCharts = run.evaluations.length > 0 || (!ended && expected.includes("eval/rr_at_5"));
  return (
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
          : "No metric yet. The first one appears here by itself."
      }
      words={(section) => sectionWords(section, run)}
      lead={hasCharts && isEvaluationFound(search.find) ? lead : null}
      leadCharts={hasCharts ? EVALUATION_METRICS.length : 0}
    />
  );
}
