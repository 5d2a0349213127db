"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { benchmarkSearch } from "#components/search-params/benchmark.ts";
import { launchHref } from "#components/search-params/launch.ts";
import { MarginBlock, Columns } from "#components/layout/columns.tsx";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Fact, Facts } from "#components/ui/marks/fact.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { Benchmark, BenchmarkDetail } from "#server/contracts/benchmark.ts";
import { topics } from "#server/contracts/live.ts";
import { writeStretch } from "#server/wording/charts/axes.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeFaultTypes, writeWordCounts } from "#server/wording/fault-types.ts";
import { AnnotationLine } from "#components/annotations/annotation-line.tsx";
import { DownloadSet } from "./download-set.tsx";
import { DifficultySection } from "#packs/repair/pages/difficulty-section.tsx";
import { difficultyFinding } from "#packs/repair/wording/difficulty.ts";
import { HoldSet } from "./hold-set.tsx";
import { LedgerSection } from "./ledger-section.tsx";
import { NearSection } from "./near-section.tsx";

function SetFacts({ benchmark, gradient: { levels }, ledger }: BenchmarkDetail) {
  const { summary } = benchmark;
  return (
    <Facts>
      <Fact label="Problems" note={`content ${benchmark.hash.slice(0, 8)}`}>
        {writeCount(benchmark.n)}
      </Fact>
      <Fact label="Types" note={writeFaultTypes(summary.types)}>
        {writeCount(summary.types.length)}
      </Fact>
      <Fact label="Levels" note={writeWordCounts(levels.map(({ level, n }) => ({ word: level, count: n })))}>
        {writeCount(summary.levels.length)}
      </Fact>
      <Fact label="Rows" note={`${writeStretch(summary.columns.min, summary.columns.max)} columns`}>
        {writeStretch(summary.rows.min, summary.rows.max)}
      </Fact>
      <Fact label="Integer models" note={`known roots in ${writeCount(summary.withRoots)}`}>
        {writeCount(summary.withIntegers)}
      </Fact>
      <Fact label="Comparisons" note={`in ${countOf(ledger.experiments, "experiment")}`}>
        {writeCount(ledger.comparisons)}
      </Fact>
    </Facts>
  );
}

/** How the set came to be: by a run of ours, or from files of somebody else. */
function Origin({ benchmark }: { benchmark: Benchmark }) {
  const { madeBy, about = [], format, cautions } = benchmark.summary;
  const said = [...about, ...cautions];
  return (
    <MarginBlock title="How it was made">
      {madeBy ? (
        <p>
          By <PageLink href={`/runs/${madeBy.runId}`}>{madeBy.runName}</PageLink> ({madeBy.recipe}).
        </p>
      ) : (
        <p>
          Uploaded by {benchmark.createdBy}, format {format}.
        </p>
      )}
      {said.length > 0 ? (
        <ul>
          {said.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
      <p>
        <DownloadSet id={benchmark.id} />
      </p>
      <p className="muted">
        Or <code>npx ablab benchmark export "{benchmark.name}" --out DIR</code>
      </p>
    </MarginBlock>
  );
}

/** Where else its problems are: a result on problems that were trained on measures memory. */
function Leakage({ benchmark, shared, trainedOn }: BenchmarkDetail) {
  return (
    <Section title="Where else its problems are" note="by content, whatever they are called">
      <p>
        {trainedOn === 0
          ? "No attempt was trained on any of them."
          : `${writeOf(trainedOn, benchmark.n, "problem was", "problems were")} trained on by some attempt; an evaluation counts only where its own policy has not seen them.`}
      </p>
      {shared.length === 0 ? (
        <p className="muted">No other registered set holds any of them.</p>
      ) : (
        <Table label="Sets that share problems" density="dense">
          <thead>
            <Row>
              <HeadCell fixed>Set</HeadCell>
              <HeadCell num sub="problems">
                Shared
              </HeadCell>
              <HeadCell num sub="problems">
                Of its
              </HeadCell>
            </Row>
          </thead>
          <tbody>
            {shared.map((other) => (
              <Row key={other.id}>
                <Cell fixed>
                  <PageLink href={`/benchmarks/${other.id}`}>{other.name}</PageLink>
                </Cell>
                <Cell num>{writeCount(other.shared)}</Cell>
                <Cell num>{writeCount(other.n)}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}

/** One registered set: do its levels get harder, and for whom. */
export function BenchmarkPage({ id }: { id: string }) {
  const api = useApi();
  const [choice, setChoice] = useQueryStates(benchmarkSearch);
  const query = useQuery(
    api.benchmarks.get.queryOptions(
      { id, ...choice },
      { placeholderData: keepPreviousData, meta: liveOn([topics.benchmarks, topics.runs], 3000) },
    ),
  );
  const name = query.data?.benchmark.name ?? "Benchmark";
  return (
    <BenchPage
      crumbs={[{ label: "Benchmarks", href: "/benchmarks" }, { label: name }]}
      dataAt={query.dataUpdatedAt}
    >
      <QueryState query={query} what="the benchmark" isPage height={400}>
        {(detail) => {
          const { benchmark, gradient } = detail;
          const measure = launchHref("/launch", {
            mode: "pipeline",
            chain: "gradient",
            problems: benchmark.name,
          });
          return (
            <>
              <PageHead
                title={benchmark.name}
                summary={difficultyFinding(gradient)}
                actions={
                  <>
                    <HoldSet hash={benchmark.hash} held={detail.held !== null} />
                    {detail.held ? null : (
                      <LinkButton href={launchHref("/launch", { set: { problems: benchmark.name } })}>
                        Train on it
                      </LinkButton>
                    )}
                    {gradient.missing.length > 0 ? (
                      <LinkButton kind="primary" href={measure}>
                        Measure SFT and players
                      </LinkButton>
                    ) : null}
                  </>
                }
              />
              <AnnotationLine id={id} name={benchmark.name} topic={topics.benchmarks} canArchive canDelete />
              <SetFacts {...detail} />
              <Columns label="About the set" margin={<Origin benchmark={benchmark} />}>
                {gradient.rows.length === 0 ? (
                  <Notice>
                    {`No final evaluation lies wholly in these ${countOf(benchmark.n, "problem")}. The pipeline "Gradient of a benchmark" measures SFT and the players that learn nothing.`}
                  </Notice>
                ) : (
                  <DifficultySection
                    gradient={gradient}
                    types={benchmark.summary.types.map(({ word }) => word)}
                    choice={choice}
                    onChoice={(next) => void setChoice(next)}
                  />
                )}
                <LedgerSection ledger={detail.ledger} held={detail.held} now={detail.asOf} />
                <Leakage {...detail} />
                <NearSection
                  id={id}
                  near={benchmark.summary.near}
                  newerSets={detail.newerSets}
                  now={detail.asOf}
                />
              </Columns>
            </>
          );
        }}
      </QueryState>
    </BenchPage>
  );
}
