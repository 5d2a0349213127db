"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsBoolean, useQueryState } from "nuqs";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { launchHref } from "#components/search-params/launch.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { Tabs } from "#components/ui/controls/tabs.tsx";
import { Tag } from "#components/ui/controls/chip.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import type { Benchmark } from "#server/contracts/benchmark.ts";
import type { Annotations } from "#server/contracts/housekeeping/annotations.ts";
import { topics } from "#server/contracts/live.ts";
import { writeStretch } from "#server/wording/charts/axes.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { writeFaultTypes, writeWordCounts } from "#server/wording/fault-types.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { RegisterBenchmark } from "./register-benchmark.tsx";

/** Training and held-out sets of one run bear the same name; what tells them apart is their use. */
function usesInWords({ trained, measured }: { trained: number; measured: number }): string {
  const uses = [
    trained > 0 && `trained on by ${countOf(trained, "attempt")}`,
    measured > 0 && `held out by ${countOf(measured, "attempt")}`,
  ];
  return uses.filter(Boolean).join(", ") || NOT_MEASURED;
}

function BenchmarkLine({ benchmark, kept, now }: { benchmark: Benchmark; kept: Annotations; now: number }) {
  const { summary } = benchmark;
  return (
    <Row>
      <Cell fixed>
        <PageLink href={`/benchmarks/${benchmark.id}`}>{benchmark.name}</PageLink>{" "}
        {kept.pinned ? <Tag>pinned</Tag> : null}{" "}
        {kept.tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </Cell>
      <Cell num>
        {writeCount(benchmark.n)} <span className="aside-num">of {writeCount(summary.listed)}</span>
      </Cell>
      <Cell wrap>{writeFaultTypes(summary.types)}</Cell>
      <Cell wrap>{writeWordCounts(summary.levels)}</Cell>
      <Cell num>{writeStretch(summary.rows.min, summary.rows.max)}</Cell>
      <Cell num>{writeStretch(summary.columns.min, summary.columns.max)}</Cell>
      <Cell num>{writeCount(summary.withIntegers)}</Cell>
      <Cell num>{writeCount(summary.withRoots)}</Cell>
      <Cell>
        <code>{benchmark.hash.slice(0, 8)}</code>
      </Cell>
      <Cell>
        <Time at={benchmark.createdAt} now={now} form="moment" />
      </Cell>
      <Cell>
        <LinkButton size="small" href={launchHref("/launch", { set: { problems: benchmark.name } })}>
          Train on it
        </LinkButton>
      </Cell>
    </Row>
  );
}

/** Sets of problems: those somebody registered, and those that runs were trained and measured on. */
export function BenchmarksPage() {
  const api = useApi();
  const [archived] = useQueryState("archived", parseAsBoolean.withDefault(false));
  const query = useQuery(
    api.benchmarks.list.queryOptions(undefined, { meta: liveOn([topics.benchmarks, topics.runs], 2000) }),
  );
  return (
    <BenchPage crumbs={[{ label: "Benchmarks" }]} dataAt={query.dataUpdatedAt}>
      <PageHead
        title="Benchmarks"
        summary="Sets of infeasible linear programs that a policy learns to repair, and is measured on. A set is known by the content of its problems."
        actions={
          query.data?.maker ? (
            <LinkButton href={launchHref("/launch", { recipe: query.data.maker })}>
              Make a benchmark
            </LinkButton>
          ) : null
        }
      />
      <QueryState query={query} what="the benchmarks" height={200}>
        {({ benchmarks: all, kept, populations }) => {
          const benchmarks = all.filter(({ id }) => kept[id].archived === archived);
          const away = all.length - benchmarks.length;
          return (
            <>
              {archived || away > 0 ? (
                <Tabs
                  label="Views of the benchmarks"
                  tabs={[false, true].map((one) => ({
                    href: one ? "/benchmarks?archived=true" : "/benchmarks",
                    label: one ? "Archive" : "All",
                    count: writeCount(one === archived ? benchmarks.length : away),
                    current: one === archived,
                  }))}
                />
              ) : null}
              <Section title="Registered" note={countOf(benchmarks.length, "benchmark")}>
                {benchmarks.length === 0 ? (
                  <Notice>
                    {all.length > 0
                      ? "None here."
                      : 'None yet. Make one, choose a folder below, or run "npx ablab benchmark add DIR".'}
                  </Notice>
                ) : (
                  <Table
                    label="Registered benchmarks"
                    foot="DA is defined for problems with known roots only. Integer models train in their LP relaxation, and say so."
                  >
                    <thead>
                      <Row>
                        <HeadCell fixed>Name</HeadCell>
                        <HeadCell num>Problems</HeadCell>
                        <HeadCell>Types</HeadCell>
                        <HeadCell>Levels</HeadCell>
                        <HeadCell num>Rows</HeadCell>
                        <HeadCell num>Columns</HeadCell>
                        <HeadCell num sub="models">
                          Integer
                        </HeadCell>
                        <HeadCell num sub="problems">
                          Known roots
                        </HeadCell>
                        <HeadCell>Content</HeadCell>
                        <HeadCell>Registered</HeadCell>
                        <HeadCell label="Action" />
                      </Row>
                    </thead>
                    <tbody>
                      {benchmarks.map((b) => (
                        <BenchmarkLine key={b.id} benchmark={b} kept={kept[b.id]} now={query.dataUpdatedAt} />
                      ))}
                    </tbody>
                  </Table>
                )}
              </Section>
              <RegisterBenchmark />
              {populations.length > 0 ? (
                <Section
                  title="Used by runs"
                  note="what policies were trained on and measured on; two shares are comparable only on the same set"
                >
                  <Table label="Problem sets used by runs" density="dense">
                    <thead>
                      <Row>
                        <HeadCell fixed>Set</HeadCell>
                        <HeadCell num>Problems</HeadCell>
                        <HeadCell>Used for</HeadCell>
                        <HeadCell>Source</HeadCell>
                        <HeadCell>Content</HeadCell>
                        <HeadCell>First used</HeadCell>
                      </Row>
                    </thead>
                    <tbody>
                      {populations.map((p) => (
                        <Row key={p.hash}>
                          <Cell fixed>
                            {p.name}
                            {p.relaxed ? " (integers relaxed)" : ""}
                          </Cell>
                          <Cell num>{writeCount(p.n)}</Cell>
                          <Cell>{usesInWords(p)}</Cell>
                          <Cell>{p.source}</Cell>
                          <Cell>
                            <code>{p.hash.slice(0, 8)}</code>
                          </Cell>
                          <Cell>
                            <Time at={p.createdAt} now={query.dataUpdatedAt} form="moment" />
                          </Cell>
                        </Row>
                      ))}
                    </tbody>
                  </Table>
                </Section>
              ) : null}
            </>
          );
        }}
      </QueryState>
    </BenchPage>
  );
}
