"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import { LitScope } from "#components/charts/lit.tsx";
import { Columns, MarginBlock } from "#components/layout/columns.tsx";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import type { PlacedPanel } from "#components/panels/layout/place-panels.ts";
import { PanelBoard } from "#components/panels/panel-board.tsx";
import type { PanelLook } from "#components/panels/panel-look.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Pager } from "#components/ui/tables/pager.tsx";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { later } from "#components/ui/later.tsx";
import { Segmented } from "#components/ui/controls/segmented.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import type { CurveRuns } from "#server/contracts/charts/curves.ts";
import { topics } from "#server/contracts/live.ts";
import { viewScope } from "#server/contracts/charts/panel-layout.ts";
import { panelSections } from "#server/contracts/charts/panel-sections.ts";
import { NOT_A_PANEL } from "#server/contracts/charts/panels.ts";
import { X_AXES } from "#server/contracts/x-axes.ts";
import { treatmentWords } from "#server/checks/standings.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { CurveList } from "./curve-list.tsx";
import { CurvePanel } from "./curve-panel.tsx";
import { curveScene, readHidden } from "./curve-scene.ts";
import {
  areTooMany,
  type CurveDrawing,
  curvesInput,
  curvesSearch,
  type CurvesView,
  type LineMode,
  linesOf,
  runsHref,
} from "../search-params/curves.ts";
import { GroupPanel } from "./group-panel.tsx";
import { changeHidden, hiddenOneByOne, type ToHide } from "./curve-names.ts";
import { shownWords, titleWords } from "./shown-words.ts";

/** The list of runs and of their metrics changes seldom; their points have a way of their own. */
const FOLLOW_MS = 5000;

const LINE_LABELS: Record<LineMode, string> = {
  runs: "a line per run",
  "mean-ci": "seeds: mean, 95 % interval",
  "mean-range": "seeds: mean, min to max",
  "median-range": "seeds: median, min to max",
  "iqm-range": "seeds: IQM, min to max",
};

/** Where the list of runs stands: under the charts, where there is no column for it. */
const LIST_ID = "curve-list";

const DRAWINGS: { value: CurveDrawing; label: string }[] = [
  { value: "curves", label: "Curves" },
  { value: "scatter", label: "Scatter" },
  { value: "parallel", label: "Parallel" },
  { value: "importance", label: "Importance" },
];

const Explore = later(async () => (await import("./explore/explore.tsx")).Explore, "the drawing", 500);

type SetView = (change: Partial<CurvesView>) => void;

function Shown({ data, view, onView }: { data: CurveRuns; view: CurvesView; onView: SetView }) {
  const api = useApi();
  const lines = linesOf(view, data);
  const scene = useMemo(() => curveScene(data), [data]);
  const hide = useMemo(
    () => (lines === "runs" ? hiddenOneByOne(view.hide, scene) : view.hide),
    [lines, view.hide, scene],
  );
  const axes = useQuery(api.series.axes.queryOptions({ runIds: scene.runIds }));
  const sections = useMemo(() => panelSections(data.metrics, NOT_A_PANEL), [data.metrics]);
  const hidden = useMemo(() => readHidden(scene, hide), [scene, hide]);
  const onHide = useCallback(
    (to: ToHide) => onView({ hide: changeHidden(hide, scene, to) }),
    [hide, scene, onView],
  );
  const draw = useCallback(
    (panel: PlacedPanel, look: PanelLook) => {
      const shared = { panel, look, scene, hidden, onHide };
      return lines === "runs" ? <CurvePanel {...shared} /> : <GroupPanel {...shared} mode={lines} />;
    },
    [scene, hidden, lines, onHide],
  );
  // Shares are of all runs: nothing is hidden from them.
  if (view.as === "importance") return <Explore view={view} onView={onView} />;
  return (
    <Columns
      label="Runs of the charts"
      margin={
        <div id={LIST_ID}>
          <MarginBlock title={lines === "runs" ? "Runs" : "Configurations"}>
            <CurveList
              scene={scene}
              grouped={lines !== "runs"}
              hide={hide}
              onHide={(names) => onView({ hide: names })}
            />
          </MarginBlock>
        </div>
      }
    >
      {view.as === "curves" ? (
        <PanelBoard
          scope={view.experiment ? viewScope.experiment(view.experiment) : viewScope.runs}
          sections={sections}
          metrics={data.metrics}
          axes={axes.data?.map(({ axis }) => axis) ?? X_AXES}
          search={view}
          onSearch={onView}
          draw={draw}
          // A colour is a configuration: several metrics of one in a chart would look alike.
          apart
          // Seeds that are put together always follow the latest attempt.
          isResumed={data.resumed && lines === "runs"}
          empty="None of these runs has sent a metric yet. The first one appears here without a reload."
        />
      ) : (
        <Explore view={view} onView={onView} />
      )}
    </Columns>
  );
}

/** The curves of many runs: those that an address names, those of an experiment, or those of a filter. */
export function CurvesPage() {
  const api = useApi();
  const [view, setView] = useQueryStates(curvesSearch);
  const query = useQuery(
    api.views.curves.queryOptions(curvesInput(view), {
      meta: liveOn([topics.runs, topics.progress], FOLLOW_MS),
      placeholderData: keepPreviousData,
    }),
  );
  const onView = useCallback<SetView>((change) => void setView(change), [setView]);
  const { data } = query;
  const experiment = view.experiment ? data?.variants[0]?.experiment : undefined;
  return (
    <BenchPage
      crumbs={
        view.experiment
          ? [
              { label: "Experiments", href: "/experiments" },
              { label: visibleName(experiment ?? "Experiment"), href: `/experiments/${view.experiment}` },
              { label: "Curves" },
            ]
          : [{ label: "Runs", href: "/runs" }, { label: "Curves" }]
      }
      dataAt={query.dataUpdatedAt}
    >
      <PageHead
        title={titleWords(view, experiment)}
        summary={data ? <Sentence data={data} view={view} onView={onView} /> : undefined}
        actions={
          <>
            <Segmented
              label="What is drawn"
              value={view.as}
              options={DRAWINGS}
              onChange={(as) => onView({ as })}
            />
            {view.as === "curves" ? (
              <span className="curve-lines">
                <Select
                  label="Lines"
                  value={linesOf(view, data)}
                  onChange={(lines) => onView({ lines: lines as LineMode, hide: [] })}
                  options={Object.entries(LINE_LABELS).map(([value, label]) => ({ value, label }))}
                  width={210}
                />
              </span>
            ) : null}
            <LinkButton href={runsHref(view)}>Runs</LinkButton>
          </>
        }
      />
      <QueryState
        query={query}
        what="the runs"
        height={500}
        isEmpty={({ runs }) => runs.length === 0}
        empty={
          data && data.total > 0 ? (
            <Notice>
              The list ends before this page.{" "}
              <QuietButton onClick={() => onView({ page: 0, hide: [] })}>Show its beginning</QuietButton>
            </Notice>
          ) : (
            <Notice>
              No matching runs. <LinkButton href="/runs">Choose runs</LinkButton>
            </Notice>
          )
        }
      >
        {(found) => (
          <LitScope>
            <Shown data={found} view={view} onView={onView} />
          </LitScope>
        )}
      </QueryState>
    </BenchPage>
  );
}

/** How many of how many are shown, and the way to the others. */
function Sentence({ data, view, onView }: { data: CurveRuns; view: CurvesView; onView: SetView }) {
  const limit = Number(view.show);
  if (data.total === 0) return shownWords(data, view);
  const treatments = treatmentWords(data, data.standings);
  const apart = treatments.length > 0 ? ` ${treatments.join("; ")}.` : "";
  // Lines of configurations are of all runs, whatever the page.
  if (linesOf(view, data) !== "runs")
    return (
      <>
        {shownWords(data, view)}
        {apart} <QuietButton onClick={() => onView({ lines: "runs", hide: [] })}>Each run</QuietButton>{" "}
        <ToList />
      </>
    );
  return (
    <>
      {shownWords(data, view)}
      {apart}{" "}
      {view.as === "curves" && areTooMany(data) ? (
        <QuietButton onClick={() => onView({ lines: "mean-ci", hide: [] })}>By configuration</QuietButton>
      ) : null}{" "}
      <ToList />{" "}
      {view.show === "100" && data.total > limit ? (
        <QuietButton onClick={() => onView({ show: "200", page: 0 })}>Show 200 at once</QuietButton>
      ) : null}
      <Pager
        page={view.page}
        pages={Math.ceil(data.total / limit)}
        onPage={(page) => onView({ page, hide: [] })}
      />
    </>
  );
}

/** The way from the head of a narrow page to what stands under its charts. */
function ToList() {
  return (
    <a className="curve-jump" href={`#${LIST_ID}`}>
      List and hide
    </a>
  );
}
