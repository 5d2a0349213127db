"use client";

import { ClaimedMark } from "#components/ui/marks/basis.tsx";
import { isClaimedEnd } from "#server/contracts/outside/basis.ts";
import { useQuery } from "@tanstack/react-query";
import { Sparkline } from "#components/charts/sparkline.tsx";
import { useSeriesWindows } from "#components/panels/use-series-windows.ts";
import { Flags } from "#components/checks/flags.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Meter, RunState } from "#components/ui/marks/run-state.tsx";
import { areMixed, LeadCell, leadHead } from "#components/evaluations/lead-share.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { topics } from "#server/contracts/live.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import type { RunRow } from "#server/contracts/run.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeDuration } from "#server/wording/times.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

const REWARD = "reward/raw";
const ZERO_SHARE = "group/zero_share";
const POINTS = 60;

/** A name that a client sent may be long; the whole of it is its tooltip. */
const MOST_LETTERS = 24;
const shortened = (text: string): string =>
  text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS - 1)}…`;

/** What says most of each run from outside; of a run of this bench it is the raw reward. */
function useMainMetrics(rows: RunRow[]): Readonly<Record<string, string>> {
  const runIds = rows.filter(({ origin }) => origin === "outside").map(({ id }) => id);
  const api = useApi();
  const main = useQuery(
    api.outside.main.queryOptions(
      { runIds },
      { enabled: runIds.length > 0, meta: liveOn([topics.runs, topics.progress], 5000) },
    ),
  );
  return main.data ?? {};
}

const numbersOrNull = (values: Float64Array = new Float64Array(0)): (number | null)[] =>
  Array.from(values, (value) => (Number.isNaN(value) ? null : value));

/** Runs with the two curves that tell most at a glance: reward, and the share of groups without gradient. */
export function OverviewTable({ rows, now, live }: { rows: RunRow[]; now: number; live?: boolean }) {
  const leads = rows.map(({ lead }) => lead);
  const main = useMainMetrics(rows);
  const metrics = [...new Set([REWARD, ZERO_SHARE, ...Object.values(main)])];
  const asked = { runIds: rows.map((r) => r.id), metrics, buckets: POINTS };
  const { windows } = useSeriesWindows(asked, { everyMs: 1000 });
  const mainOf = ({ id }: RunRow) => main[id] ?? REWARD;
  const areOwn = rows.every(({ origin }) => origin !== "outside");
  const values = (run: RunRow, metric: string) =>
    numbersOrNull(windows?.findLast((w) => w.runId === run.id && w.metric === metric)?.mean);
  const progress = (run: RunRow) =>
    run.plannedSteps > 0 ? Math.min(1, (run.step ?? 0) / run.plannedSteps) : 1;
  return (
    <Table label={live ? "Running now" : "Ended last"}>
      <thead>
        <Row>
          <HeadCell fixed>Run</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Checks</HeadCell>
          <HeadCell sub="own scale">{areOwn ? "Reward, raw" : "Main metric"}</HeadCell>
          <HeadCell sub="0 to 100 %">Zero-var</HeadCell>
          <HeadCell num>Train step</HeadCell>
          <HeadCell num sub="%, last evaluation [95 %]">
            {leadHead(leads)}
          </HeadCell>
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
              <RunState state={run.state} /> {isClaimedEnd(run.state, run.basis) ? <ClaimedMark /> : null}
            </Cell>
            <Cell>
              <Flags objections={run.objections} />
            </Cell>
            <Cell>
              <Sparkline
                values={values(run, mainOf(run))}
                label={`${run.name}: ${metricInfo(mainOf(run)).title} along training`}
                live={run.state === "running"}
                progress={progress(run)}
              />
              {areOwn ? null : (
                <small className="muted" title={mainOf(run)}>
                  {" "}
                  {shortened(metricInfo(mainOf(run)).title)}
                </small>
              )}
            </Cell>
            <Cell>
              <Sparkline
                values={values(run, ZERO_SHARE)}
                domain={[0, 1]}
                label={`${run.name}: share of zero-variance groups along training`}
                live={run.state === "running"}
                progress={progress(run)}
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
              <LeadCell lead={run.lead} named={areMixed(leads)} />
            </Cell>
            <Cell num>
              {writeDuration(run.startedAt === null ? null : (run.endedAt ?? now) - run.startedAt)}
            </Cell>
            <Cell wrap quiet>
              {live ? (run.worker ?? NOT_MEASURED) : run.why}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
