import type { LoggedTable } from "../../contracts/outside/logged-table.ts";
import type { Rollout } from "../../contracts/outside/verbs.ts";
import { phaseOfName } from "../completions.ts";

type Phase = "train" | "eval";
export type PlacedGroup = Pick<Rollout, "step" | "group">;

interface RunTables {
  /** What the row said that a table was logged after, by the table's path. */
  phases: Map<string, Phase>;
  /** Groups of tables that came before their row. */
  waiting: Map<string, PlacedGroup[]>;
  /** Phases of groups that came: a table that is logged again keeps the one that it had. */
  groups: Map<string, Phase>;
  /** The phase of the last row that told one, by writer. */
  last: Map<string, Phase>;
}

const [MOST_RUNS, MOST_TABLES, MOST_GROUPS] = [200, 200, 2000];

function remember<T>(map: Map<string, T>, key: string, value: T, most: number): T {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
  return value;
}

const PHASES: readonly (Phase | null)[] = [null, "train", "eval"];

/** By row its place in `PHASES`: one metric of an evaluation makes it one. */
function phasesOf({ n, columns }: LoggedTable): Uint8Array {
  const told = new Uint8Array(n);
  for (const { metric, rows, value } of columns) {
    const phase = phaseOfName(metric);
    const mark = PHASES.indexOf(phase);
    if (mark > 0)
      for (let i = 0; i < value.length; i++) {
        const row = rows === null ? i : rows[i];
        if (told[row] < mark) told[row] = mark;
      }
  }
  return told;
}

const placeOf = ({ step, group }: PlacedGroup): string => `${step} ${group}`;

/**
 * TRL's table of completions is called the same in training and in an evaluation; the row that is logged before it tells, and
 * rows and tables come by ways of their own, either first. Kept in memory: where a restart falls between the two, a table
 * stays with the training, as one does that no row tells of.
 */
export class TablePhases {
  #runs = new Map<string, RunTables>();

  #of(runId: string): RunTables {
    const known = this.#runs.get(runId);
    const made = { phases: new Map(), waiting: new Map(), groups: new Map(), last: new Map() };
    return remember(this.#runs, runId, known ?? made, MOST_RUNS);
  }

  /** The completions of a table that was put, each with its phase as far as that is known. */
  put(runId: string, path: string, rollouts: readonly Rollout[]): Rollout[] {
    const run = this.#of(runId);
    const told = run.phases.get(path);
    if (told === undefined) remember(run.waiting, path, groupsOf(rollouts), MOST_TABLES);
    return rollouts.map((rollout) => {
      const phase = run.groups.get(placeOf(rollout)) ?? told ?? rollout.phase ?? "train";
      if (told !== undefined) remember(run.groups, placeOf(rollout), phase, MOST_GROUPS);
      return { ...rollout, phase };
    });
  }

  /** Takes rows and the tables they name; answers the groups that came before and belong to another phase than the training. */
  log(runId: string, writer: string, table: LoggedTable, tables: readonly { at: number; path: string }[]) {
    const run = this.#of(runId);
    const moved: PlacedGroup[] = [];
    let next = 0;
    phasesOf(table).forEach((told, at) => {
      const phase = PHASES[told] ?? run.last.get(writer);
      if (phase !== undefined) run.last.set(writer, phase);
      for (; next < tables.length && tables[next].at === at; next++) {
        const { path } = tables[next];
        if (phase === undefined || run.phases.has(path)) continue;
        remember(run.phases, path, phase, MOST_TABLES);
        for (const group of run.waiting.get(path) ?? []) {
          if (run.groups.has(placeOf(group))) continue;
          remember(run.groups, placeOf(group), phase, MOST_GROUPS);
          if (phase === "eval") moved.push(group);
        }
        run.waiting.delete(path);
      }
    });
    return moved;
  }
}

const groupsOf = (rollouts: readonly Rollout[]): PlacedGroup[] => [
  ...new Map(rollouts.map(({ step, group }) => [placeOf({ step, group }), { step, group }])).values(),
];
