"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useCallback } from "react";
import { Columns } from "#components/layout/columns.tsx";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { compareLink } from "#components/search-params/compare-link.ts";
import { launchHref } from "#components/search-params/launch.ts";
import { AnnotationLine } from "#components/annotations/annotation-line.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { SteadyPlace } from "#components/ui/steady-place.tsx";
import { later } from "#components/ui/later.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Tabs } from "#components/ui/controls/tabs.tsx";
import { stateAndSource } from "#server/contracts/external/status-source.ts";
import { topics } from "#server/contracts/live.ts";
import type { Finding } from "#server/contracts/finding.ts";
import { isWarning } from "#server/contracts/is-warning.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writeCount } from "#server/wording/counts.ts";
import { DeleteRun } from "./attempts/delete-run.tsx";
import { ExportParquet } from "./export-parquet.tsx";
import { LaunchAgain } from "./launch-again.tsx";
import { RunFacts } from "./run-facts.tsx";
import { CHECKS, RunMargin } from "./run-margin.tsx";
import { Groups, RunTabBody } from "./run-tabs.tsx";
import { runPageHref, runPageSearch, type RunPanelsSearch, type RunTab } from "../search-params/runs.ts";

const StopRun = later(async () => (await import("./attempts/stop-run.tsx")).StopRun, "the press", 0);
const MarkLost = later(async () => (await import("./attempts/mark-lost.tsx")).MarkLost, "the press", 0);

const ContinueRun = later(
  async () => (await import("./attempts/continue-run.tsx")).ContinueRun,
  "the press",
  0,
);
const StartBeside = later(
  async () => (await import("./attempts/continue-run.tsx")).StartBeside,
  "the press",
  0,
);
const ExternalFacts = later(
  async () => (await import("./external-facts.tsx")).ExternalFacts,
  "the facts",
  70,
  {
    still: true,
  },
);
const EndOfRun = later(async () => (await import("./attempts/end-of-run.tsx")).EndOfRun, "the end", 0);

const TAB_LABELS: Record<RunTab, string> = {
  charts: "Charts",
  media: "Media",
  config: "Config",
  log: "Log",
  groups: "Groups",
  evaluations: "Evaluations",
  artifacts: "Artifacts",
  attempts: "Attempts",
};

/** States of which a page says why. */
const ENDED_BADLY: ReadonlySet<string> = new Set(["failed", "crashed"]);

const artifactCount = ({ files, artifacts, external, logged }: RunDetail): number =>
  artifacts.length +
  logged.artifacts.length +
  (external?.files ?? logged.files).length +
  files.filter(({ goneAt }) => goneAt === null).length;

function tabCount(tab: RunTab, run: RunDetail): string | number | undefined {
  if (tab === "config")
    return run.changed.length > 0 ? `${writeCount(run.changed.length)} changed` : undefined;
  if (tab === "evaluations") return run.evaluations.length || undefined;
  if (tab === "media") return run.logged.mediaKeys || undefined;
  if (tab === "artifacts") return artifactCount(run) || undefined;
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

/** The flag of what objects most, beside the name where the margin says it in full; narrow pages have its strip instead. */
function WorstFlag({ worst, href }: { worst: Finding; href: string }) {
  return (
    <a className="head-flag" href={href} data-tip={worst.claim}>
      <FindingFlag level={worst.severity} decorative /> {worst.rule}
      <span className="hidden-text">
        , {worst.severity}: {worst.claim}
      </span>
    </a>
  );
}

/** One run: the truth about its process, its curves as they come, its log, and what objects. */
export function RunPage({ id }: { id: string }) {
  const api = useApi();
  const [{ tab, ...search }, setSearch] = useQueryStates(runPageSearch);
  const onSearch = useCallback((change: Partial<RunPanelsSearch>) => void setSearch(change), [setSearch]);
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
    <BenchPage crumbs={crumbs} dataAt={query.dataUpdatedAt} project={query.data?.project}>
      <QueryState query={query} what="the run" isPage height={500}>
        {(found) => {
          const worst = found.row.findings.find(isWarning);
          // Groups have the width of the margin, so what it says stands on another tab.
          const evidence = `${tab === "groups" ? runPageHref(`/runs/${id}`, { ...search, tab: "charts" }) : ""}#${CHECKS}`;
          return (
            <>
              <PageHead
                title={found.row.name}
                state={found.row.state}
                inline
                summary={
                  <>
                    <b>{stateAndSource(found.row.state, found.row.statusSource)}</b>. {found.message}
                    {worst ? <WorstFlag worst={worst} href={evidence} /> : null}
                  </>
                }
                actions={
                  <>
                    {found.external ? null : (
                      <LinkButton href={cloneHref(found)}>Clone with edits</LinkButton>
                    )}
                    {found.external ? null : <LaunchAgain run={found} />}
                    <LinkButton
                      href={compareLink([id], found.evaluations.length === 0 ? "runs" : "evaluations")}
                    >
                      Compare
                    </LinkButton>
                    <ExportParquet of="runs" id={id} />
                    {found.continuing.possible ? <ContinueRun run={found} /> : null}
                    {found.continuing.keptByOthers ? <StartBeside run={found} /> : null}
                    {isEnded(found.row.state) ? null : <StopRun run={found} />}
                    {found.row.state === "unreachable" && !found.external && <MarkLost run={found} />}
                    {isEnded(found.row.state) ? <DeleteRun run={found} /> : null}
                  </>
                }
              />
              {found.external ? (
                <ExternalFacts run={found} external={found.external} now={query.dataUpdatedAt} />
              ) : (
                <RunFacts run={found} now={query.dataUpdatedAt} />
              )}
              <div className="without-margin">
                <SteadyPlace isLive={!isEnded(found.row.state)} none={found.noWarnings}>
                  {worst ? (
                    <Strip
                      level={worst.severity}
                      rule={worst.rule}
                      claim={worst.claim}
                      actions={<a href={evidence}>Evidence</a>}
                    />
                  ) : null}
                </SteadyPlace>
              </div>
              {ENDED_BADLY.has(found.row.state) ? <EndOfRun run={found} /> : null}
              <div className="tabs-row">
                <Tabs
                  label="Views of this run"
                  tabs={(Object.keys(TAB_LABELS) as RunTab[]).map((name) => ({
                    href: runPageHref(`/runs/${id}`, { ...search, tab: name }),
                    label: TAB_LABELS[name],
                    count: tabCount(name, found),
                    current: name === tab,
                  }))}
                />
                <AnnotationLine
                  id={id}
                  name={found.row.name}
                  topic={topics.run(id)}
                  canArchive={isEnded(found.row.state)}
                  project={found.project}
                />
              </div>
              {tab === "groups" ? (
                // Two texts beside each other need the width of the margin, too.
                <Groups runId={id} />
              ) : (
                <Columns label="About this run" margin={<RunMargin run={found} />}>
                  <RunTabBody
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
