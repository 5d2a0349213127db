"use client";

import { PageLink } from "#components/ui/controls/page-link.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { ChartGroup } from "#components/charts/chart-group.tsx";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useKeys } from "#components/layout/use-keys.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Grid } from "#components/ui/tables/table.tsx";
import type { Comparison, Side } from "#server/contracts/compare/compare.ts";
import { topics } from "#server/contracts/live.ts";
import { excludesZero } from "#server/numbers/excludes-zero.ts";
import { notSeparable } from "#server/checks/not-separable.ts";
import { countOf } from "#server/wording/counts.ts";
import { CompareCurves } from "./compare-curves.tsx";
import { CompareRrCurve } from "./compare-rr-curve.tsx";
import { compareInput, compareRunsInput, compareSearch, mayBeOfRuns } from "../search-params/compare.ts";
import { CompareSteps } from "./compare-steps.tsx";
import { CompareTable } from "./compare-table.tsx";
import { ConfigDiff } from "./config-diff.tsx";
import { DifferingList } from "./differing-list.tsx";
import { PairedFlips, PairHeadlines } from "./paired-flips.tsx";
import { testsDisagree } from "#server/numbers/excludes-zero.ts";
import { SideFacts } from "./side-facts.tsx";
import { useMemo } from "react";
import type { RunColour } from "#server/plot/colours.ts";
import { sharedExperiment, sideColours } from "./side-colours.ts";
import { later } from "#components/ui/later.tsx";
import { Strip } from "#components/ui/strip.tsx";

const EpisodesSideBySide = later(
  async () => (await import("./episodes-side-by-side.tsx")).EpisodesSideBySide,
  "the episodes",
  300,
);
const ComparePicker = later(
  async () => (await import("./compare-picker.tsx")).ComparePicker,
  "the list",
  300,
);
const PopulationGaps = later(
  async () => (await import("./population-gaps.tsx")).PopulationGaps,
  "the problems that differ",
  200,
  { still: true },
);
const RunsBeside = later(async () => (await import("./runs-beside.tsx")).RunsBeside, "the runs", 600);

/** What forbids, weakens or informs this comparison, worst first. Notes of one rule are one strip: the table has each of them. */
function CompareFindings({ comparison }: { comparison: Comparison }) {
  const groups = Map.groupBy(comparison.findings, (o) =>
    o.severity === "info" ? `${o.rule} note` : o.rule + o.claim,
  );
  return [...groups].map(([key, [first, ...alike]]) => (
    <Strip
      key={key}
      level={first.severity}
      rule={first.rule}
      claim={first.claim}
      folded
      actions={<PageLink href={`/checks#${first.rule}`}>Rule</PageLink>}
    >
      {first.evidence}
      {alike.length > 0 && first.severity === "info"
        ? ` ${countOf(alike.length, "other")} alike: ${alike.map((o) => o.a).join(", ")}.`
        : ""}
    </Strip>
  ));
}

/** One colour per side; by place until the experiment they share is known. */
function useSideColours(sides: Side[] | undefined): RunColour[] {
  const experimentId = sharedExperiment(sides ?? []);
  const cells = useQuery(
    useApi().compare.variance.queryOptions(
      { experimentId },
      { enabled: experimentId !== null, staleTime: Infinity },
    ),
  );
  const known = experimentId === null ? null : (cells.data?.cells ?? null);
  return useMemo(() => sideColours(sides ?? [], known), [sides, known]);
}

function titleOf({ sides }: Comparison): string {
  const names = sides.map((s) => s.name);
  if (names.length === 2) return `${names[1]} against ${names[0]}`;
  return `${countOf(names.length - 1, "evaluation")} against ${names[0]}`;
}

/** What may be said at the top: the difference at k, or why there is none. */
function sentenceOf(comparison: Comparison): string {
  const { sides, pairs, ranked, notRanked, gaps, common, k } = comparison;
  if (gaps !== null && !comparison.restricted)
    return common === 0
      ? "They share no problem, so there is nothing to compare."
      : `They were measured on different problems, so no difference is given. ${countOf(common, "problem is", "problems are")} common to all.`;
  if (!ranked)
    return `No difference is given: ${notRanked.find((why) => why !== null) ?? "nothing to pair"}.`;
  const [, pair] = pairs;
  if (sides.length > 2 || !pair) return `Each is compared with ${sides[0].name}, problem by problem.`;
  if (pair.alike === pair.n)
    return `On all ${countOf(pair.n, "problem")} both have the same result${comparison.atOnce ? "" : " after as many steps"}.`;
  const where = comparison.atOnce ? "In what they solve" : `At k = ${k}`;
  // What did not separate stands below as its check, with what would have shown.
  if (comparison.findings.some(({ rule }) => rule === notSeparable.info.id)) return "";
  return excludesZero(pair.difference)
    ? `${where} they differ on these ${countOf(pair.n, "problem")}${testsDisagree(pair.difference) ? ", though the exact test is more cautious" : ""}.`
    : `${where} these ${countOf(pair.n, "problem")} do not separate them.`;
}

/** Evaluations side by side: curves, metrics with differences paired by problem, the problems that differ, and the runs behind. */
export function ComparePage() {
  const api = useApi();
  const [view, setView] = useQueryStates(compareSearch);
  const enough = view.e.length >= 2;
  // One evaluation may be of a run that has others: those are compared as what they are.
  const beside = useQuery(
    api.compare.runs.queryOptions(compareRunsInput(view), {
      enabled: enough && mayBeOfRuns(view),
      placeholderData: keepPreviousData,
      meta: liveOn([topics.runs], 5000),
    }),
  );
  const asRuns = enough && (view.show === "runs" || beside.data?.measured === false);
  const known = beside.data !== undefined || beside.error !== null || beside.fetchStatus === "idle";
  const query = useQuery(
    api.compare.overview.queryOptions(compareInput(view), {
      enabled: enough && known && !asRuns,
      placeholderData: keepPreviousData,
      meta: liveOn([topics.experiments], 5000),
    }),
  );
  const colours = useSideColours(query.data?.sides);
  const swap = () => {
    const [first, second, ...rest] = view.e;
    if (second !== undefined) void setView({ e: [second, first, ...rest] });
  };
  useKeys([{ keys: "x", label: "Swap the first two", group: "This page", run: swap }]);
  const show = () => {
    void setView({ pick: null });
    window.scrollTo({ top: 0 });
  };
  const picking = !enough || view.pick === "open";
  return (
    <BenchPage crumbs={[{ label: "Compare" }]} dataAt={asRuns ? beside.dataUpdatedAt : query.dataUpdatedAt}>
      {enough ? null : (
        <PageHead
          title="Compare"
          summary="Choose two to ten runs, or evaluations by problem. The first one chosen is what the others are compared with."
        />
      )}
      {picking ? (
        <ComparePicker view={view} enough={enough} onView={(change) => void setView(change)} onDone={show} />
      ) : null}
      {asRuns ? (
        <RunsBeside view={view} onView={(change) => void setView(change)} />
      ) : enough ? (
        <QueryState query={query} what="the comparison" isPage height={600}>
          {(data) => (
            <>
              <PageHead
                title={titleOf(data)}
                summary={
                  <>
                    {data.ranked ? <PairHeadlines comparison={data} /> : null}
                    {sentenceOf(data) === "" ? null : <p>{sentenceOf(data)}</p>}
                  </>
                }
                actions={
                  <>
                    <Button kind="quiet" keys="x" onClick={swap}>
                      Swap
                    </Button>
                    {new Set(data.sides.map(({ runId }) => runId)).size > 1 ? (
                      <Button onClick={() => void setView({ show: "runs" })}>All metrics</Button>
                    ) : null}
                    <Button onClick={() => void setView({ pick: picking ? null : "open" })}>
                      {picking ? "Close the list" : "Choose others"}
                    </Button>
                  </>
                }
              />
              <SideFacts comparison={data} colours={colours} />
              <CompareFindings comparison={data} />
              {data.gaps === null ? null : (
                <PopulationGaps
                  comparison={data}
                  onRestrict={(on) => void setView({ only: on ? "common" : null })}
                />
              )}
              <ChartGroup charts={6}>
                {data.atOnce ? (
                  <PairedFlips comparison={data} side={view.side} />
                ) : (
                  <Grid columns="lead">
                    <CompareRrCurve comparison={data} colours={colours} />
                    <PairedFlips comparison={data} side={view.side} />
                  </Grid>
                )}
                <CompareTable
                  comparison={data}
                  colours={colours}
                  choice={{ da: view.da, counts: view.counts }}
                  input={compareInput(view)}
                  onK={(k) => void setView({ k })}
                  onChoice={(choice) => void setView(choice)}
                  reported={view.reported}
                  onReported={(reported) => void setView({ reported })}
                />
                {data.atOnce ? null : <CompareSteps comparison={data} />}
                {data.ranked ? (
                  <DifferingList comparison={data} view={view} onView={(v) => void setView(v)} />
                ) : null}
                {view.problem ? (
                  <EpisodesSideBySide
                    comparison={data}
                    side={view.side}
                    problem={view.problem}
                    onClose={() => void setView({ problem: null })}
                  />
                ) : null}
                <CompareCurves
                  sides={data.sides}
                  programs={data.programs}
                  answers={data.atOnce && !data.programs}
                  colours={colours}
                  axis={view.x}
                  metric={view.metric}
                  onAxis={(x) => void setView({ x })}
                  sharedX={view.sharedx}
                  onSharedX={(sharedx) => void setView({ sharedx })}
                  onMetric={(metric) => void setView({ metric })}
                />
              </ChartGroup>
              <ConfigDiff
                title="Configuration"
                sides={data.sides.map(({ evaluationId, name, recipe }) => ({
                  key: evaluationId,
                  name,
                  recipe,
                }))}
                lines={{
                  lines: data.config,
                  differing: data.config.filter(({ differs }) => differs).length,
                  total: data.config.length,
                }}
                all={view.config === "all"}
                onAll={(all) => void setView({ config: all ? "all" : null })}
              />
            </>
          )}
        </QueryState>
      ) : null}
    </BenchPage>
  );
}
