import { selectStatusEvents } from "#db/queries/attempts.ts";
import { selectEvaluationTotals, type EvaluationTotals } from "#db/queries/evaluations.ts";
import { selectSeries } from "#db/queries/points.ts";
import {
  countRuns,
  countRunsByState,
  selectRunPage,
  type RunFilter,
  type RunPageRow,
} from "#db/queries/runs.ts";
import { LIVE_STATES, ENDED_STATES, isEnded, type RunState } from "../../contracts/run-lifecycle.ts";
import type { LastValue, ListRunsInput, RunList, RunRow } from "../../contracts/run.ts";
import { wilson } from "../../stats/wilson.ts";
import type { ServiceContext } from "../context.ts";
import { runObjections } from "./objections.ts";
import { queueReasons } from "./queue-reasons.ts";
import { exitWords, proofWords } from "./words.ts";

/** Metrics whose last point says how far a run is, the first that it has: train steps, else epochs. */
const PROGRESS_METRICS = ["progress/episodes", "progress/updates", "sft/loss", "prm/loss"];

function statesOf(state: ListRunsInput["state"]): RunState[] | null {
  if (state === "all") return null;
  if (state === "live") return [...LIVE_STATES];
  if (state === "waiting") return ["queued"];
  if (state === "ended") return [...ENDED_STATES];
  return [state];
}

/** Hits of n with the Wilson interval that fits one policy on one set of problems; of no problem, anything is possible. */
export function shareOfProblems(hits: number, n: number) {
  const { low, high } = wilson(hits, n);
  return { hits, n, low: low ?? 0, high: high ?? 1 };
}

function whyOf(ctx: ServiceContext, row: RunPageRow, waiting: Map<string, string>): string {
  const { run, attempt } = row;
  if (run.state === "queued") return waiting.get(run.id) ?? "waits in the queue";
  if (!attempt) return run.state === "killed" ? neverStarted(ctx, run.id) : "";
  if (attempt.exit) return exitWords(attempt.exit);
  if (run.state === "unreachable") return "no word from its worker; not a verdict";
  if (run.state === "stopping") return `stop asked by ${attempt.stopAskedBy ?? "somebody"}`;
  return attempt.phase ?? "";
}

/** Why a run was killed before anything of it ran. */
function neverStarted(ctx: ServiceContext, runId: string): string {
  const evidence = selectStatusEvents(ctx.db, runId).at(-1)?.event.evidence;
  return evidence?.kind === "dependency"
    ? `never started: ${proofWords(evidence)}`
    : "taken out of the queue; it never started";
}

function rrAt5Of(totals: EvaluationTotals | undefined): RunRow["rrAt5"] {
  if (!totals) return null;
  const { trainStep, final } = totals.evaluation;
  return { ...shareOfProblems(totals.solvedAt5, totals.n), trainStep, final };
}

/** Rows of runs with what a list says of them; one query per kind of fact, whatever the number of runs. */
export function describeRuns(ctx: ServiceContext, page: RunPageRow[]): RunRow[] {
  const attemptIds = page.flatMap((row) => (row.attempt ? [row.attempt.id] : []));
  const lasts = new Map<string, Record<string, LastValue>>();
  for (const s of selectSeries(ctx.db, attemptIds, null)) {
    if (s.lastX === null) continue;
    const of = lasts.get(s.attemptId) ?? {};
    of[s.metric] = { value: s.lastValue, kind: s.lastKind, x: s.lastX, n: s.n };
    lasts.set(s.attemptId, of);
  }
  const evaluations = new Map<string, EvaluationTotals>();
  for (const totals of selectEvaluationTotals(ctx.db, {
    runIds: page.map((row) => row.run.id),
    finalOnly: false,
  })) {
    evaluations.set(totals.evaluation.runId, totals);
  }
  const waiting = page.some((row) => row.run.state === "queued")
    ? queueReasons(ctx)
    : new Map<string, string>();
  const objections = runObjections(
    ctx,
    page.map((row) => row.attempt).filter((a) => a !== null),
  );
  return page.map((row): RunRow => {
    const { run, attempt } = row;
    const last = attempt ? (lasts.get(attempt.id) ?? {}) : {};
    return {
      id: run.id,
      name: run.name,
      label: run.label,
      seed: run.seed,
      cell: run.cell,
      recipe: run.recipe,
      experimentId: run.experimentId,
      experiment: row.experiment,
      state: run.state,
      stateAt: run.stateAt,
      why: whyOf(ctx, row, waiting),
      worker: row.workerName,
      attempt: attempt?.n ?? null,
      phase: attempt?.phase ?? null,
      step: PROGRESS_METRICS.map((metric) => last[metric]?.x).find((x) => x !== undefined) ?? null,
      plannedSteps: run.plannedSteps,
      plannedEpisodes: run.plannedEpisodes,
      queuedAt: run.queuedAt,
      startedAt: run.startedAt,
      endedAt: run.endedAt,
      last,
      rrAt5: rrAt5Of(evaluations.get(run.id)),
      objections: attempt ? (objections.get(attempt.id) ?? []) : [],
    };
  });
}

/** A page of runs, those that have ended by their end, with the number of runs in every state under the same search. */
export function listRuns(ctx: ServiceContext, input: ListRunsInput): RunList {
  const filter: RunFilter = {
    experimentId: input.experimentId,
    states: statesOf(input.state),
    search: input.search.trim(),
  };
  const newest = filter.states?.every(isEnded) ? "end" : "launch";
  const rows = describeRuns(ctx, selectRunPage(ctx.db, filter, input.limit, input.offset, newest));
  const counts = Object.fromEntries(countRunsByState(ctx.db, filter).map(({ state, n }) => [state, n]));
  return { rows, total: countRuns(ctx.db, filter), counts };
}
