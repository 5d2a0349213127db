import {
  type FoundExternal,
  type ExternalPlaceRecord,
  selectExternalRun,
  updateRunFacts,
} from "#db/queries/external.ts";
import {
  type CellOfPlace,
  hasCell,
  hasOtherGroup,
  selectCells,
  selectFirstCell,
  selectOtherOfCell,
  updateLabel,
} from "#db/queries/external/cells.ts";
import { selectExperiment, updateBaselineCell } from "#db/queries/experiments.ts";
import { topics } from "../../contracts/live.ts";
import type { WriteScope } from "../context.ts";
import { writeTyped } from "../../wording/typed.ts";
import { cellConfig, differingKeys } from "./config.ts";

const NAMED = 5;
/** Keys among which those that tell configurations apart are looked for: those with the most values. */
const MOST_WEIGHED = 64;
const LONGEST = 120;

/** Last parts of keys, as long as no two of them are alike. */
function shortKeys(keys: readonly string[]): Map<string, string> {
  const lastPart = (key: string) => key.slice(key.lastIndexOf(".") + 1);
  const same = Map.groupBy(keys, lastPart);
  return new Map(keys.map((key) => [key, same.get(lastPart(key))?.length === 1 ? lastPart(key) : key]));
}

type Config = ReadonlyMap<string, string>;

/**
 * The fewest keys that tell configurations apart, found one by one: the next is the one that splits most of what is still
 * alike, of equal ones that with the shorter values. At most `NAMED` of `keys`, in their order.
 */
function tellingKeys(keys: readonly string[], configs: readonly Config[]): string[] {
  const candidates = keys
    .map((key) => {
      const values = configs.map((config) => config.get(key) ?? null);
      const length = values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
      return { key, values, length, count: new Set(values).size };
    })
    .toSorted((one, other) => other.count - one.count || one.length - other.length)
    .slice(0, MOST_WEIGHED);
  const told: string[] = [];
  let parts = configs.map(() => 0);
  let count = 1;
  while (told.length < NAMED && count < configs.length) {
    let best: { key: string; parts: number[]; count: number } | null = null;
    for (const { key, values } of candidates) {
      const ids = new Map<string, number>();
      const split = values.map((value, i) => {
        const part = `${parts[i]} ${value === null ? "" : `=${value}`}`;
        ids.set(part, ids.get(part) ?? ids.size);
        return ids.get(part) ?? 0;
      });
      if (ids.size > (best?.count ?? count)) best = { key, parts: split, count: ids.size };
    }
    if (best === null) break;
    told.push(best.key);
    ({ parts, count } = best);
  }
  return keys.filter((key) => told.includes(key));
}

/** A value as people write it: 1e-5, not 0.00001. */
const writeValue = (text: string): string =>
  String(Number(text)) === text ? writeTyped(Number(text)) : text;

/** Values that say what they are without their key: "no_kl", but not "true" or "3". */
const isName = (text: string | undefined): text is string =>
  text !== undefined &&
  /^[a-z][\w.+/-]*$/i.test(text) &&
  !/^(?:true|false|none|null|nan|inf\w*)$/i.test(text);

/**
 * What configurations are called: by the groups that the client gave where each has one of its own, else by the fewest keys
 * that tell them apart, as "beta 0.04, lr 1e-6"; by its values alone where one key does and they are names, as "no_kl".
 */
export function cellLabels(
  cells: ReadonlyMap<string, { config: Config; groups: ReadonlySet<string | null> }>,
): Map<string, string> {
  const all = [...cells.values()];
  const groups = all.map((cell) => (cell.groups.size === 1 ? [...cell.groups][0] : null));
  if (all.length > 1 && groups.every((group) => group !== null) && new Set(groups).size === all.length)
    return new Map([...cells.keys()].map((cell, i) => [cell, groups[i].slice(0, LONGEST)]));
  const configs = all.map(({ config }) => config);
  const differing = differingKeys(configs);
  const told = tellingKeys(differing, configs);
  const isBare = told.length === 1 && configs.every((config) => isName(config.get(told[0])));
  const short = shortKeys(differing);
  return new Map(
    [...cells].map(([cell, { config }]) => {
      const said = told.map((key) => {
        const value = config.get(key);
        return isBare && value
          ? value
          : `${short.get(key)} ${value === undefined ? "not set" : writeValue(value)}`;
      });
      const label = said.join(", ").slice(0, LONGEST);
      return [cell, label === "" ? "one configuration" : label];
    }),
  );
}

/** What labels of cells are made from. */
type LabelledCells = Map<string, { config: Map<string, string>; groups: Set<string | null> }>;

/** Adds a run to the cells of its place. */
export function addToCells(cells: LabelledCells, { run, told, place }: FoundExternal): void {
  const cell = cells.get(run.cell) ?? { config: cellConfig(run.params, place), groups: new Set() };
  cell.groups.add(told.groupName);
  cells.set(run.cell, cell);
}

/** A run that came into a cell of its place; where it was made just now, no other cell lost one. */
export interface Arrived {
  runId: string;
  cell: string;
  groupName: string | null;
  isNew: boolean;
}

/** Cells that a run of a new one is compared with. Where there are more, they keep their names, and it is called by what differs. */
const MOST_COMPARED = 100;
/** The same, of all entries of their configurations. */
const MOST_ENTRIES = 10_000;

const asLabel = (group: string | null): string | null => group?.slice(0, LONGEST) ?? null;

/** What a run is called that came into a cell of others, where that changes no name: read from one of them. */
function labelOfOthers(scope: WriteScope, experimentId: string, arrived: Arrived): string | null {
  if (!arrived.isNew) return null;
  const other = selectOtherOfCell(scope.db, { experimentId, ...arrived });
  if (other === undefined) return null;
  const isAlike = other.groupName === arrived.groupName || other.label !== asLabel(other.groupName);
  return isAlike ? other.label : null;
}

/** Groups of each cell, as far as they matter: more than one is as good as all. */
function groupsOf(
  scope: WriteScope,
  experimentId: string,
  told: readonly CellOfPlace[],
  arrived: Arrived | null,
): (cell: CellOfPlace) => Set<string | null> {
  const groups = told.map(({ groupName }) => groupName);
  const isApart = groups.every((group) => group !== null) && new Set(groups).size === told.length;
  const before = arrived?.isNew ? told.filter(({ cell }) => cell !== arrived.cell) : [];
  // Names by groups end when a run comes, and never begin where there were two cells that had others.
  const isOver = before.length > 1 && before.some(({ label, groupName }) => label !== asLabel(groupName));
  if (told.length < 2 || !isApart || isOver) return () => new Set([null]);
  return ({ cell, groupName }) =>
    groupName !== null && hasOtherGroup(scope.db, experimentId, cell, groupName)
      ? new Set([groupName, null])
      : new Set([groupName]);
}

function callAnew(scope: WriteScope, place: ExternalPlaceRecord, arrived: Arrived | null): void {
  const { experimentId } = place;
  const all = { most: Number.MAX_SAFE_INTEGER - 1, entries: Infinity };
  const some = { most: MOST_COMPARED, entries: MOST_ENTRIES };
  const { cells: told, isAll } = selectCells(scope.db, experimentId, arrived === null ? all : some);
  const isMany = !isAll;
  const own = isMany && arrived ? selectExternalRun(scope.db, arrived.runId) : undefined;
  const groups = isMany ? () => new Set([null]) : groupsOf(scope, experimentId, told, arrived);
  const cells: LabelledCells = new Map(
    told.map((cell) => [cell.cell, { config: cellConfig(cell.params, place), groups: groups(cell) }]),
  );
  if (own) cells.set(own.run.cell, { config: cellConfig(own.run.params, place), groups: new Set([null]) });
  const labels = cellLabels(cells);
  const named = new Map(told.map(({ cell, label }) => [cell, label]));
  for (const [cell, label] of labels) {
    const isOwn = cell === arrived?.cell;
    if (isOwn || (!isMany && named.get(cell) !== label)) updateLabel(scope.db, experimentId, cell, label);
  }
}

/**
 * Names the configurations of a place anew, because one came or went, and keeps a baseline: the one that came first, as long as
 * nobody chose. With the run that came it reads as much of a place of 10,000 runs as of one of 10.
 */
export function relabel(scope: WriteScope, place: ExternalPlaceRecord, arrived: Arrived | null = null): void {
  const { experimentId } = place;
  const label = arrived && labelOfOthers(scope, experimentId, arrived);
  if (arrived && label !== null) updateRunFacts(scope.db, arrived.runId, { label });
  else callAnew(scope, place, arrived);
  const baseline = selectExperiment(scope.db, experimentId)?.baselineCell ?? null;
  if (baseline === null || !hasCell(scope.db, experimentId, baseline)) {
    const first = selectFirstCell(scope.db, place.id);
    if (first !== null) updateBaselineCell(scope.db, experimentId, first);
  }
  scope.touch(topics.experiment(experimentId), topics.experiments, topics.runs);
}
