"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { runSearchHref } from "#components/search-params/runs.ts";
import { Sparkline } from "#components/charts/sparkline.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { StatusSource } from "#components/ui/marks/status-source.tsx";
import { RunState } from "#components/ui/marks/run-state.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { Arrival } from "#server/contracts/external/arrival.ts";
import type { IngestTokenRow } from "#server/contracts/external/ingest-token.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { topics } from "#server/contracts/live.ts";
import { writePlace } from "#server/wording/charts/axes.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";

interface EventLineProps {
  at: number;
  now: number;
  /** Nothing has come yet, something came, or it is what came last. */
  kind: "waiting" | "came" | "newest";
  children: ReactNode;
}

function EventLine({ at, now, kind, children }: EventLineProps) {
  return (
    <li data-kind={kind}>
      <span className="mono small muted">
        <Time at={at} now={now} form="clock" />
      </span>
      <span className="arrival-dot" aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}

/** The lines of one run as they came: who called, with what, and how much there is by now. */
function ArrivalLines({ arrival, now }: { arrival: Arrival; now: number }) {
  const { client, host, token, configKeys, commit, files, metrics, completions, openedAt, lastSeenAt } =
    arrival;
  const brought = [
    countOf(configKeys, "configuration key"),
    commit === null ? "" : `commit ${commit.slice(0, 7)}`,
    files === 0 ? "" : countOf(files, "file"),
  ].filter(Boolean);
  const received = [
    countOf(metrics, "metric"),
    completions.length === 0
      ? ""
      : `completions to step ${writePlace(completions[completions.length - 1].step)}`,
  ].filter(Boolean);
  return (
    <ol className="arrivals" aria-label="What arrived">
      <EventLine at={openedAt} now={now} kind="came">
        {client}
        {host === null ? "" : ` on ${host}`}, with key {token}: {brought.join(", ")}
      </EventLine>
      <EventLine at={lastSeenAt} now={now} kind={metrics === 0 ? "waiting" : "newest"}>
        {metrics === 0 ? (
          <>
            <b>{arrival.name}</b> is open and has sent no point yet
          </>
        ) : (
          <>
            <b>{arrival.name}</b>: {received.join(", ")}
          </>
        )}
      </EventLine>
    </ol>
  );
}

function ArrivalCurves({ arrival }: { arrival: Arrival }) {
  const { curves, completions, state } = arrival;
  if (curves.length === 0 && completions.length === 0) return null;
  return (
    <div className="arrival-figures">
      {curves.map(({ metric, last, x, means }) => (
        <figure key={metric} aria-label={metric}>
          <figcaption>
            <code>{metric}</code> <b>{last === null ? "NaN" : writeNumber(last)}</b>{" "}
            <span className="muted">at step {writePlace(x)}</span>
          </figcaption>
          <Sparkline
            values={means}
            label={`${metric}, mean of each fortieth of its steps`}
            live={!isEnded(state)}
            width={220}
            height={56}
          />
        </figure>
      ))}
      {completions.length > 0 ? (
        <Table label="Completions by step" density="dense">
          <thead>
            <tr>
              <HeadCell num>Step</HeadCell>
              <HeadCell num>Groups</HeadCell>
              <HeadCell num>Completions</HeadCell>
              <HeadCell num>Reward</HeadCell>
            </tr>
          </thead>
          <tbody>
            {completions.map(({ phase, step, groups, n, mean }) => (
              <Row key={`${phase}${step}`}>
                <Cell num>{writePlace(step)}</Cell>
                <Cell num>{writeCount(groups)}</Cell>
                <Cell num>{writeCount(n)}</Cell>
                <Cell num>{writeNumber(mean)}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      ) : null}
    </div>
  );
}

/** Under which title each name that came is drawn, and in which unit: those that checks read, and those kept as sent. */
function Names({ arrival: { names, metrics } }: { arrival: Arrival }) {
  if (names.length === 0) return null;
  const left = metrics - names.length;
  return (
    <Disclosure summary="Names">
      <Table
        label="Names that came"
        density="dense"
        foot={left > 0 ? `And ${countOf(left, "other")}, on the page of the run.` : undefined}
      >
        <thead>
          <tr>
            <HeadCell>Sent as</HeadCell>
            <HeadCell>Read as</HeadCell>
            <HeadCell>Unit</HeadCell>
          </tr>
        </thead>
        <tbody>
          {names.map(({ metric, known }) => {
            const { title, unit } = metricInfo(metric);
            return (
              <Row key={metric}>
                <Cell>
                  <code>{metric}</code>
                </Cell>
                <Cell quiet={!known}>{known ? title : "custom"}</Cell>
                <Cell>{known && unit ? unit : ""}</Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Disclosure>
  );
}

/** What has come in, while it comes in: the newest run from outside, or that nobody has called. */
export function Arrives({ tokens }: { tokens: IngestTokenRow[] }) {
  const api = useApi();
  const query = useQuery(
    api.external.arrival.queryOptions(undefined, {
      meta: liveOn([topics.runs, topics.progress, topics.tokens], 1000),
    }),
  );
  const runs = tokens.reduce((sum, token) => sum + token.runs, 0);
  if (query.isPending) return <p className="muted">Reading what came in.</p>;
  if (query.error) return <p className="crit">{query.error.message}</p>;
  if (query.data === null)
    return (
      <p>
        <b>Waiting for the first run.</b>{" "}
        <span className="muted">
          {tokens.length === 0
            ? "It needs a token and the lines above."
            : "What a training sends by the lines above appears here."}
        </span>
      </p>
    );
  const arrival = query.data;
  const now = query.dataUpdatedAt;
  return (
    <>
      <ArrivalLines arrival={arrival} now={now} />
      <ArrivalCurves arrival={arrival} />
      <p className="arrival-end">
        <PageLink className="btn" href={`/runs/${arrival.runId}`}>
          Open the run
        </PageLink>
        <RunState state={arrival.state} /> <StatusSource statusSource={arrival.statusSource} />
        <span className="small muted">
          last heartbeat <Time at={arrival.lastSeenAt} now={now} />
          {arrival.metrics > 0
            ? `; ${countOf(arrival.known, "metric")} recognized, ${writeCount(arrival.metrics - arrival.known)} custom`
            : ""}
          .{" "}
          <PageLink
            href={runSearchHref("/runs", { where: [{ column: "origin", op: "eq", value: "external" }] })}
          >
            {countOf(runs, "external run")}
          </PageLink>
        </span>
      </p>
      <Names arrival={arrival} />
    </>
  );
}
