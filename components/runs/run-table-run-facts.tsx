import type { ReactNode } from "react";
import { formatDuration } from "#components/ui/format/format-duration.ts";
import { formatId } from "#components/ui/format/format-id.ts";
import { PageLink } from "#components/ui/page-link.tsx";
import { RowName } from "#components/ui/row-name.tsx";
import { RunState } from "#components/ui/run-state.tsx";
import { Time } from "#components/ui/time.tsx";
import { Value } from "#components/ui/value.tsx";
import type { TableRun } from "#server/contracts/run-table.ts";
import type { BuiltIn } from "#server/contracts/run-table-columns.ts";

type Chosen = Exclude<BuiltIn, "run" | "state" | "checks">;

const moment = (at: number | null, now: number): ReactNode =>
  at === null ? <Value value={null} /> : <Time at={at} now={now} form="moment" />;

/** Columns that every run has, but for the three that stand first. */
const FACTS: Record<Chosen, (run: TableRun, now: number) => ReactNode> = {
  id: (run) => <code>{formatId(run.id)}</code>,
  label: (run) => run.label,
  recipe: (run) => run.recipe,
  experiment: (run) => <RowName href={`/experiments/${run.experimentId}`}>{run.experiment}</RowName>,
  seed: (run) => run.seed,
  reward: (run) => run.reward,
  worker: (run) => run.worker ?? <Value value={null} />,
  attempt: (run) => run.attempt ?? <Value value={null} />,
  step: (run) => (
    <>
      {run.step ?? "–"} <span className="aside-num">/ {run.plannedSteps}</span>
    </>
  ),
  problems: (run) => run.problems ?? <Value value={null} />,
  time: (run, now) => formatDuration(run.startedAt === null ? null : (run.endedAt ?? now) - run.startedAt),
  launched: (run, now) => moment(run.queuedAt, now),
  started: (run, now) => moment(run.startedAt, now),
  ended: (run, now) => moment(run.endedAt, now),
  why: (run) => <span className="muted">{run.why}</span>,
};

export function runFact(name: BuiltIn, run: TableRun, now: number): ReactNode {
  if (name === "run") return <PageLink href={`/runs/${run.id}`}>{run.name}</PageLink>;
  if (name === "state") return <RunState state={run.state} />;
  return name === "checks" ? null : FACTS[name](run, now);
}
