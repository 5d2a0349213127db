import { durationOf } from "#server/contracts/external/duration.ts";
import type { ReactNode } from "react";
import { shortId } from "#server/contracts/id-prefixes.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { MiddleCut } from "#components/ui/tables/middle-cut.tsx";
import { StatusSource, ByClientMark } from "#components/ui/marks/status-source.tsx";
import { RunState } from "#components/ui/marks/run-state.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { VisuallyHidden } from "#components/ui/visually-hidden.tsx";
import { endsByClient } from "#server/contracts/external/status-source.ts";
import type { AuditLine } from "#server/contracts/rollouts/audit.ts";
import type { TableRun } from "#server/contracts/run-table.ts";
import type { BuiltIn } from "#server/contracts/run-table-columns.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { isSaidSeed } from "#server/numbers/seeds.ts";
import { auditedWords, auditScope, writeAudited } from "#server/wording/audits.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeDuration } from "#server/wording/times.ts";

type Chosen = Exclude<BuiltIn, "run" | "state" | "checks" | "curve">;

const moment = (at: number | null, now: number): ReactNode =>
  at === null ? <Value value={null} /> : <Time at={at} now={now} form="moment" />;

/** A run without planned steps, as one that only measures, is not at any of zero. */
function Progress({ step, plannedSteps }: Pick<TableRun, "step" | "plannedSteps">) {
  if (plannedSteps === 0) return step === null ? <Value value={null} /> : writeWhole(step);
  return (
    <>
      {writeWhole(step)} <span className="aside-num">/ {writeWhole(plannedSteps)}</span>
    </>
  );
}

function Audited({ corrected, measured, n }: AuditLine) {
  return (
    <>
      {writeAudited(corrected, n)} <span className="aside-num">{writeAudited({ value: measured }, n)}</span>
    </>
  );
}

/** Why a progress is a dash, or undefined where it is none. */
function progressTip({ step, plannedSteps, startedAt }: TableRun): string | undefined {
  if (step !== null) return undefined;
  if (plannedSteps === 0) return "No train steps are planned";
  return `${startedAt === null ? "Not begun" : "No step yet"}: ${countOf(plannedSteps, "train step is", "train steps are")} planned`;
}

/** A name of more letters may be cut off, so it is the tooltip as well. */
const LONG_NAME = 16;
export const ifLong = (text: string): string | undefined => (text.length > LONG_NAME ? text : undefined);

/** What stands behind a fact of a run: its cause, why there is no number, or all of a long name. */
export function factTip(name: BuiltIn, run: TableRun): string | undefined {
  if (name === "step") return progressTip(run);
  if (name === "audit" && run.audit) return `${auditScope(run.audit)}; ${auditedWords(run.audit)}`;
  if (name === "state" || name === "why") return run.why || undefined;
  if (name === "run") return ifLong(run.name);
  if (name === "seed" && !isSaidSeed(run.seed)) return "No seed is on record; the run counts for itself";
  return name === "experiment" || name === "label" || name === "reward" || name === "group"
    ? ifLong(run[name] ?? "")
    : undefined;
}

/** Columns that every run has, but for the three that stand first. */
const FACTS: Record<Chosen, (run: TableRun, now: number) => ReactNode> = {
  id: (run) => <code>{shortId(run.id)}</code>,
  label: (run) => run.label,
  recipe: (run) => run.recipe,
  experiment: (run) => (
    <span className="table-name">
      <PageLink href={`/experiments/${run.experimentId}`} aria-label={visibleName(run.experiment)}>
        <MiddleCut>{visibleName(run.experiment)}</MiddleCut>
      </PageLink>
    </span>
  ),
  seed: (run) => (isSaidSeed(run.seed) ? run.seed : <Value value={null} />),
  reward: (run) => run.reward,
  worker: (run) => run.worker ?? <Value value={null} />,
  origin: (run) => run.origin,
  statusSource: (run) => <StatusSource statusSource={run.statusSource} />,
  group: (run) => run.group ?? <Value value={null} />,
  job_type: (run) => run.jobType ?? <Value value={null} />,
  tags: (run) => (run.kept.tags.length === 0 ? <Value value={null} /> : run.kept.tags.join(", ")),
  notes: (run) =>
    run.kept.notes === "" ? (
      <Value value={null} />
    ) : (
      <span className="muted">{run.kept.notes.split("\n")[0]}</span>
    ),
  attempt: (run) => run.attempt ?? <Value value={null} />,
  step: (run) => <Progress {...run} />,
  problems: (run) => <Value value={run.problems} kind="count" />,
  audit: ({ audit }) => (audit === null ? <Value value={null} /> : <Audited {...audit} />),
  time: (run, now) => writeDuration(durationOf(run, now)),
  launched: (run, now) => moment(run.queuedAt, now),
  started: (run, now) => moment(run.startedAt, now),
  ended: (run, now) => moment(run.endedAt, now),
  why: (run) => <span className="muted">{run.why}</span>,
};

export function runFact(name: BuiltIn, run: TableRun, now: number): ReactNode {
  if (name === "run") return <PageLink href={`/runs/${run.id}`}>{run.name}</PageLink>;
  if (name === "state") return <StateAndWhy {...run} />;
  return name === "checks" || name === "curve" ? null : FACTS[name](run, now);
}

/** The cause is the cell's tooltip; who reads by ear hears it after the state. An end that nobody saw is marked. */
function StateAndWhy({ state, why, statusSource }: TableRun) {
  return (
    <>
      <RunState state={state} />
      {endsByClient(state, statusSource) ? (
        <>
          {" "}
          <ByClientMark />
        </>
      ) : null}
      {why ? (
        <span className="table-said">
          <VisuallyHidden>, {why}</VisuallyHidden>
        </span>
      ) : null}
    </>
  );
}
