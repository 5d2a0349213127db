import type { LoggedTable } from "../../contracts/external/logged-table.ts";
import type { Rollout } from "../../contracts/external/verbs.ts";
import { BoundedStore } from "../../numbers/bounded-store.ts";
import { phaseOfName } from "../../foreign/completions.ts";

type Phase = "train" | "eval";
export type PlacedGroup = Pick<Rollout, "step" | "group">;

const KIB = 1024;
/** What is remembered of tables, of one run and of all. */
const MEMORY = { bytes: 16 * KIB * KIB, bytesOfOwner: 512 * KIB };

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
  /** By run: what the row said that a table was logged after, by the table's path. */
  readonly #phases = new BoundedStore<Phase>(MEMORY);
  /** Groups of tables that came before their row. */
  readonly #waiting = new BoundedStore<PlacedGroup[]>(MEMORY);
  /** Phases of groups that came: a table that is logged again keeps the one that it had. */
  readonly #groups = new BoundedStore<Phase>(MEMORY);
  /** The phase of the last row that told one, by writer. */
  readonly #last = new BoundedStore<Phase>(MEMORY);

  /** The completions of a table that was put, each with its phase as far as that is known. */
  put(runId: string, path: string, rollouts: readonly Rollout[]): Rollout[] {
    const told = this.#phases.get(runId, path);
    if (told === undefined) this.#waiting.set(runId, path, groupsOf(rollouts));
    return rollouts.map((rollout) => {
      const phase = this.#groups.get(runId, placeOf(rollout)) ?? told ?? rollout.phase ?? "train";
      if (told !== undefined) this.#groups.set(runId, placeOf(rollout), phase);
      return { ...rollout, phase };
    });
  }

  /** Takes rows and the tables they name; answers the groups that came before and belong to another phase than the training. */
  log(runId: string, writer: string, table: LoggedTable, tables: readonly { at: number; path: string }[]) {
    const moved: PlacedGroup[] = [];
    let next = 0;
    let phase = this.#last.get(runId, writer);
    const before = phase;
    phasesOf(table).forEach((told, at) => {
      phase = PHASES[told] ?? phase;
      for (; next < tables.length && tables[next].at === at; next++) {
        const { path } = tables[next];
        if (phase === undefined || this.#phases.get(runId, path) !== undefined) continue;
        this.#phases.set(runId, path, phase);
        for (const group of this.#waiting.get(runId, path) ?? []) {
          if (this.#groups.get(runId, placeOf(group)) !== undefined) continue;
          this.#groups.set(runId, placeOf(group), phase);
          if (phase === "eval") moved.push(group);
        }
        this.#waiting.delete(runId, path);
      }
    });
    if (phase !== undefined && phase !== before) this.#last.set(runId, writer, phase);
    return moved;
  }
}

const groupsOf = (rollouts: readonly Rollout[]): PlacedGroup[] => [
  ...new Map(rollouts.map(({ step, group }) => [placeOf({ step, group }), { step, group }])).values(),
];
