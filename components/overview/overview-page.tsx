"use client";

import { useProject } from "#components/layout/use-project.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { useQuery } from "@tanstack/react-query";
import { FindingList } from "#components/checks/finding-list.tsx";
import { Columns, MarginBlock } from "#components/layout/columns.tsx";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { runSearchHref } from "#components/search-params/runs.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { EmptyState, Notice } from "#components/ui/empty-state.tsx";
import { CONNECT_WAY } from "#components/ui/connect-way.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { RunState } from "#components/ui/marks/run-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Slots } from "#components/ui/strip.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { topics } from "#server/contracts/live.ts";
import { countOf, plural, writeCount, writeOf } from "#server/wording/counts.ts";
import { overviewInputs, SHOWN, WAITING_SHOWN } from "./overview-inputs.ts";
import { firstAblationHref } from "./first-ablation.ts";
import { OverviewTable } from "./overview-table.tsx";
import { endsAboutInList } from "#components/runs/ends-about.ts";
import { writeMinute } from "#server/wording/times.ts";
import type { ObjectingRun, RunRow } from "#server/contracts/run.ts";
import { groupFindings, type FindingGroup } from "#server/checks/group-findings.ts";

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** When the last run ends at the pace so far; nothing where that is not known of each, or others wait. */
function endsWords(live: RunRow[], waiting: number, now: number): string {
  const ends = live.map((run) => endsAboutInList(run, now));
  if (waiting > 0 || ends.length === 0 || ends.includes(null)) return "";
  const last = Math.max(...ends.filter((at) => at !== null));
  return `, ${ends.length > 1 ? "the last ends" : "ends"} about ${writeMinute(last, now)}`;
}

/** The state of the bench in a sentence. */
function overviewSentence(
  live: RunRow[],
  { waiting, online, everything, now }: { waiting: number; online: number; everything: number; now: number },
): string {
  if (everything === 0) return online === 0 ? "No runs yet, and no worker is connected." : "No runs yet.";
  const silent = live.filter((r) => r.state === "unreachable").length;
  const training = live.length - silent;
  const parts = [`${writeCount(training)} running`];
  if (waiting > 0) parts.push(`${writeCount(waiting)} queued`);
  const first = `${parts.join(", ")}${endsWords(live, waiting, now)}.`;
  const second = silent > 0 ? ` ${silentWords(silent)}` : "";
  const third = online === 0 && waiting > 0 ? " No worker is connected." : "";
  return first + second + third;
}

const silentWords = (n: number): string => `${countOf(n, "run")} unreachable, which need not mean failed.`;

/** Nobody here can see a run from outside that fell silent, and its client may never say that it has ended. */
const isSilentExternal = ({ state, origin }: RunRow) => state === "unreachable" && origin === "external";

/** A headline of one line; the whole name stands in the table below. */
const MOST_LETTERS = 32;
const inHeadline = (name: string) =>
  name.length <= MOST_LETTERS ? name : `${name.slice(0, MOST_LETTERS - 1)}…`;

/** Which of the runs that ended last did not end well. */
function failureSentence(failed: RunRow[]): string {
  if (failed.length === 0) return "";
  const [{ name, state }] = failed;
  return failed.length > 1
    ? `${writeCount(failed.length)} of the runs that ended last failed or crashed.`
    : `1 run ${state}: ${inHeadline(name)}.`;
}

/** What needs a person, or nothing: an objection says that a number on this page does not mean what it seems to. */
function findingSentence(groups: FindingGroup<ObjectingRun>[]): string {
  const findings = groups.filter((g) => g.severity === "error");
  if (findings.length === 0) return "";
  const [{ runs, claim }] = findings;
  const who = runs.length > 1 ? countOf(runs.length, "run") : inHeadline(runs[0].name);
  const need = plural(findings.length, "needs", "need");
  return `${countOf(findings.length, "issue")} ${need} attention: ${who}, ${lower(claim)}`;
}

const LIVE_MS = 1000;
/** Ends that somebody should look at; a run that was stopped is as its person wished. */
const FAILED: ReadonlySet<string> = new Set(["failed", "crashed"]);

const firstSteps = (
  <EmptyState
    ways={[
      {
        title: "Run the demo ablation (1 min)",
        text: "GRPO, three changes of it and an A/A control, five seeds each, trained on this machine's CPU on problems that a solver verifies.",
        action: (
          <LinkButton href={firstAblationHref()} kind="primary">
            Prepare the ablation
          </LinkButton>
        ),
      },
      {
        title: "Train a single run (10 s)",
        text: "Standard GRPO from an SFT start.",
        action: <LinkButton href="/launch">Prepare one run</LinkButton>,
      },
      CONNECT_WAY,
      {
        title: "Use your own problems",
        text: "A folder with dataset.json and models/*.mps.",
        action: <LinkButton href="/benchmarks">Register a benchmark</LinkButton>,
      },
    ]}
  />
);

/** External runs of which nothing is heard: they may have ended, and somebody may say so. */
function SilentExternal({ runs }: { runs: RunRow[] }) {
  if (runs.length === 0) return null;
  return (
    <p className="muted small">
      External runs without a heartbeat:{" "}
      {runs.map(({ id, name }, i) => (
        <span key={id}>
          {i > 0 ? ", " : ""}
          <PageLink href={`/runs/${id}`}>{inHeadline(name)}</PageLink>
        </span>
      ))}
      . They may still train. A run's page can mark it as ended.
    </p>
  );
}

/** What runs now, what is queued and why, warnings, what ended. */
export function OverviewPage() {
  const api = useApi();
  const inputs = overviewInputs(useProject());
  const live = useQuery(
    api.runs.list.queryOptions(inputs.live, {
      meta: liveOn([topics.runs, topics.progress], LIVE_MS),
    }),
  );
  const waiting = useQuery(
    api.runs.list.queryOptions(inputs.waiting, {
      meta: liveOn([topics.runs, topics.workers], LIVE_MS),
    }),
  );
  const ended = useQuery(api.runs.list.queryOptions(inputs.ended, { meta: liveOn([topics.runs], LIVE_MS) }));
  const findings = useQuery(
    api.runs.objecting.queryOptions(inputs.objecting, { meta: liveOn([topics.runs], 2000) }),
  );
  const workers = useQuery(
    api.workers.list.queryOptions(undefined, {
      meta: liveOn([topics.workers], LIVE_MS),
      refetchInterval: 10_000,
    }),
  );
  const everything = Object.values(live.data?.counts ?? {}).reduce((a, b) => a + b, 0);
  const online = workers.data?.filter((w) => w.online).length ?? 0;
  const running = live.data?.rows ?? [];
  const objecting = groupFindings(findings.data?.runs ?? []);
  const failed = (ended.data?.rows ?? []).filter((run) => FAILED.has(run.state));
  return (
    <BenchPage crumbs={[{ label: "Overview" }]} dataAt={live.dataUpdatedAt}>
      <PageHead
        say
        title={
          live.data && workers.data ? (
            <>
              {overviewSentence(running, {
                waiting: waiting.data?.total ?? 0,
                online,
                everything,
                now: live.dataUpdatedAt,
              })}{" "}
              {failureSentence(failed)} {findingSentence(objecting)}
            </>
          ) : (
            "Overview"
          )
        }
        actions={
          <LinkButton href="/launch" kind="primary" keys="n">
            Launch
          </LinkButton>
        }
      />
      <Columns
        label="Queue and workers"
        margin={
          <>
            <MarginBlock title="Queue">
              {(waiting.data?.rows ?? []).map((run) => (
                <p key={run.id}>
                  <RunState state="queued" glyphOnly />{" "}
                  <PageLink href={`/runs/${run.id}`}>{run.name}</PageLink>{" "}
                  <span className="muted">{run.why}</span>
                </p>
              ))}
              {waiting.data && waiting.data.total > WAITING_SHOWN ? (
                <p>
                  <PageLink href={runSearchHref("/runs", { view: "waiting" })}>
                    And {waiting.data.total - WAITING_SHOWN} more
                  </PageLink>
                </p>
              ) : null}
              {waiting.data?.total === 0 ? <p className="muted">Queue is empty.</p> : null}
            </MarginBlock>
            <MarginBlock title="Workers">
              {(workers.data ?? []).map((worker) => (
                <p key={worker.id}>
                  <PageLink href="/workers">{worker.name}</PageLink>{" "}
                  <span className="muted">
                    {writeOf(worker.busy, worker.slots, "slot")}, last heartbeat{" "}
                    <Time at={worker.lastSeenAt} now={workers.dataUpdatedAt} />
                  </span>{" "}
                  <Slots
                    label={`${writeOf(worker.busy, worker.slots, "slot")} held`}
                    held={worker.busy}
                    total={worker.slots}
                  />
                </p>
              ))}
              {workers.data?.length === 0 ? <p className="muted">No worker has connected yet.</p> : null}
            </MarginBlock>
          </>
        }
      >
        <QueryState
          query={live}
          what="the runs"
          height={300}
          empty={firstSteps}
          isEmpty={(list) => Object.keys(list.counts).length === 0}
        >
          {({ rows, total }) => (
            <>
              {rows.some((run) => !isSilentExternal(run)) ? (
                <Section
                  title="Running now"
                  note={`${writeOf(rows.length, total, "live run")}, ${countOf(everything, "run")} in total`}
                >
                  <OverviewTable
                    rows={rows.filter((run) => !isSilentExternal(run))}
                    now={live.dataUpdatedAt}
                    live
                  />
                </Section>
              ) : null}
              <SilentExternal runs={rows.filter(isSilentExternal)} />
              {objecting.length > 0 ? (
                <Section
                  title="Warnings"
                  note={`${writeOf(Math.min(SHOWN, objecting.length), objecting.length)}, from the latest ${countOf(findings.data?.lookedAt ?? 0, "run")}`}
                  end={<PageLink href="/checks">All checks</PageLink>}
                >
                  <FindingList groups={objecting.slice(0, SHOWN)} />
                </Section>
              ) : null}
              <Section
                title="Recently finished"
                note={ended.data ? `showing ${writeOf(ended.data.rows.length, ended.data.total)}` : undefined}
                end={<PageLink href={runSearchHref("/runs", { view: "ended" })}>As a table</PageLink>}
              >
                {ended.data && ended.data.rows.length > 0 ? (
                  <OverviewTable rows={ended.data.rows} now={live.dataUpdatedAt} />
                ) : (
                  <Notice>No run has finished yet.</Notice>
                )}
              </Section>
            </>
          )}
        </QueryState>
      </Columns>
    </BenchPage>
  );
}
