"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useCallback, useMemo, useState } from "react";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { curvesHref } from "#components/search-params/curves.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { EmptyState, Notice } from "#components/ui/empty-state.tsx";
import { CONNECT_WAY } from "#components/ui/connect-way.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { Tabs } from "#components/ui/controls/tabs.tsx";
import type { RunTable as RunTableAnswer } from "#server/contracts/run-table.ts";
import { topics } from "#server/contracts/live.ts";
import { ENDED_STATES, LIVE_STATES, RUN_STATES, type RunState } from "#server/contracts/run-lifecycle.ts";
import { writeCount } from "#server/wording/counts.ts";
import { RUN_VIEWS, runSearch, runSearchHref, type RunView } from "../search-params/runs.ts";
import { RunTable, type SearchChange } from "./run-table.tsx";
import { arrangedColumns } from "../search-params/arranged-columns.ts";
import { emptyOf, shownColumns } from "../search-params/run-table-defaults.ts";
import { type InSight, useRunTable } from "./query.ts";
import { TableViews } from "./table-views.tsx";
import { UnreadAddress } from "./unread-address.tsx";
import { RunTableToolbar } from "./toolbar.tsx";
import { useRoom } from "./viewport.ts";

type Counts = RunTableAnswer["counts"];

const LABELS: Record<RunView, string> = {
  all: "All",
  live: "Running",
  waiting: "Waiting",
  ended: "Ended",
  failed: "Failed",
  crashed: "Crashed",
  archived: "Archive",
};
const FIRST_COLUMNS = 12;
const NO_COLUMNS: readonly string[] = [];
/** How often at most it is asked which columns runs from outside bring. */
const USUAL_MS = 10_000;

function countIn(view: RunView, counts: Counts): number {
  const sum = (states: readonly RunState[]) => states.reduce((n, s) => n + (counts[s] ?? 0), 0);
  if (view === "waiting") return counts.queued ?? 0;
  if (view === "live") return sum(LIVE_STATES);
  if (view === "ended") return sum(ENDED_STATES);
  if (SELDOM.has(view)) return counts[view as keyof Counts] ?? 0;
  return sum(RUN_STATES);
}

/** Views that are offered only where there is such a run. */
const SELDOM: ReadonlySet<RunView> = new Set(["failed", "crashed", "archived"]);

const isOffered = (view: RunView, current: RunView, counts: Counts): boolean =>
  !SELDOM.has(view) || view === current || countIn(view, counts) > 0;

/** A view that was offered stays: a filter that leaves nothing of it takes no tab away. */
function useOfferedViews(current: RunView, counts: Counts): RunView[] {
  const [seen, setSeen] = useState<readonly RunView[]>([]);
  const offered = RUN_VIEWS.filter((one) => seen.includes(one) || isOffered(one, current, counts));
  if (offered.length > seen.length) setSeen(offered);
  return offered;
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
      CONNECT_WAY,
      { title: "From the command line", text: "npx ablab launch grpo --seeds 0-2 --wait", action: null },
    ]}
  />
);

/** Every run there is, as a table that is filtered, sorted and grouped by its address. */
export function RunsPage() {
  const [address, setSearch] = useQueryStates(runSearch);
  const api = useApi();
  const usual = useQuery(
    api.external.usual.queryOptions(
      { project: address.project, experimentId: address.experiment },
      { meta: liveOn([topics.runs], USUAL_MS) },
    ),
  );
  const search = useMemo(
    () => ({ ...address, cols: shownColumns(address.cols, address.group, usual.data) }),
    [address, usual.data],
  );
  const [sight, setSight] = useState<InSight>({
    pages: [0],
    columns: search.cols.slice(0, FIRST_COLUMNS).map(({ id }) => id),
  });
  const { experiment, view, q, where } = search;
  const table = useRunTable(search, sight);
  const isPhone = useRoom() === "phone";
  const same = table.lines?.same;
  const empty = table.lines?.empty;
  const arranged = useMemo(
    () => ({
      ...search,
      cols: arrangedColumns(search.cols, address.cols, {
        same: same ?? [],
        empty: search.empty === "show" ? NO_COLUMNS : (empty ?? NO_COLUMNS),
        isPhone,
        group: search.group,
      }),
    }),
    [search, address.cols, same, empty, isPhone],
  );
  const hidden = search.empty === "show" ? NO_COLUMNS : emptyOf(search.cols, address.cols, empty ?? []);
  // Who chooses columns begins with those that are shown: an empty one would be chosen with them.
  const offered = { ...search, cols: search.cols.filter(({ id }) => !hidden.includes(id)) };
  const onSearch = useCallback((change: SearchChange) => void setSearch(change), [setSearch]);
  const counts = table.lines?.counts;
  const views = useOfferedViews(view, counts ?? {});
  const query = {
    data: table.lines ?? undefined,
    error: table.error,
    isPending: table.lines === null,
    refetch: table.retry,
  };
  return (
    <BenchPage crumbs={[{ label: "Runs" }]} dataAt={table.updatedAt}>
      <PageHead
        title="Runs"
        actions={
          <>
            <TableViews search={address} onSaved={(saved) => onSearch({ saved })} />
            <LinkButton href={curvesHref("/runs/curves", { experiment, state: view, q, where })}>
              Curves
            </LinkButton>
            <LinkButton href="/launch" kind="primary" keys="n">
              Launch
            </LinkButton>
          </>
        }
      />
      <Tabs
        label="Views of the runs"
        tabs={views.map((one) => ({
          href: runSearchHref("/runs", { ...search, view: one }),
          label: LABELS[one],
          // What could not be counted is not none.
          count: counts && writeCount(countIn(one, counts)),
          current: one === view,
        }))}
      />
      {/* What is typed belongs to the view that it was typed in. */}
      <RunTableToolbar key={address.saved ?? ""} search={offered} onSearch={onSearch} />
      <UnreadAddress />
      <QueryState query={query} what="the runs" height={320} empty={noRuns} isEmpty={({ all }) => all === 0}>
        {(lines) =>
          lines.runs === 0 ? (
            <NoMatch all={lines.all} filters={where.length} onSearch={onSearch} />
          ) : (
            <RunTable
              search={arranged}
              onSearch={onSearch}
              lines={lines}
              isBehind={table.isBehind}
              now={table.updatedAt}
              onSight={setSight}
              hidden={hidden}
            />
          )
        }
      </QueryState>
    </BenchPage>
  );
}

interface NoMatchProps {
  all: number;
  filters: number;
  onSearch: (change: SearchChange) => void;
}

/** Nothing fits: how much there is, and the way back to it. */
function NoMatch({ all, filters, onSearch }: NoMatchProps) {
  return (
    <Notice>
      No matching runs. {writeCount(all)} in all.{" "}
      <Button size="small" onClick={() => onSearch({ where: null, q: null, experiment: null, view: null })}>
        {filters > 0 ? "Remove all conditions" : "Show all runs"}
      </Button>
    </Notice>
  );
}
