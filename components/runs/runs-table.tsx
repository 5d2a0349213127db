"use client";

import { useRouter } from "next/navigation";
import { formatDuration } from "#components/ui/format/format-duration.ts";
import { RateCell } from "#components/ui/rate-cell.tsx";
import { RowName } from "#components/ui/row-name.tsx";
import { RunState } from "#components/ui/run-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { Value } from "#components/ui/value.tsx";
import { VirtualTable, type VirtualColumn } from "#components/ui/virtual-table.tsx";
import type { RunRow } from "#server/contracts/run.ts";
import { Flags } from "./flags.tsx";
import { lastNumber } from "./last-number.ts";

const ROW_PX = 29;
const HEAD_PX = 44;
const MOST_PX = 640;

function ranMs(run: RunRow, now: number): number | null {
  return run.startedAt === null ? null : (run.endedAt ?? now) - run.startedAt;
}

function columns(now: number): VirtualColumn<RunRow>[] {
  return [
    {
      id: "run",
      head: "Run",
      width: 210,
      fixed: true,
      cell: (run) => <RowName href={`/runs/${run.id}`}>{run.name}</RowName>,
    },
    { id: "state", head: "State", width: 116, cell: (run) => <RunState state={run.state} /> },
    { id: "checks", head: "Checks", width: 84, cell: (run) => <Flags objections={run.objections} /> },
    {
      id: "step",
      head: "Train step",
      sub: "of planned",
      width: 84,
      num: true,
      cell: (run) => (
        <>
          {run.step ?? "–"} <span className="aside-num">/ {run.plannedSteps}</span>
        </>
      ),
    },
    {
      id: "reward",
      head: "Reward, raw",
      sub: "last, points",
      width: 92,
      num: true,
      cell: (run) => <Value value={lastNumber(run.last["reward/raw"])} />,
    },
    {
      id: "rr5",
      head: "RR@5",
      sub: "%, last evaluation [95 %]",
      width: 176,
      num: true,
      cell: (run) => <RateCell count={run.rrAt5?.hits ?? null} n={run.rrAt5?.n ?? 0} interval={run.rrAt5} />,
    },
    { id: "n", head: "n", sub: "problems", width: 66, num: true, cell: (run) => run.rrAt5?.n ?? "–" },
    {
      id: "zero",
      head: "Zero-var",
      sub: "%, last",
      width: 70,
      num: true,
      cell: (run) => <Value value={lastNumber(run.last["group/zero_share"])} kind="share" n={100} />,
    },
    { id: "time", head: "Time", width: 72, num: true, cell: (run) => formatDuration(ranMs(run, now)) },
    {
      id: "queued",
      head: "Launched",
      width: 116,
      cell: (run) => <Time at={run.queuedAt} now={now} form="moment" />,
    },
    {
      id: "experiment",
      head: "Experiment",
      width: 180,
      cell: (run) => <RowName href={`/experiments/${run.experimentId}`}>{run.experiment}</RowName>,
    },
    { id: "why", head: "Why", cell: (run) => <span className="muted">{run.why}</span> },
  ];
}

/** Runs, one line each; the cause stands where a value would be missing. */
export function RunsTable({ rows, total, now }: { rows: RunRow[]; total: number; now: number }) {
  const router = useRouter();
  return (
    <VirtualTable
      label="Runs"
      columns={columns(now)}
      rows={rows}
      rowKey={(run) => run.id}
      onOpen={(run) => router.push(`/runs/${run.id}`)}
      height={Math.min(MOST_PX, HEAD_PX + rows.length * ROW_PX + 2)}
      foot={`Showing ${rows.length} of ${total} runs. RR@5 of one run: Wilson interval over its problems.`}
    />
  );
}
