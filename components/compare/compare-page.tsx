"use client";

import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { ChartGroup } from "#components/charts/chart-group.tsx";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useKeys } from "#components/layout/use-keys.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/button.tsx";
import { Grid } from "#components/ui/grid.tsx";
import type { Comparison } from "#server/contracts/compare.ts";
import { topics } from "#server/contracts/live.ts";
import { excludesZero } from "#server/numbers/excludes-zero.ts";
import { countOf } from "#server/wording/counts.ts";
import { CompareCurves } from "./compare-curves.tsx";
import { CompareObjections } from "./compare-objections.tsx";
import { CompareRrCurve } from "./compare-rr-curve.tsx";
import { compareInput, compareSearch, pickInput } from "./compare-search.ts";
import { CompareSteps } from "./compare-steps.tsx";
import { CompareTable } from "./compare-table.tsx";
import { ConfigDiff } from "./config-diff.tsx";
import { DifferingList } from "./differing-list.tsx";
import { EpisodesSideBySide } from "./episodes-side-by-side.tsx";
import { EvaluationPicker } from "./evaluation-picker.tsx";
import { PairedFlips } from "./paired-flips.tsx";
import { PopulationGaps } from "./population-gaps.tsx";
import { SideFacts } from "./side-facts.tsx";
import { testsDisagree } from "./tests-disagree.ts";
import { useSideColours } from "./use-side-colours.ts";

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
    return `On all ${countOf(pair.n, "problem")} both have the same result after as many steps.`;
  return excludesZero(pair.difference)
    ? `At k = ${k} they differ on these ${countOf(pair.n, "problem")}${testsDisagree(pair.difference) ? ", though the exact test is more cautious" : ""}.`
    : `At k = ${k} these ${countOf(pair.n, "problem")} do not separate them.`;
}

/** Evaluations side by side: curves, metrics with differences paired by problem, the problems that differ, and the runs behind. */
export function ComparePage() {
  const api = useApi();
  const [view, setView] = useQueryStates(compareSearch);
  const enough = view.e.length >= 2;
  const query = useQuery(
    api.compare.overview.queryOptions(compareInput(view), {
      enabled: enough,
      placeholderData: keepPreviousData,
      meta: liveOn([topics.experiments], 5000),
    }),
  );
  const list = useQuery(api.evaluations.list.queryOptions(pickInput("", false), { enabled: !enough }));
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
    <BenchPage crumbs={[{ label: "Compare" }]} dataAt={enough ? query.dataUpdatedAt : list.dataUpdatedAt}>
      {enough ? null : (
        <PageHead
          title="Compare"
          sentence="Choose two to ten evaluations of finished runs. The first one chosen is what the others are compared with."
        />
      )}
      {picking ? (
        <EvaluationPicker
          chosen={view.e}
          onChange={(e) => void setView({ e, pick: "open", side: null, problem: null })}
          onDone={enough ? show : undefined}
        />
      ) : null}
      {enough ? (
        <QueryState query={query} what="the comparison" height={600}>
          {(data) => (
            <>
              <PageHead
                title={titleOf(data)}
                sentence={sentenceOf(data)}
                actions={
                  <>
                    <Button kind="quiet" keys="x" onClick={swap}>
                      Swap
                    </Button>
                    <Button onClick={() => void setView({ pick: picking ? null : "open" })}>
                      {picking ? "Close the list" : "Choose others"}
                    </Button>
                  </>
                }
              />
              <SideFacts comparison={data} colours={colours} />
              <CompareObjections comparison={data} />
              <PopulationGaps
                comparison={data}
                onRestrict={(on) => void setView({ only: on ? "common" : null })}
              />
              <ChartGroup charts={6}>
                <Grid columns="lead">
                  <CompareRrCurve comparison={data} colours={colours} />
                  <PairedFlips comparison={data} side={view.side} />
                </Grid>
                <CompareTable
                  comparison={data}
                  colours={colours}
                  counts={view.counts}
                  input={compareInput(view)}
                  onK={(k) => void setView({ k })}
                  onCounts={(counts) => void setView({ counts })}
                />
                <CompareSteps comparison={data} />
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
                  colours={colours}
                  axis={view.x}
                  metric={view.metric}
                  onAxis={(x) => void setView({ x })}
                  onMetric={(metric) => void setView({ metric })}
                />
              </ChartGroup>
              <ConfigDiff
                comparison={data}
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
