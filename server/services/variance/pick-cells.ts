import { selectCellPlaces } from "#db/queries/experiments.ts";
import { selectLatestAttempts, type AttemptRecord } from "#db/queries/attempts.ts";
import { selectRunsByIds, type RunRecord } from "#db/queries/runs.ts";
import { bandKey } from "../../contracts/charts/band-key.ts";
import type { CellPlace } from "../../contracts/cell-place.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { experimentCells, pickPerSeed, type Cell } from "../experiments/cells.ts";
import { primaryValueReader } from "../experiments/primary-metric.ts";

/** A configuration with the experiment its runs belong to; `key` tells equal configurations of two experiments apart. */
export interface PickedCell {
  key: string;
  experimentId: string;
  cell: Cell;
}

export interface CellChoice {
  runIds: string[];
  experimentId: string | null;
  /** All seeds of the configurations the runs belong to, not the named runs alone. */
  wholeCells: boolean;
}

function cellOfRuns(
  ctx: ServiceContext,
  runs: RunRecord[],
  attempts: Map<string, AttemptRecord>,
  place: CellPlace,
): Cell {
  const { bySeed } = pickPerSeed(runs, attempts, primaryValueReader(ctx));
  const { cell, label, params } = runs[0];
  return {
    cell,
    config: label,
    baseline: false,
    place,
    params,
    runs,
    bySeed,
    planned: bySeed.size,
    beside: null,
  };
}

/** The configurations of an experiment, of some runs, or (with `wholeCells`) those that some runs belong to. Throws for a run that is not known. */
export function pickCells(
  ctx: ServiceContext,
  { runIds, experimentId, wholeCells }: CellChoice,
): PickedCell[] {
  const inExperiment = (id: string) =>
    experimentCells(ctx, id).cells.map((cell) => ({ key: bandKey(id, cell.cell), experimentId: id, cell }));
  // What stands beside a comparison is no line among those that are compared.
  if (experimentId !== null) return inExperiment(experimentId).filter(({ cell }) => cell.beside === null);
  const runs = new Map(selectRunsByIds(ctx.db, runIds).map((run) => [run.id, run]));
  const inOrder = [...new Set(runIds)].map((id) => {
    const run = runs.get(id);
    if (run) return run;
    throw new ServiceError("not_found", `There is no run ${id}. It may belong to another data directory.`);
  });
  const groups = Map.groupBy(inOrder, (run) => bandKey(run.experimentId, run.cell));
  if (wholeCells) {
    const known = new Map(
      [...new Set(inOrder.map((run) => run.experimentId))].flatMap(inExperiment).map((c) => [c.key, c]),
    );
    return [...groups.keys()].flatMap((key) => known.get(key) ?? []);
  }
  const attempts = new Map(
    selectLatestAttempts(
      ctx.db,
      inOrder.map((run) => run.id),
    ).map((attempt) => [attempt.runId, attempt]),
  );
  const experiments = [...new Set(inOrder.map((run) => run.experimentId))];
  const places = new Map(
    selectCellPlaces(ctx.db, experiments).map((one) => [bandKey(one.experimentId, one.cell), one.place]),
  );
  return [...groups].map(([key, members]) => ({
    key,
    experimentId: members[0].experimentId,
    cell: cellOfRuns(ctx, members, attempts, places.get(key) ?? 0),
  }));
}
