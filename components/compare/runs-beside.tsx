"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartGroup } from "#components/charts/chart-group.tsx";
import { compareRunsInput, type CompareView } from "#components/search-params/compare.ts";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { curvesHref } from "#components/search-params/curves.ts";
import type { RunsComparison } from "#server/contracts/compare/compare-runs.ts";
import { topics } from "#server/contracts/live.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf, plural, writeCount } from "#server/wording/counts.ts";
import { nameSeed } from "#server/wording/seeds.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { Tag } from "#components/ui/controls/chip.tsx";
import { colourOfRun } from "./side-colours.ts";
import { ConfigDiff } from "./config-diff.tsx";
import { MetricsBeside } from "./metrics-beside.tsx";
import { RunCurves } from "./run-curves.tsx";

const FOLLOW_MS = 5000;
/** Metrics of more runs than these take all the width of the window. */
const MOST_IN_PAGE = 5;

function sentenceOf({ runs, config, total, shared }: RunsComparison): string {
  const metrics =
    total === 0
      ? "None of them has sent a metric yet."
      : shared === 0
        ? `They have ${countOf(total, "metric")} and none in common.`
        : `${writeCount(shared)} of ${countOf(total, "metric")} ${plural(shared, "is", "are")} in ${runs.length === 2 ? "both" : `all ${writeCount(runs.length)}`}.`;
  return `${countOf(config.differing, "setting")} ${plural(config.differing, "differs", "differ")}. ${metrics}`;
}

function titleOf({ runs: [first, second, ...more] }: RunsComparison): string {
  const name = visibleName(first.name);
  return more.length === 0
    ? `${visibleName(second.name)} against ${name}`
    : `${countOf(more.length + 1, "run")} against ${name}`;
}

function Runs({ runs }: Pick<RunsComparison, "runs">) {
  return (
    <Table label="What is compared" density="dense">
      <thead>
        <Row>
          <HeadCell fixed>Run</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Seed</HeadCell>
          <HeadCell>Recipe</HeadCell>
          <HeadCell>Experiment</HeadCell>
        </Row>
      </thead>
      <tbody>
        {runs.map((run, i) => (
          <Row key={run.id} kind={i === 0 ? "base" : "plain"}>
            <Cell fixed>
              <RowName
                colour={colourOfRun(i)}
                href={`/runs/${run.id}`}
                after={i === 0 ? <Tag>compared with</Tag> : null}
              >
                {visibleName(run.name)}
              </RowName>
            </Cell>
            <Cell>{run.state}</Cell>
            <Cell>{nameSeed(run.seed)}</Cell>
            <Cell>{run.recipe}</Cell>
            <Cell quiet>
              <PageLink href={`/experiments/${run.experimentId}`}>
                {run.experiment === "" ? NOT_MEASURED : visibleName(run.experiment)}
              </PageLink>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

interface RunsBesideProps {
  view: CompareView;
  onView: (change: Partial<CompareView>) => void;
}

/** Any runs side by side, with evaluations by problem or without: what each sent last, curves, configuration, environment. */
export function RunsBeside({ view, onView }: RunsBesideProps) {
  const query = useQuery(
    useApi().compare.runs.queryOptions(compareRunsInput(view), {
      placeholderData: keepPreviousData,
      meta: liveOn([topics.runs, topics.progress], FOLLOW_MS),
    }),
  );
  const [first, second, ...rest] = view.e;
  return (
    <QueryState query={query} what="the comparison" isPage height={600}>
      {(data) => {
        const ids = data.runs.map(({ id }) => id);
        const sides = data.runs.map(({ id, name, recipe }) => ({ key: id, name: visibleName(name), recipe }));
        // Machines differ as they do whatever the recipes are.
        const machines = sides.map((side) => ({ ...side, recipe: "" }));
        const diff = { sides, all: view.config === "all" };
        const onAll = (all: boolean) => onView({ config: all ? "all" : "differs" });
        return (
          <>
            <PageHead
              title={titleOf(data)}
              summary={<p>{sentenceOf(data)}</p>}
              actions={
                <>
                  <Button kind="quiet" onClick={() => onView({ e: [second, first, ...rest] })}>
                    Swap
                  </Button>
                  {data.measured ? <Button onClick={() => onView({ show: null })}>By problem</Button> : null}
                  <Button onClick={() => onView({ pick: "open" })}>Choose others</Button>
                  <LinkButton href={curvesHref("/runs/curves", { runs: ids })}>All curves</LinkButton>
                </>
              }
            />
            <Runs runs={data.runs} />
            <ConfigDiff {...diff} title="Configuration" lines={data.config} onAll={onAll} />
            <ChartGroup charts={3}>
              <RunCurves data={data} view={view} onView={onView} />
            </ChartGroup>
            <div className={data.runs.length > MOST_IN_PAGE ? "section takes-width" : "section"}>
              <MetricsBeside data={data} view={view} onView={onView} />
            </div>
            <ConfigDiff
              {...diff}
              sides={machines}
              title="Environment and code"
              lines={data.environment}
              onAll={onAll}
            />
          </>
        );
      }}
    </QueryState>
  );
}
