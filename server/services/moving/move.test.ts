import { describe, expect, test } from "vitest";
import type { MoveInput } from "../../contracts/housekeeping/projects.ts";
import { RunTableInput } from "../../contracts/run-table.ts";
import { runTable } from "../run-table/table.ts";
import { listExperiments } from "../experiments/list.ts";
import { keep } from "../annotations/annotate.ts";
import { externalVerbs } from "../external/make-verbs.ts";
import { externalWorld, points, tableOfValues } from "../external/testing.ts";
import { createToken, ingestActorOf } from "../external/tokens.ts";
import { createReport } from "../reports/create.ts";
import { launch, makeWorld, type World } from "../testing.ts";
import { createProject } from "../projects/change.ts";
import { moveThings } from "./move.ts";

/** Which run is in which experiment of which project. */
function homes({ ctx }: World) {
  const rows = ctx.db.$client
    .prepare(
      `select r.id, r.name, r.experiment_id as experiment, p.slug, q.slug as its, s.experiment_id = r.experiment_id as launched
       from runs r join projects p on p.id = r.project_id join sweeps s on s.id = r.sweep_id
       join experiments e on e.id = r.experiment_id join projects q on q.id = e.project_id order by r.rowid`,
    )
    .all() as { id: string; name: string; experiment: string; slug: string; its: string; launched: number }[];
  // A run is always in the project of its experiment, and its launch is one of that experiment.
  for (const { slug, its, launched } of rows) expect([slug, launched]).toEqual([its, 1]);
  return rows.map(({ id, experiment, slug }) => ({ id, experiment, slug }));
}

const slugs = (world: World) => homes(world).map(({ slug }) => slug);

const takeBack = (world: World, undo: readonly MoveInput[]) =>
  undo.forEach((back) => void moveThings(world.ctx, back));

function threeRuns() {
  const world = makeWorld();
  createProject(world.ctx, { name: "Side" });
  const { runs, experimentId } = launch(world, { seeds: [0, 1, 2] });
  return { world, experimentId, ids: runs.map(({ id }) => id) };
}

describe("what goes from one project to another", () => {
  test("some runs of an experiment go into one of the same title, and come back to where they were", () => {
    const { world, experimentId, ids } = threeRuns();
    const before = homes(world);
    const { message, undo, moved } = moveThings(world.ctx, { ids: ids.slice(0, 2), to: "side" });
    expect([message, moved]).toEqual(["Moved 2 runs to Side.", 2]);
    expect(slugs(world)).toEqual(["side", "side", "lp-debug"]);
    expect(listExperiments(world.ctx).map(({ title, runs }) => [title, runs])).toEqual([
      ["A question", 2],
      ["A question", 1],
    ]);
    // The next run of it goes into the same one.
    const second = moveThings(world.ctx, { ids: [ids[2]], to: "side" });
    expect(new Set(homes(world).map(({ experiment }) => experiment)).size).toBe(1);
    takeBack(world, [...second.undo, ...undo]);
    expect(homes(world)).toEqual(before);
    expect(listExperiments(world.ctx).map(({ id }) => id)).toEqual([experimentId]);
  });

  test("a table that was read before a move holds what came and lacks what went", async () => {
    const { world, ids } = threeRuns();
    const shown = async (project: string) => {
      const { entries } = await runTable(world.ctx, RunTableInput.parse({ project }));
      return entries.flatMap((entry) => (entry.kind === "run" ? entry.run.id : [])).length;
    };
    expect([await shown("side"), await shown("lp-debug")]).toEqual([0, 3]);
    const { undo } = moveThings(world.ctx, { ids: ids.slice(1), to: "side" });
    expect([await shown("side"), await shown("lp-debug")]).toEqual([2, 1]);
    takeBack(world, undo);
    expect([await shown("side"), await shown("lp-debug")]).toEqual([0, 3]);
  });

  test("an experiment whose every run goes is moved itself, with what is noted of it", () => {
    const { world, experimentId, ids } = threeRuns();
    keep(world.ctx, { changes: [{ id: experimentId, notes: "why", pinned: true }] });
    const before = homes(world);
    const { undo } = moveThings(world.ctx, { ids, to: "side" });
    expect(homes(world)).toEqual(before.map((home) => ({ ...home, slug: "side" })));
    expect(undo).toEqual([{ ids: [experimentId], to: expect.stringMatching(/^prj_/) }]);
    takeBack(world, undo);
    expect(homes(world)).toEqual(before);
    expect(listExperiments(world.ctx)[0].kept).toMatchObject({ notes: "why", pinned: true });
  });

  test("runs of several projects and reports go in one move, which is taken back in one", () => {
    const { world, ids } = threeRuns();
    const other = launch(world, { seeds: [7] }, { project: "side", title: "Elsewhere" });
    createProject(world.ctx, { name: "Third" });
    const report = createReport(world.ctx, { title: "Words", markdown: "" });
    const before = homes(world);
    const { message, undo } = moveThings(world.ctx, {
      ids: [ids[0], other.runs[0].id, report.id],
      to: "third",
    });
    expect(message).toBe("Moved 2 runs and 1 report to Third.");
    expect(slugs(world)).toEqual(["third", "lp-debug", "lp-debug", "third"]);
    takeBack(world, undo);
    expect(homes(world)).toEqual(before);
  });

  test("an experiment that was made for runs that came stays without them while a report speaks of it", () => {
    const { world, ids } = threeRuns();
    const { undo } = moveThings(world.ctx, { ids: [ids[0]], to: "side" });
    const made = homes(world)[0].experiment;
    createReport(world.ctx, { title: "Words", markdown: "", experimentId: made });
    takeBack(world, undo);
    expect(listExperiments(world.ctx).find(({ id }) => id === made)?.runs).toBe(0);
  });

  test("what goes is compared with the baseline that goes with it, whichever run of it is the oldest", () => {
    const world = makeWorld();
    createProject(world.ctx, { name: "Side" });
    const { runs, experimentId } = launch(world, { presets: ["baseline", "no_kl"], seeds: [0, 1] });
    const baseline = ({ ctx }: World, id: string) =>
      ctx.db.$client.prepare("select baseline_cell from experiments where id = ?").pluck().get(id);
    world.ctx.db.$client
      .prepare("update experiments set baseline_cell = (select cell from runs where id = ?) where id = ?")
      .run(runs[1].id, experimentId);
    moveThings(world.ctx, { ids: [runs[0].id, runs[1].id], to: "side" });
    expect(baseline(world, homes(world)[0].experiment)).toBe(baseline(world, experimentId));
  });

  test("an experiment whose runs went one by one is still moved itself, beside the one that took them", () => {
    const { world, experimentId, ids } = threeRuns();
    for (const id of ids) moveThings(world.ctx, { ids: [id], to: "side" });
    const places = () => listExperiments(world.ctx, "side").map(({ id }) => id);
    const took = homes(world)[0].experiment;
    expect(places()).toEqual([took]);
    moveThings(world.ctx, { ids: [experimentId], to: "side" });
    expect(places().toSorted()).toEqual([experimentId, took].toSorted());
  });

  test("all of a move or none of it", () => {
    const { world, ids } = threeRuns();
    const before = homes(world);
    const ghost = "run_0000000000000000";
    expect(() => moveThings(world.ctx, { ids: [ids[0], ghost], to: "side" })).toThrow(
      `There is no run ${ghost}.`,
    );
    expect(() => moveThings(world.ctx, { ids: [ids[0]], to: "nowhere" })).toThrow(
      'There is no project "nowhere".',
    );
    expect(homes(world)).toEqual(before);
    expect(moveThings(world.ctx, { ids, to: "lp-debug" })).toMatchObject({
      moved: 0,
      message: "Everything is in lp-debug already.",
      undo: [],
    });
  });
});

describe("a run that a client brought", () => {
  test.each(["one of two runs", "the whole experiment"])(
    "is still reached by its logger after %s went elsewhere, and what comes new stays in the token's project",
    (what) => {
      const { world, verbs, open } = externalWorld();
      createProject(world.ctx, { name: "Side" });
      const first = open({ config: { lr: 1, seed: 0 } });
      const second = open({ key: "r2", config: { lr: 2, seed: 0 } });
      verbs.log(first.runId, {
        writer: "w1",
        stream: "history",
        offset: 0,
        table: tableOfValues("loss", [3]),
      });
      const ids = what === "one of two runs" ? [first.runId] : [first.runId, second.runId];
      const before = homes(world);
      const { undo } = moveThings(world.ctx, { ids, to: "side" });
      verbs.log(first.runId, {
        writer: "w1",
        stream: "history",
        offset: 1,
        table: tableOfValues("loss", [2], 1),
      });
      expect(open().runId).toBe(first.runId);
      expect(verbs.find({ experiment: "gsm8k", key: "r1" })?.runId).toBe(first.runId);
      expect(verbs.read(first.runId)?.runId).toBe(first.runId);
      expect(points(world, first.runId, "loss")).toEqual([
        [0, 3],
        [1, 2],
      ]);
      const third = open({ key: "r3" });
      const at = (id: string) => homes(world).find((home) => home.id === id)?.slug;
      expect([at(first.runId), at(third.runId)]).toEqual(["side", "lp-debug"]);
      takeBack(world, undo);
      expect(homes(world).slice(0, 2)).toEqual(before);
      expect(open().runId).toBe(first.runId);
    },
  );

  test("keeps the name of its place where that is free, also after it had to have another one", () => {
    const { world, open } = externalWorld();
    for (const name of ["Side", "Third"]) createProject(world.ctx, { name });
    const actor = ingestActorOf(world.ctx, createToken(world.ctx, { name: "theirs", project: "side" }).token);
    if (!actor) throw new Error("the token opens nothing");
    const client = { client: "wandb 0.31.0", writer: "w", resume: "allow" as const };
    externalVerbs(world.as(actor)).open({ experiment: "gsm8k", key: "r1", ...client });
    const { runId } = open();
    const experimentId = homes(world).find(({ id }) => id === runId)?.experiment ?? "";
    const place = () =>
      world.ctx.db.$client
        .prepare("select name from external_places where experiment_id = ?")
        .pluck()
        .get(experimentId);
    const names = ["side", "third"].map((to) => {
      moveThings(world.ctx, { ids: [experimentId], to });
      return place();
    });
    expect(names).toEqual(["gsm8k (moved, 1)", "gsm8k"]);
  });

  test("is out of reach of a token of another project, before and after another run came there", () => {
    const { world, open } = externalWorld();
    createProject(world.ctx, { name: "Side" });
    const mine = open();
    const moved = open({ key: "r2" });
    const actor = ingestActorOf(world.ctx, createToken(world.ctx, { name: "theirs", project: "side" }).token);
    if (!actor) throw new Error("the token opens nothing");
    const theirs = externalVerbs(world.as(actor));
    const log = (runId: string) => () =>
      theirs.log(runId, { writer: "x", stream: "history", offset: 0, table: tableOfValues("loss", [1]) });
    expect(log(mine.runId)).toThrow("There is no run");
    moveThings(world.ctx, { ids: [moved.runId], to: "side" });
    expect(log(mine.runId)).toThrow("There is no run");
    expect(theirs.find({ experiment: "gsm8k", key: "r1" })).toBeNull();
    expect(theirs.read(mine.runId)).toBeNull();
  });
});
