import { countRuns } from "#db/queries/runs.ts";
import { countOf } from "../wording/counts.ts";
import { requireRoom } from "./answer-room.ts";
import type { ServiceContext } from "./context.ts";

/** Bytes that are held for a run while all of its experiment are put side by side: row, attempt, facts of its series. */
const HELD_PER_RUN = 16 * 2 ** 10;

/** Throws `too_large` for an experiment whose runs are too many to be put side by side, before any is read. */
export function requireTable(ctx: ServiceContext, experimentId: string): void {
  const runs = countRuns(ctx.db, { experimentId, states: null, search: "" });
  requireRoom(
    runs * HELD_PER_RUN,
    `To put the configurations of ${countOf(runs, "run")} side by side`,
    "Choose runs in the run table and compare those, or split the experiment.",
  );
}
