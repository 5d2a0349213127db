import { selectExperiment } from "#db/queries/experiments.ts";
import { countRuns, selectRun, type RunRecord } from "#db/queries/runs.ts";
import { ServiceError } from "../../../errors.ts";
import { countOf } from "../../../wording/counts.ts";
import { requireRoom } from "../../answer-room.ts";
import type { Cell } from "../../experiments/cells.ts";
import type { Reading } from "./reading.ts";

const SHORTEST_HASH = 8;

/** Bytes that are held for a run of an experiment while a block is worked out: its row, its lines, and what they are made of. */
const HELD_PER_RUN = 40 * 2 ** 10;

/** What the sentence says where a thing a report was computed from is no longer in the store. */
const gone = (what: string, id: string) =>
  new ServiceError("not_found", `There is no ${what} ${id.slice(0, 60)}. It may have been deleted.`);

export function requireRunOf(reading: Reading, id: string): RunRecord {
  const run = selectRun(reading.ctx.db, id);
  if (!run) throw gone("run", id);
  return run;
}

/** The configurations of an experiment that exists. */
export function requireCells(reading: Reading, experimentId: string, held = HELD_PER_RUN): Cell[] {
  if (!selectExperiment(reading.ctx.db, experimentId)) throw gone("experiment", experimentId);
  const every = { projectId: null, experimentId, states: null, search: "" };
  const runs = countRuns(reading.ctx.db, every);
  requireRoom(
    runs * held,
    `A block about an experiment of ${countOf(runs, "run")}`,
    "Chart runs that are named, or split the experiment.",
  );
  return reading.cells(experimentId);
}

/** The configuration a report means by its name, or by the start of its hash where names repeat. */
export function requireCell(reading: Reading, experimentId: string, name: string): Cell {
  const cells = requireCells(reading, experimentId);
  const named = cells.filter((c) => c.config === name);
  const found =
    named.length > 0 ? named : cells.filter((c) => name.length >= SHORTEST_HASH && c.cell.startsWith(name));
  if (found.length === 1) return found[0];
  if (found.length > 1)
    throw new ServiceError(
      "conflict",
      `"${name.slice(0, 60)}" fits ${found.length} configurations. Give the start of the hash: ${found.map((c) => c.cell.slice(0, SHORTEST_HASH)).join(", ")}.`,
    );
  throw new ServiceError(
    "not_found",
    `The experiment has no configuration "${name.slice(0, 60)}"${cells.length > 0 ? `. It has ${cells.map((c) => c.config).join(", ")}.` : ": it has no runs."}`,
  );
}

/** The finished run that counts for each seed of a configuration, by seed. */
export function finishedRuns(cell: Cell): RunRecord[] {
  return [...cell.bySeed.values()]
    .filter(({ run, attempt }) => run.state === "finished" && attempt !== null)
    .map(({ run }) => run)
    .toSorted((a, b) => a.seed - b.seed);
}
