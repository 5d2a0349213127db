"use client";

import { durationOf } from "#server/contracts/external/duration.ts";
import { ByClientMark } from "#components/ui/marks/status-source.tsx";
import { endsByClient } from "#server/contracts/external/status-source.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Sparkline } from "#components/charts/sparkline.tsx";
import { useSeriesWindows } from "#components/panels/use-series-windows.ts";
import { Flags } from "#components/checks/flags.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Meter, RunState } from "#components/ui/marks/run-state.tsx";
import { areMixed, LeadCell, leadHead } from "#components/evaluations/lead-share.tsx";
import { DeltaCell } from "#components/ui/tables/rate-cell.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { endsAboutInList } from "#components/runs/ends-about.ts";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { topics } from "#server/contracts/live.ts";
import type { MainMetric } from "#server/contracts/external/external.ts";
import type { RunDifference } from "#server/contracts/experiment.ts";
import type { RunRow } from "#server/contracts/run.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { kindOfUnit } from "#server/wording/quantities.ts";
import { writeDuration, writeMinute } from "#server/wording/times.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

const REWARD: MainMetric = { metric: "reward/raw", title: "Reward, raw" };
const ZERO_SHARE = "group/zero_share";
const POINTS = 60;
/** Soon after an answer that says that some are left. */
const GO_ON_MS = 300;

/** A name that a client sent may be long; the whole of it is its tooltip. */
const MOST_LETTERS = 24;
const shortened = (text: string): string =>
  text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS - 1)}…`;

/** What says most of each run from outside; of a run of this bench it is the raw reward. */
function useMainMetrics(rows: RunRow[]): Readonly<Record<string, MainMetric>> {
  const runIds = rows.filter(({ origin }) => origin === "external").map(({ id }) => id);
  const api = useApi();
  const main = useQuery(
    api.external.main.queryOptions(
      { runIds },
      { enabled: runIds.length > 0, meta: liveOn([topics.runs, topics.progress], 5000) },
    ),
  );
  return main.data ?? {};
}

const numbersOrNull = (values: Float64Array = new Float64Array(0)): (number | null)[] =>
  Array.from(values, (value) => (Number.isNaN(value) ? null : value));

/** What ended runs reached beside the baseline run of their seed. */
function useDifferences(
  rows: RunRow[],
  enabled: boolean,
): Readonly<Record<string, RunDifference | undefined>> {
  const runIds = rows.map(({ id }) => id);
  const found = useQuery(
    useApi().experiments.differences.queryOptions(
      { runIds },
      {
        enabled: enabled && runIds.length > 0,
        meta: liveOn([topics.runs], 2000),
        refetchInterval: ({ state }) => (state.data?.unread ? GO_ON_MS : false),
        placeholderData: keepPreviousData,
      },
    ),
  );
  return found.data?.differences ?? {};
}

function Ends({ at, now }: { at: number | null; now: number }) {
  return at === null ? <Value value={null} /> : writeMinute(at, now);
}

/** A difference of one seed has no interval, so nothing is claimed of it. */
function ToBaseline({ difference }: { difference: RunDifference | undefined }) {
  if (!difference) return <Value value={null} />;
  if (difference.kind === "baseline") return <span className="muted">baseline</span>;
  if (difference.kind === "not_ranked") {
    return (
      <span className="muted" data-tip={difference.why}>
        not ranked
      </span>
    );
  }
  const { value, unit, title } = difference;
  return (
    <span data-tip={title}>
      <DeltaCell difference={value} kind={kindOfUnit(unit)} showUnit />
    </span>
  );
}

/** The first clause of why a run ended; all of it is the tooltip. */
function WhyEnded({ why }: { why: string }) {
  const clause = why.split(/[;.](?=\s)/, 1)[0];
  return (
    <span className="why-ended" data-tip={clause === why ? undefined : why}>
      {clause}
    </span>
  );
}

interface CurveProps {
  run: RunRow;
  values: (number | null)[];
  /** What it is, for screen readers. */
  title: string;
  domain?: [number, number];
}

/** How far it reaches is how far the run is; of what a run does not measure there is no curve. */
function Curve({ run, values, title, domain }: CurveProps) {
  if (values.every((value) => value === null)) return <Value value={null} />;
  return (
    <Sparkline
      values={values}
      domain={domain}
      label={`${run.name}: ${title} along training`}
      live={run.state === "running"}
      progress={run.plannedSteps > 0 ? Math.min(1, (run.step ?? 0) / run.plannedSteps) : 1}
    />
  );
}

/** Runs with the curves that tell most at a glance: reward, and while they run the share of groups without gradient. */
export function OverviewTable({ rows, now, live }: { rows: RunRow[]; now: number; live?: boolean }) {
  const leads = rows.map(({ lead }) => lead);
  const main = useMainMetrics(rows);
  const differences = useDifferences(rows, !live);
  const shown = [REWARD, ...Object.values(main)].map(({ metric }) => metric);
  const metrics = [...new Set([...shown, ...(live ? [ZERO_SHARE] : [])])];
  const asked = { runIds: rows.map((r) => r.id), metrics, buckets: POINTS };
  const { windows } = useSeriesWindows(asked, { everyMs: 1000 });
  const mainOf = ({ id }: RunRow) => main[id] ?? REWARD;
  const areOwn = rows.every(({ origin }) => origin !== "external");
  const values = (run: RunRow, metric: string) =>
    numbersOrNull(windows?.findLast((w) => w.runId === run.id && w.metric === metric)?.mean);
  return (
    <Table label={live ? "Running now" : "Recently finished"} stacks shortNames>
      <thead>
        <Row>
          <HeadCell fixed>Run</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Checks</HeadCell>
          <HeadCell sub="own scale">{areOwn ? REWARD.title : "Main metric"}</HeadCell>
          {live ? (
            <>
              <HeadCell sub="0 to 100 %">Zero-var</HeadCell>
              <HeadCell num>Train step</HeadCell>
              <HeadCell num sub="at this pace">
                ETA
              </HeadCell>
            </>
          ) : null}
          <HeadCell num sub="%, last evaluation [95 %]">
            {leadHead(leads)}
          </HeadCell>
          {live ? null : (
            <HeadCell num sub="same seed, no interval">
              Δ to baseline
            </HeadCell>
          )}
          <HeadCell num>Time</HeadCell>
          <HeadCell>{live ? "Worker" : "Why it ended"}</HeadCell>
        </Row>
      </thead>
      <tbody>
        {rows.map((run) => (
          <Row key={run.id}>
            <Cell fixed>
              <RowName href={`/runs/${run.id}`}>{run.name}</RowName>
            </Cell>
            <Cell>
              <RunState state={run.state} />{" "}
              {endsByClient(run.state, run.statusSource) ? <ByClientMark /> : null}
            </Cell>
            <Cell>
              <Flags findings={run.findings} />
            </Cell>
            <Cell>
              <Curve run={run} values={values(run, mainOf(run).metric)} title={mainOf(run).title} />
              {areOwn || values(run, mainOf(run).metric).length === 0 ? null : (
                <small className="muted" title={mainOf(run).metric}>
                  {" "}
                  {shortened(mainOf(run).title)}
                </small>
              )}
            </Cell>
            {live ? (
              <>
                <Cell>
                  <Curve
                    run={run}
                    values={values(run, ZERO_SHARE)}
                    domain={[0, 1]}
                    title="share of zero-variance groups"
                  />
                </Cell>
                <Cell num>
                  {writeWhole(run.step ?? 0)}{" "}
                  {run.plannedSteps > 0 ? (
                    <span className="aside-num">/ {writeWhole(run.plannedSteps)} </span>
                  ) : null}
                  {live && run.plannedSteps > 0 ? (
                    <Meter
                      label={`${run.name}: train step`}
                      value={run.step ?? 0}
                      max={Math.max(1, run.plannedSteps)}
                      live
                    />
                  ) : null}
                </Cell>
                <Cell num>
                  <Ends at={endsAboutInList(run, now)} now={now} />
                </Cell>
              </>
            ) : null}
            <Cell num>
              <LeadCell lead={run.lead} named={areMixed(leads)} />
            </Cell>
            {live ? null : (
              <Cell num>
                <ToBaseline difference={differences[run.id]} />
              </Cell>
            )}
            <Cell num>{writeDuration(durationOf(run, now))}</Cell>
            <Cell wrap quiet>
              {live ? (run.worker ?? NOT_MEASURED) : <WhyEnded why={run.why} />}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
