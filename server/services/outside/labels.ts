import {
  selectOutsideRunsOfPlace,
  updateRunFacts,
  type FoundOutside,
  type OutsidePlaceRecord,
} from "#db/queries/outside.ts";
import { selectExperiment, updateBaselineCell } from "#db/queries/experiments.ts";
import { topics } from "../../contracts/live.ts";
import type { WriteScope } from "../context.ts";
import { cellConfig, differingKeys } from "./config.ts";

const NAMED = 3;
const LONGEST = 120;

/** Last parts of keys, as long as no two of them are alike. */
function shortKeys(keys: readonly string[]): Map<string, string> {
  const lastPart = (key: string) => key.slice(key.lastIndexOf(".") + 1);
  const same = Map.groupBy(keys, lastPart);
  return new Map(keys.map((key) => [key, same.get(lastPart(key))?.length === 1 ? lastPart(key) : key]));
}

/**
 * What configurations are called: by the groups that the client gave where each has one of its own, else by the keys in which
 * they differ, as "beta 0.04, lr 1e-6".
 */
export function cellLabels(
  cells: ReadonlyMap<string, { config: ReadonlyMap<string, string>; groups: ReadonlySet<string | null> }>,
): Map<string, string> {
  const all = [...cells.values()];
  const groups = all.map((cell) => (cell.groups.size === 1 ? [...cell.groups][0] : null));
  if (all.length > 1 && groups.every((group) => group !== null) && new Set(groups).size === all.length)
    return new Map([...cells.keys()].map((cell, i) => [cell, groups[i].slice(0, LONGEST)]));
  const differing = differingKeys(all.map(({ config }) => config));
  const short = shortKeys(differing);
  return new Map(
    [...cells].map(([cell, { config }]) => {
      const said = differing.map((key) => `${short.get(key)} ${config.get(key) ?? "not set"}`);
      const more = said.length > NAMED ? ` and ${said.length - NAMED} more` : "";
      const label = said.slice(0, NAMED).join(", ").slice(0, LONGEST) + more;
      return [cell, label === "" ? "one configuration" : label];
    }),
  );
}

/** What labels of cells are made from. */
type LabelledCells = Map<string, { config: Map<string, string>; groups: Set<string | null> }>;

/** Adds a run to the cells of its place. */
export function addToCells(cells: LabelledCells, { run, told, place }: FoundOutside): void {
  const cell = cells.get(run.cell) ?? { config: cellConfig(run.params, place), groups: new Set() };
  cell.groups.add(told.groupName);
  cells.set(run.cell, cell);
}

/** The cells of a place with what labels are made from, in the order in which they came. */
function cellsOf(runs: readonly FoundOutside[]): LabelledCells {
  const cells: LabelledCells = new Map();
  for (const found of runs) addToCells(cells, found);
  return cells;
}

/**
 * Names the configurations of a place anew, because one came or went, and keeps a baseline: the one that came first, as long as
 * nobody chose.
 */
export function relabel(scope: WriteScope, place: OutsidePlaceRecord): void {
  const runs = selectOutsideRunsOfPlace(scope.db, place.id);
  const labels = cellLabels(cellsOf(runs));
  for (const { run } of runs) {
    const label = labels.get(run.cell) ?? run.label;
    if (label !== run.label) updateRunFacts(scope.db, run.id, { label });
  }
  const baseline = selectExperiment(scope.db, place.experimentId)?.baselineCell ?? null;
  if (runs.length > 0 && (baseline === null || !labels.has(baseline)))
    updateBaselineCell(scope.db, place.experimentId, runs[0].run.cell);
  scope.touch(topics.experiment(place.experimentId), topics.experiments, topics.runs);
}
