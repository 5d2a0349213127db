import { expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { parseSeeds } from "../../../contracts/launch/seeds.ts";
import { ablationTable } from "../../experiments/table.ts";
import { freshKey, joinWorker, launch, makeWorld, startNext, type World } from "../../testing.ts";
import { launchRuns } from "../launch.ts";
import { planLaunch } from "../plan.ts";
import { stopRun } from "../stop.ts";
import { ownMatrix } from "./own-matrix.ts";

const DESIGN = { presets: ["baseline", "no_kl"], seeds: [0, 1, 2], edits: { group_size: 6 } };

/** An experiment of two configurations and three seeds, of which two cells were taken out of the queue and the rest finished. */
function withTwoKilled() {
  const world = makeWorld();
  const { experimentId, runs } = launch(world, DESIGN);
  const killed = runs.filter(({ label, seed }) => label === "no_kl" && seed < 2);
  for (const { id } of killed) stopRun(world.ctx, id);
  const worker = joinWorker(world, { slots: 9 });
  for (let i = killed.length; i < runs.length; i++) startNext(world, worker).finish();
  return { world, experimentId, killed };
}

/** Launches what an experiment offers at this place, as its page does. */
function addOffer(world: World, experimentId: string, place = 0) {
  const own = ownMatrix(world.ctx, { id: experimentId });
  if (!own) throw new Error("no matrix");
  const { recipe, matrix, inputs, offers } = own;
  const seeds = parseSeeds(offers[place].seeds) ?? [];
  const launched = { recipe, matrix: { ...matrix, seeds }, inputs, missing: true };
  const plan = planLaunch(world.ctx, { ...launched, experiment: experimentId });
  const answer = launchRuns(world.ctx, {
    ...launched,
    launchKey: freshKey(),
    experiment: { id: experimentId },
  });
  return { plan, answer, offer: offers[place] };
}

test("an experiment offers what it lacks first, then more seeds, by its own factors, values and settings", () => {
  const { world, experimentId } = withTwoKilled();
  expect(ownMatrix(world.ctx, { id: experimentId })).toMatchObject({
    recipe: "grpo",
    matrix: { presets: ["baseline", "no_kl"], edits: { group_size: 6 }, factors: [], seeds: [0, 1] },
    offers: [
      { words: "Relaunch 2 killed cells", seeds: "0, 1", runs: 2 },
      { words: "3 more seeds", seeds: "3-5", runs: 6 },
    ],
    caution: null,
  });
});

test("a relaunched cell joins its experiment: the table counts its seed once, under the name that its cell has", () => {
  const { world, experimentId, killed } = withTwoKilled();
  const { plan, answer } = addOffer(world, experimentId);
  expect(plan.runs).toBe(2);
  expect(answer.runs.map(({ label, seed }) => `${label} ${seed}`)).toEqual(["no_kl 0", "no_kl 1"]);
  const [before, after] = [killed[0], answer.runs[0]].map(({ id }) => selectRun(world.ctx.db, id));
  expect(after?.cell).toBe(before?.cell);
  expect(ownMatrix(world.ctx, { id: experimentId })?.offers.map(({ words }) => words)).toEqual([
    "3 more seeds",
  ]);
  const worker = joinWorker(world, { slots: 9 });
  for (const _ of answer.runs) startNext(world, worker).finish();
  const row = ablationTable(world.ctx, experimentId).rows.find(({ config }) => config === "no_kl");
  expect(row).toMatchObject({ planned: 3, seeds: [0, 1, 2], n: 3 });
});

test("more seeds are runs of every configuration, and a second press finds nothing missing", () => {
  const { world, experimentId } = withTwoKilled();
  const { plan, answer } = addOffer(world, experimentId, 1);
  expect([plan.runs, answer.runs.length]).toEqual([6, 6]);
  const again = {
    recipe: "grpo",
    matrix: { presets: ["baseline", "no_kl"], edits: { group_size: 6 }, factors: [], seeds: [3, 4, 5] },
    missing: true,
  };
  expect(planLaunch(world.ctx, { ...again, experiment: experimentId })).toMatchObject({
    runs: 0,
    issues: [{ field: "seeds", message: expect.stringContaining("Nothing is missing") }],
  });
  expect(() =>
    launchRuns(world.ctx, { ...again, launchKey: freshKey(), experiment: { id: experimentId } }),
  ).toThrow(/Nothing is missing/);
});

test("launches of the same fields are one matrix, and other fields do not take its place", () => {
  const { world, experimentId } = withTwoKilled();
  launch(world, { ...DESIGN, presets: ["token_loss"], seeds: [0] }, { experimentId });
  launch(world, { presets: ["token_loss"], edits: { group_size: 4 }, seeds: [9] }, { experimentId });
  expect(ownMatrix(world.ctx, { id: experimentId })).toMatchObject({
    matrix: { presets: ["baseline", "no_kl", "token_loss"], edits: { group_size: 6 } },
    offers: [
      { words: "Relaunch 2 killed cells and 2 cells that were never launched" },
      { words: "3 more seeds" },
    ],
  });
});

test("a matrix that an experiment knows nothing of says so", () => {
  const { world, experimentId } = withTwoKilled();
  const plan = planLaunch(world.ctx, {
    recipe: "grpo",
    matrix: { presets: ["baseline"], edits: { group_size: 5 }, factors: [], seeds: [0] },
    experiment: experimentId,
    missing: true,
  });
  expect(plan).toMatchObject({ runs: 1, joins: { known: 0, offers: [] } });
  expect(plan.joins?.caution).toMatch(/none of these configurations/);
});
