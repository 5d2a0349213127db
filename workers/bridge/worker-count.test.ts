import { expect, onTestFinished, test } from "vitest";
import { findRecipe } from "../recipes/catalog.ts";
import type { FakeAttempt } from "./fake-store.ts";
import { finished, openWorld } from "./testing/world.ts";

const REAL_PROGRAM = new URL("main.ts", import.meta.url);
const SEEDS = [0, 1, 2];
const SMALL = { iterations: 3, train_problems: 40, eval_problems: 16 };

/** What a training leaves and says of itself, but for times, memory and who ran it. */
function madeBy({ events }: FakeAttempt) {
  return events.flatMap((event): unknown[] => {
    if (event.t === "artifact") return [[event.kind, event.sha256]];
    if (event.t !== "points") return [];
    const told = Object.entries(event.values).filter(([name]) => !/^(time|memory|perf)\//.test(name));
    return [[event.step, Object.fromEntries(told)]];
  });
}

/** The trainings of some seeds, by one worker. */
async function trainedBy(seeds: readonly number[], slots: number): Promise<[number, unknown[]][]> {
  const grpo = findRecipe("grpo");
  if (!grpo) throw new Error("there is no recipe grpo");
  const { store, work } = await openWorld(onTestFinished);
  const attempts = seeds.map((seed) =>
    store.launch({
      recipe: grpo.slug,
      recipeVersion: grpo.version,
      params: { ...grpo.smoke, ...SMALL },
      seed,
    }),
  );
  work({ slots, program: REAL_PROGRAM });
  await finished(...attempts);
  return attempts.map((attempt, i) => [seeds[i], madeBy(attempt)]);
}

test("runs leave the same weights and points to the bit whether one worker runs them in turn or two at once", async () => {
  const inTurn = new Map(await trainedBy(SEEDS, 1));
  const atOnce = new Map((await Promise.all([trainedBy([2, 0], 2), trainedBy([1], 1)])).flat());
  for (const seed of SEEDS) expect(atOnce.get(seed)).toEqual(inTurn.get(seed));
  const weights = SEEDS.map((seed) =>
    inTurn.get(seed)?.findLast((one) => Array.isArray(one) && one[0] === "weights"),
  );
  expect(new Set(weights.map((one) => JSON.stringify(one))).size).toBe(SEEDS.length);
  expect(weights).not.toContain(undefined);
});
