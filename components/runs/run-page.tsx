"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useCallback, useState } from "react";
import { Columns } from "#components/layout/columns.tsx";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { launchHref } from "#components/addresses/launch.ts";
import { KeptLine } from "#components/keeping/kept-line.tsx";
import type { PanelsSearch } from "#components/panels/views/panels-search.ts";
import { Rollouts } from "#components/rollouts/rollouts.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { SteadyPlace } from "#components/ui/steady-place.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Tabs } from "#components/ui/controls/tabs.tsx";
import { OutsideConfig } from "#components/outside/outside-config.tsx";
import { OutsideFacts } from "#components/runs/outside-facts.tsx";
import { stateWithBasis } from "#server/contracts/outside/basis.ts";
import { topics } from "#server/contracts/live.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf, plural, writeCount } from "#server/wording/counts.ts";
import { ExportParquet } from "./export-parquet.tsx";
import { RunAttempts } from "./run-attempts.tsx";
import { RunCharts } from "./run-charts.tsx";
import { LaunchAgain } from "./run-code.tsx";
import { RunConfig } from "./run-config.tsx";
import { RunEvaluations } from "./run-evaluations.tsx";
import { RunFacts } from "./run-facts.tsx";
import { RunLog } from "./run-log.tsx";
import { RunFailures } from "./run-failures.tsx";
import { RunStages } from "./run-stages.tsx";
import { RunMargin } from "./run-margin.tsx";
import { runPageHref, runPageSearch, type RunTab } from "../addresses/runs.ts";
import { useRouter } from "next/navigation";
import { Button } from "#components/ui/controls/button.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { writeWhole } from "#server/wording/numbers.ts";

function effectOf(run: RunDetail): string {
  const { row } = run;
  if (row.origin === "outside")
    return row.state === "unreachable"
      ? "It has been silent. It counts as ended from now on, by your word; what it may still send is kept."
      : "Its client is told when it next calls, and ends the training by itself if it knows how. Every point up to there stays.";
  if (row.state === "queued") return "It has not started; it leaves the queue and is marked killed.";
  if (row.state === "unreachable")
    return "Its worker is silent. The request is kept and delivered when the worker calls again.";
  return `It ends at about step ${writeWhole(row.step ?? 0)} of ${writeWhole(row.plannedSteps)}: SIGINT first, then SIGTERM, then SIGKILL. Every point up to there stays.`;
}

/** Asks, then asks the run to stop; the page then shows what really happens. */
function StopRun({ run }: { run: RunDetail }) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const stop = useMutation(api.runs.stop.mutationOptions({ onSuccess: () => setAsking(false) }));
  const { state, name } = run.row;
  if (isEnded(state)) return null;
  const asked = run.attempts.at(-1)?.stopAskedAt ?? null;
  const isSilentOutside = run.outside !== null && state === "unreachable";
  if ((state === "stopping" || asked !== null) && !isSilentOutside)
    return (
      <Button
        blocked={
          run.outside
            ? "A stop was asked; the client is told when it calls"
            : "A stop was asked; the worker walks SIGINT, SIGTERM, SIGKILL"
        }
      >
        Stopping
      </Button>
    );
  const verb =
    state === "queued"
      ? "Take out of the queue"
      : isSilentOutside
        ? "Count as ended"
        : state === "unreachable"
          ? "Request stop"
          : "Stop run";
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Stop ${name}?`}
        effect={effectOf(run)}
        confirmLabel={`Stop ${name}`}
        danger
        pending={stop.isPending}
        error={stop.error?.message}
        onConfirm={() => stop.mutate({ id: run.row.id })}
      />
    </>
  );
}

/** Deletes an ended run after saying what goes with it and which published reports used it. */
function DeleteRun({ run }: { run: RunDetail }) {
  const api = useApi();
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const { id, name, state } = run.row;
  const plan = useQuery(api.runs.deletion.queryOptions({ id }, { enabled: asking, retry: false, gcTime: 0 }));
  const remove = useMutation(api.runs.delete.mutationOptions({ onSuccess: () => router.push("/runs") }));
  if (!isEnded(state)) return null;
  const reports = plan.data?.reports ?? [];
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${name}?`}
        effect={
          <>
            {plan.data?.sentence ?? "Counting what goes with it."}
            {reports.length > 0
              ? ` ${countOf(reports.length, "published report uses", "published reports use")} it: ${reports.map((r) => r.title).join(", ")}. ${plural(reports.length, "It stays", "They stay")} whole and will say that the source is gone.`
              : plan.data
                ? " No published report uses it."
                : ""}
          </>
        }
        confirmLabel={`Delete ${name}`}
        danger
        pending={remove.isPending || plan.isPending}
        error={remove.error?.message ?? plan.error?.message}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}

const TAB_LABELS: Record<RunTab, string> = {
  charts: "Charts",
  config: "Config",
  log: "Log",
  groups: "Groups",
  evaluations: "Evaluations",
  attempts: "Attempts",
};

function tabCount(tab: RunTab, run: RunDetail): string | number | undefined {
  if (tab === "config")
    return run.changed.length > 0 ? `${writeCount(run.changed.length)} changed` : undefined;
  if (tab === "evaluations") return run.evaluations.length || undefined;
  return tab === "attempts" ? run.attempts.length || undefined : undefined;
}

/** The launch form filled with this run's parameters. */
function cloneHref(run: RunDetail): string {
  const set = Object.fromEntries(run.changed.map((c) => [c.name, String(c.to)]));
  const params =
    run.changedFrom === "the recipe's defaults"
      ? set
      : Object.fromEntries(Object.entries(run.params).map(([name, value]) => [name, String(value)]));
  return launchHref("/launch", {
    recipe: run.row.recipe,
    mode: "one",
    set: params,
    seeds: String(run.row.seed),
    title: `Clone of ${run.row.name}`,
  });
}

interface TabBodyProps {
  run: RunDetail;
  tab: Exclude<RunTab, "groups">;
  search: PanelsSearch;
  onSearch: (change: Partial<PanelsSearch>) => void;
  now: number;
}

function TabBody({ run, tab, search, onSearch, now }: TabBodyProps) {
  switch (tab) {
    case "charts":
      return (
        <>
          <RunFailures run={run} />
          <RunStages run={run} />
          <RunCharts run={run} search={search} onSearch={onSearch} />
          <RunLog run={run} />
        </>
      );
    case "config":
      return run.outside ? <OutsideConfig run={run} outside={run.outside} /> : <RunConfig run={run} />;
    case "log":
      return <RunLog run={run} full height={560} />;
    case "evaluations":
      return <RunEvaluations run={run} />;
    case "attempts":
      return <RunAttempts run={run} now={now} />;
  }
}

/** One run: the truth about its process, its curves as they come, its log, and what objects. */
export function RunPage({ id }: { id: string }) {
  const api = useApi();
  const [{ tab, ...search }, setSearch] = useQueryStates(runPageSearch);
  const onSearch = useCallback((change: Partial<PanelsSearch>) => void setSearch(change), [setSearch]);
  const query = useQuery(
    api.runs.get.queryOptions({ id }, { meta: liveOn([topics.run(id), topics.experiments], 100) }),
  );
  const run = query.data;
  const crumbs = run
    ? [
        { label: "Runs", href: "/runs" },
        { label: visibleName(run.row.experiment), href: `/experiments/${run.row.experimentId}` },
        { label: run.row.name },
      ]
    : [{ label: "Runs", href: "/runs" }, { label: "Run" }];
  return (
    <BenchPage crumbs={crumbs} dataAt={query.dataUpdatedAt}>
      <QueryState query={query} what="the run" height={500}>
        {(found) => {
          const worst = found.row.objections.find((o) => o.severity !== "note");
          return (
            <>
              <PageHead
                title={found.row.name}
                state={found.row.state}
                sentence={
                  <>
                    <b>{stateWithBasis(found.row.state, found.row.basis)}</b>. {found.sentence}
                  </>
                }
                actions={
                  <>
                    {found.outside ? null : <LinkButton href={cloneHref(found)}>Clone with edits</LinkButton>}
                    {found.outside ? null : <LaunchAgain run={found} />}
                    <ExportParquet of="runs" id={id} />
                    <StopRun run={found} />
                    <DeleteRun run={found} />
                  </>
                }
              />
              <KeptLine
                id={id}
                name={found.row.name}
                topic={topics.run(id)}
                canArchive={isEnded(found.row.state)}
              />
              {found.outside ? (
                <OutsideFacts run={found} outside={found.outside} now={query.dataUpdatedAt} />
              ) : (
                <RunFacts run={found} now={query.dataUpdatedAt} />
              )}
              <SteadyPlace isLive={!isEnded(found.row.state)} none="No caution and no objection now.">
                {worst ? (
                  <Strip level={worst.severity} rule={worst.rule} claim={worst.claim}>
                    {worst.evidence}
                  </Strip>
                ) : null}
              </SteadyPlace>
              <Tabs
                label="Views of this run"
                tabs={(Object.keys(TAB_LABELS) as RunTab[]).map((name) => ({
                  href: runPageHref(`/runs/${id}`, { ...search, tab: name }),
                  label: TAB_LABELS[name],
                  count: tabCount(name, found),
                  current: name === tab,
                }))}
              />
              {tab === "groups" ? (
                // Two texts beside each other need the width of the margin, too.
                <Rollouts runId={id} />
              ) : (
                <Columns label="About this run" margin={<RunMargin run={found} />}>
                  <TabBody
                    run={found}
                    tab={tab}
                    search={search}
                    onSearch={onSearch}
                    now={query.dataUpdatedAt}
                  />
                </Columns>
              )}
            </>
          );
        }}
      </QueryState>
    </BenchPage>
  );
}
