import { describe, expect, test } from "vitest";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import { RunTableView } from "../../contracts/run-table.ts";
import { matchingRuns } from "../run-table/matching.ts";
import { keep } from "../annotations/annotate.ts";
import { joinWorker, launch, makeWorld, startNext } from "../testing.ts";
import { deleteRuns, planDeletions, stopRuns } from "./many.ts";

/** Four runs: one has finished, one trains, two wait. */
function world() {
  const made = makeWorld();
  const { runs, experimentId } = launch(made, { seeds: [0, 1, 2, 3] });
  const worker = joinWorker(made, { slots: 2 });
  startNext(made, worker).finish();
  startNext(made, worker);
  const states = () => selectRunsByExperiment(made.ctx.db, experimentId).map(({ state }) => state);
  return { ...made, ids: runs.map(({ id }) => id), states };
}

describe("several runs at once", () => {
  test("stop in one transaction: the queued never start, the live are asked, the ended stay", () => {
    const { ctx, ids, states } = world();
    const { asked, dequeued, message } = stopRuns(ctx, ids);
    expect([asked, dequeued]).toEqual([1, 2]);
    expect(message).toBe(
      "2 runs taken out of the queue; 1 run asked to stop, each by the stop signals of its recipe, SIGKILL last.",
    );
    expect(states()).toEqual(["finished", "stopping", "killed", "killed"]);
    expect(stopRuns(ctx, [ids[0], ids[2]]).message).toBe("Every one of them has already ended.");
  });

  test("of which one does not exist are left alone", () => {
    const { ctx, ids, states } = world();
    const before = states();
    expect(() => stopRuns(ctx, [ids[3], "run_0000000000000000"])).toThrow("Nothing was changed.");
    expect(states()).toEqual(before);
  });

  test("are deleted all or none, after what goes with them was said", () => {
    const { ctx, ids, states } = world();
    expect(() => deleteRuns(ctx, [ids[0], ids[1]])).toThrow("only a run that has ended can be deleted");
    expect(states()).toHaveLength(4);
    stopRuns(ctx, ids.slice(2));
    const ended = [ids[0], ids[2], ids[3]];
    expect(planDeletions(ctx, ended)).toMatchObject({ runs: 3, reports: [] });
    deleteRuns(ctx, ended);
    expect(states()).toEqual(["running"]);
  });
});

test("all runs that fit a view are found by their ids, with how many of them have ended", () => {
  const { ctx, ids } = world();
  const fitting = (view: Partial<RunTableView>) => matchingRuns(ctx, RunTableView.parse(view));
  expect(fitting({})).toMatchObject({ total: 4, ended: 1 });
  expect(new Set(fitting({ group: "seed" }).ids)).toEqual(new Set(ids));
  expect(fitting({ state: "ended" })).toEqual({ ids: [ids[0]], total: 1, ended: 1 });
  keep(ctx, { changes: [{ id: ids[0], archived: true }] });
  expect(fitting({}).ids).not.toContain(ids[0]);
});
