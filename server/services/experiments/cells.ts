import { selectLatestAttempts, type AttemptRecord } from "#db/queries/attempts.ts";
import { selectCellPlaces, selectExperiment } from "#db/queries/experiments.ts";
import { selectRunsByExperiment, type RunRecord } from "#db/queries/runs.ts";
import { isCompared, recipeOf } from "../recipes/book.ts";
import type { CellPlace } from "../../contracts/cell-place.ts";
import type { ExperimentPlan } from "../../contracts/experiment.ts";
import type { RunState } from "../../contracts/run-lifecycle.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { primaryValueReader } from "./primary-metric.ts";
import { requireTable } from "../require-table.ts";

/** A configuration of an experiment: every run that differs in nothing but the seed. */
export interface Cell {
  cell: string;
  config: string;
  baseline: boolean;
  place: CellPlace;
  params: RunRecord["params"];
  runs: RunRecord[];
  /** The run that counts for each seed: the first that finished with a value, else the first finished, else the latest with an attempt. */
  bySeed: Map<number, { run: RunRecord; attempt: AttemptRecord | null }>;
  planned: number;
  /** What it is, where its chain launched it to be measured otherwise than the others. */
  beside: string | null;
}

/** Why a run of an experiment does not count. */
export interface LeftOut {
  runId: string;
  name: string;
  state: RunState;
  why: string;
}

/** Runs of a recipe this version does not know may have measured something. */
function isMeasured(ctx: ServiceContext, run: RunRecord): boolean {
  const manifest = recipeOf(ctx.db, run);
  return manifest === undefined || isCompared(manifest);
}

/** How a finished run ranks among those of its seed; others have 0 or 1. */
const FINISHED = 2;
const FINISHED_WITH_VALUE = 3;

/** What decides which of several runs with one seed counts. */
export type SeededRun = Pick<RunRecord, "id" | "name" | "seed" | "state" | "queuedAt">;

/**
 * The run that counts for each seed, and the others with the reason. A seed that was run until it was good would count by its luck:
 * of several finished runs the first with a value counts, and a later one only where none before it has one.
 */
export function pickPerSeed<Run extends SeededRun, Attempt>(
  runs: Run[],
  attempts: Map<string, Attempt>,
  hasValue: (run: Run, attempt: Attempt | null) => boolean = () => true,
): { bySeed: Map<number, { run: Run; attempt: Attempt | null }>; leftOut: LeftOut[] } {
  const bySeed = new Map<number, { run: Run; attempt: Attempt | null }>();
  const leftOut: LeftOut[] = [];
  const rank = (run: Run) =>
    run.state !== "finished"
      ? Number(attempts.has(run.id))
      : hasValue(run, attempts.get(run.id) ?? null)
        ? FINISHED_WITH_VALUE
        : FINISHED;
  const better = (a: Run, b: Run) => {
    const [own, other] = [rank(a), rank(b)];
    if (own !== other) return own > other;
    return own >= FINISHED ? a.queuedAt < b.queuedAt : a.queuedAt >= b.queuedAt;
  };
  for (const run of runs) {
    const known = bySeed.get(run.seed)?.run;
    const candidate = { run, attempt: attempts.get(run.id) ?? null };
    if (!known) bySeed.set(run.seed, candidate);
    else {
      const [kept, dropped] = better(run, known) ? [run, known] : [known, run];
      if (kept === run) bySeed.set(run.seed, candidate);
      leftOut.push({
        runId: dropped.id,
        name: dropped.name,
        state: dropped.state,
        why: `${kept.id} counts for seed ${run.seed}: of several runs the first that finished with a value`,
      });
    }
  }
  return { bySeed, leftOut };
}

/** The configurations of an experiment, the baseline first, then in the order they were launched. */
export function experimentCells(
  ctx: ServiceContext,
  experimentId: string,
): { cells: Cell[]; leftOut: LeftOut[]; title: string; plan: ExperimentPlan } {
  const experiment = selectExperiment(ctx.db, experimentId);
  if (!experiment)
    throw new ServiceError(
      "not_found",
      `There is no experiment ${experimentId.slice(0, 80)}. It may belong to another data directory.`,
    );
  requireTable(ctx, experimentId);
  const runs = selectRunsByExperiment(ctx.db, experimentId);
  const attempts = new Map(
    selectLatestAttempts(
      ctx.db,
      runs.map((r) => r.id),
    ).map((a) => [a.runId, a]),
  );
  const measured = runs.filter((run) => isMeasured(ctx, run));
  const others = runs.filter((run) => !isMeasured(ctx, run));
  const groups = Map.groupBy(measured, (run) => run.cell);
  const leftOut: LeftOut[] = others.map((run) => ({
    runId: run.id,
    name: run.name,
    state: run.state,
    why: `a ${run.recipe} run measures no policy on problems`,
  }));
  const hasValue = primaryValueReader(ctx);
  const places = new Map(selectCellPlaces(ctx.db, [experimentId]).map(({ cell, place }) => [cell, place]));
  const cells = [...groups].map(([cell, ofCell]): Cell => {
    const picked = pickPerSeed(ofCell, attempts, hasValue);
    leftOut.push(...picked.leftOut);
    return {
      cell,
      config: ofCell[0].label,
      baseline: cell === experiment.baselineCell,
      place: places.get(cell) ?? 0,
      params: ofCell[0].params,
      runs: ofCell,
      bySeed: picked.bySeed,
      planned: picked.bySeed.size,
      beside: experiment.plan.beside?.[cell] ?? null,
    };
  });
  return {
    cells: cells.toSorted((a, b) => Number(b.baseline) - Number(a.baseline)),
    leftOut,
    title: experiment.title,
    plan: experiment.plan,
  };
}
