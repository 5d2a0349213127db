import type { Db } from "#db/client.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { selectExternalRunsOfPlace, selectPlace } from "#db/queries/external.ts";
import { selectGroupsOfStep, selectRolloutSteps } from "#db/rollouts/read-groups.ts";
import { MACHINE_AXIS } from "../../workers/protocol/machine/machine-metrics.ts";
import { cellConfig, USUAL_RULE } from "#server/services/external/config.ts";

type Point = [x: number, value: number];

/** All that a bench has of a run from outside, so that it can be laid beside another's. */
export interface ReadRun {
  state: string;
  seed: number;
  cell: string;
  /** As configurations are compared. */
  config: Record<string, string>;
  /** By metric, but for figures of the machine. */
  curves: Record<string, Point[]>;
  /** The last value of each metric, as tables show it. */
  lasts: Record<string, Point>;
  groups: { phase: string; step: number; n: number; mean: number | null }[];
}

/** The one run of that name in a client's project. */
export function readRun(db: Db, projectId: string, project: string, name: string): ReadRun {
  const place = selectPlace(db, projectId, project);
  const found = (place ? selectExternalRunsOfPlace(db, place.id) : []).filter(({ run }) => run.name === name);
  if (found.length !== 1) throw new Error(`${found.length} runs are called ${name}.`);
  const [{ run }] = found;
  const [{ id: attemptId }] = selectAttemptsOfRuns(db, [run.id]);
  const store = pointStore(db);
  // Figures of the machine are sent by whoever trains for long enough, and are of that moment.
  const series = store.series([attemptId], null).filter(({ axis }) => axis !== MACHINE_AXIS);
  const curve = (id: number): Point[] =>
    [...store.read(id, { from: null, to: null })].flatMap(({ x, value }) =>
      Array.from(x, (at, i): Point => [at, value[i]]),
    );
  return {
    state: run.state,
    seed: run.seed,
    cell: run.cell,
    config: Object.fromEntries(cellConfig(run.params, USUAL_RULE)),
    curves: Object.fromEntries(series.map(({ id, metric }) => [metric, curve(id)])),
    lasts: Object.fromEntries(
      series.map(({ metric, lastX, lastValue }) => [metric, [lastX ?? NaN, lastValue ?? NaN]]),
    ),
    groups: selectRolloutSteps(db, run.id).flatMap((at) =>
      selectGroupsOfStep(db, at).map(({ phase, step, n, mean }) => ({ phase, step, n, mean })),
    ),
  };
}
