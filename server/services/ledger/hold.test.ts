import { expect, test } from "vitest";
import { populationHash } from "../attempts/store-population.ts";
import { ablationTable } from "../experiments/table.ts";
import { planLaunch } from "../runs/plan.ts";
import {
  addBenchmark,
  codeOf,
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  problemHashes,
  startNextIfAny,
  type World,
} from "../testing.ts";
import { holdSet } from "./hold.ts";

const HASHES = problemHashes(20);
const HASH = populationHash(HASHES);

/** An experiment of two configurations with three seeds on these problems. */
function experiment(world: World, hashes: string[], presets = ["baseline", "no_kl"]): string {
  world.clock.now += 1000;
  const { experimentId } = launch(world, { presets, seeds: [0, 1, 2] });
  const worker = joinWorker(world, { slots: 99 });
  for (let run = startNextIfAny(world, worker), i = 0; run; run = startNextIfAny(world, worker), i++) {
    run.send(populationEvent(hashes), evaluationEvent(hashes, 5 + (i % 2) * 9 + (i % 3)));
    run.finish();
  }
  return experimentId;
}

test("a set that is held makes the first experiment on it a confirmation, and no later one", () => {
  const world = makeWorld();
  // Problems are known once some attempt told of them; one configuration compares nothing.
  experiment(world, HASHES, ["baseline"]);
  addBenchmark(world, "fresh", HASH, HASHES);
  expect(ablationTable(world.ctx, experiment(world, problemHashes(20, "other"))).confirmation).toBeNull();
  expect(holdSet(world.ctx, { hash: HASH, held: true }).held?.by).toBe("tester");
  const first = ablationTable(world.ctx, experiment(world, HASHES.slice(0, 12)));
  expect(first.confirmation).toMatchObject({ set: "fresh", fresh: true, before: 0 });
  expect(first.verdicts[0].message).toMatch(/^Confirmation: RR@5/);
  const whole = ablationTable(world.ctx, experiment(world, HASHES));
  expect(whole.confirmation).toMatchObject({ fresh: false, before: 1 });
  expect(whole.verdicts[0].message).not.toMatch(/^Confirmation/);
  expect(whole.caption).toContain("so this is none");
  expect(codeOf(() => holdSet(world.ctx, { hash: HASH, held: false })).code).toBe("conflict");
});

test("a set that something was compared on, or trained on, cannot be held; one that is not there neither", () => {
  const world = makeWorld();
  experiment(world, HASHES);
  expect(codeOf(() => holdSet(world.ctx, { hash: HASH, held: true })).code).toBe("conflict");
  const trained = problemHashes(8, "trained");
  launch(world);
  startNextIfAny(world, joinWorker(world, { slots: 9 }))?.send(populationEvent(trained, "train"));
  expect(codeOf(() => holdSet(world.ctx, { hash: populationHash(trained), held: true })).code).toBe(
    "conflict",
  );
  expect(codeOf(() => holdSet(world.ctx, { hash: "0".repeat(64), held: true })).code).toBe("not_found");
});

test("nothing trains on a set that is held, and it may be evaluated on", () => {
  const world = makeWorld();
  addBenchmark(world, "fresh", HASH);
  const issues = (recipe: string, presets: string[]) =>
    planLaunch(world.ctx, {
      recipe,
      matrix: { presets, edits: { problems: "fresh" }, factors: [], seeds: [0] },
    }).issues.map(({ field }) => field);
  expect(issues("grpo", ["baseline"])).toEqual([]);
  holdSet(world.ctx, { hash: HASH, held: true });
  expect(issues("grpo", ["baseline"])).toEqual(["problems"]);
  expect(issues("evaluate", ["oracle"])).toEqual([]);
  holdSet(world.ctx, { hash: HASH, held: false });
  expect(issues("grpo", ["baseline"])).toEqual([]);
});
