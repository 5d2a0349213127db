"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useKeys } from "#components/layout/use-keys.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { topics } from "#server/contracts/live.ts";
import type { RunList } from "#server/contracts/run.ts";
import { ENDED_STATES, LIVE_STATES } from "#server/contracts/run-lifecycle.ts";
import { PAGE_SIZE, RUN_VIEWS, runListInput, runSearch, runSearchHref, type RunView } from "./run-search.ts";
import { RunsTable } from "./runs-table.tsx";

const LABELS: Record<RunView, string> = {
  all: "All",
  live: "Running",
  waiting: "Waiting",
  ended: "Ended",
  failed: "Failed",
  crashed: "Crashed",
};
const TYPING_MS = 250;

function countOf(view: RunView, counts: RunList["counts"]): number {
  const sum = (states: readonly string[]) => states.reduce((n, s) => n + (counts[s] ?? 0), 0);
  if (view === "waiting") return counts.queued ?? 0;
  if (view === "live") return sum(LIVE_STATES);
  if (view === "ended") return sum(ENDED_STATES);
  if (view === "failed" || view === "crashed") return counts[view] ?? 0;
  return sum(Object.keys(counts));
}

/** Failed and Crashed are views only where there is such a run. */
function isOffered(view: RunView, current: RunView, counts: RunList["counts"]): boolean {
  return (view !== "failed" && view !== "crashed") || view === current || countOf(view, counts) > 0;
}

const noRuns = (
  <EmptyState
    ways={[
      {
        title: "Watch one, a minute",
        text: "Five variants of GRPO train on this machine's CPU; no GPU is needed.",
        action: (
          <LinkButton href="/launch" kind="primary">
            Launch an ablation
          </LinkButton>
        ),
      },
      { title: "From a script", text: "npx ablab launch grpo --seeds 0-2 --wait", action: null },
    ]}
  />
);

/** Every run there is: filter by state and text, newest launch first. */
export function RunsPage() {
  const api = useApi();
  const [search, setSearch] = useQueryStates(runSearch);
  const [typed, setTyped] = useState(search.q);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed !== search.q) void setSearch({ q: typed || null, page: null });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, search.q, setSearch]);
  useKeys([{ keys: "/", label: "Filter the runs", group: "This page", run: () => box.current?.focus() }]);
  const query = useQuery(
    api.runs.list.queryOptions(runListInput(search), {
      meta: liveOn([topics.runs, topics.progress], 1000),
      placeholderData: keepPreviousData,
    }),
  );
  const counts = query.data?.counts ?? {};
  const pages = Math.ceil((query.data?.total ?? 0) / PAGE_SIZE);
  return (
    <BenchPage crumbs={[{ label: "Runs" }]} dataAt={query.dataUpdatedAt}>
      <PageHead
        title="Runs"
        actions={
          <LinkButton href="/launch" kind="primary" keys="n">
            Launch
          </LinkButton>
        }
      />
      <Tabs
        label="Views of the runs"
        tabs={RUN_VIEWS.filter((view) => isOffered(view, search.view, counts)).map((view) => ({
          href: runSearchHref("/runs", { ...search, view, page: 0 }),
          label: LABELS[view],
          count: countOf(view, counts),
          current: view === search.view,
        }))}
      />
      <div className="toolbar">
        <TextInput
          ref={box}
          label="Filter by name or id"
          lead="Filter"
          value={typed}
          onChange={setTyped}
          placeholder="name or id"
          width={320}
        />
        {search.experiment ? (
          <Button size="small" onClick={() => void setSearch({ experiment: null })}>
            All experiments
          </Button>
        ) : null}
      </div>
      <QueryState
        query={query}
        what="the runs"
        height={320}
        empty={noRuns}
        isEmpty={(list) => list.total === 0 && countOf("all", list.counts) === 0 && search.q === ""}
      >
        {(list) =>
          list.rows.length === 0 ? (
            <Notice>No run fits this view. {countOf("all", list.counts)} in all.</Notice>
          ) : (
            <>
              <RunsTable rows={list.rows} total={list.total} now={query.dataUpdatedAt} />
              <Pager page={search.page} pages={pages} onPage={(page) => void setSearch({ page })} />
            </>
          )
        }
      </QueryState>
    </BenchPage>
  );
}
