import type { Objection } from "../../contracts/objection.ts";
import { acrossRuns } from "./across-runs.ts";
import { isTrainingReward } from "../../../workers/protocol/metrics.ts";
import type { Cell } from "./cells.ts";

/** Run-health findings that take the meaning from a metric of the table, so that it may not be ranked. */
const SPOILS: Record<string, (metric: string) => boolean> = {
  D06: (metric) => isTrainingReward(metric) || metric === "group/std",
  I01: isTrainingReward,
};

/** True for a finding that `spoiledMetrics` puts on its metrics. */
export const isSpoiling = (rule: string): boolean => rule in SPOILS;

/** Objections of one cell's runs that forbid the ranking of some metrics, each once for every metric that it spoils. */
function ofCell(cell: Cell, byAttempt: Map<string, Objection[]>, metrics: string[]): Objection[] {
  const found = acrossRuns(cell, byAttempt, (o) => isSpoiling(o.rule) && o.severity === "objection");
  return found.flatMap((objection) => {
    const spoiled = metrics.filter((metric) => SPOILS[objection.rule](metric));
    return (spoiled.length > 0 ? spoiled : [null]).map((metric) => ({ ...objection, metric }));
  });
}

/** Adds to what was judged of each cell what its own runs, or the baseline's, take from the metrics. */
export function spoiledMetrics(
  judged: Map<string, Objection[]>,
  cells: Cell[],
  byAttempt: Map<string, Objection[]>,
  metrics: string[],
): Map<string, Objection[]> {
  const baseline = cells.find((c) => c.baseline);
  const ofBaseline = baseline ? ofCell(baseline, byAttempt, metrics) : [];
  return new Map(
    cells.map((cell) => [
      cell.cell,
      [
        ...(judged.get(cell.cell) ?? []),
        ...ofBaseline,
        ...(cell.baseline ? [] : ofCell(cell, byAttempt, metrics)),
      ],
    ]),
  );
}
