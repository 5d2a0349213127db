import { expect, onTestFinished, test } from "vitest";
import { findRecipe } from "../recipes/catalog.ts";
import type { FakeAttempt } from "./fake-store.ts";
import { finished, openWorld, startToyWorker, temporaryFolder } from "./testing/world.ts";

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

/** The same trainings by so many workers with so many slots each. */
async function trainedBy(workers: number, slots: number): Promise<unknown[][]> {
  const grpo = findRecipe("grpo");
  if (!grpo) throw new Error("there is no recipe grpo");
  const { store, server } = await openWorld(onTestFinished);
  const attempts = SEEDS.map((seed) =>
    store.launch({
      recipe: grpo.slug,
      recipeVersion: grpo.version,
      params: { ...grpo.smoke, ...SMALL },
      seed,
    }),
  );
  for (let i = 0; i < workers; i++) {
    const worker = startToyWorker(server, temporaryFolder(onTestFinished), { slots, program: REAL_PROGRAM });
    onTestFinished(() => {
      worker.process.kill("SIGKILL");
    });
  }
  await finished(...attempts);
  return attempts.map(madeBy);
}

test("runs leave the same weights and points to the bit whether one worker runs them in turn or two at once", async () => {
  const inTurn = await trainedBy(1, 1);
  const atOnce = await trainedBy(2, 2);
  expect(atOnce).toEqual(inTurn);
  for (const own of inTurn) expect(own.length).toBeGreaterThan(SMALL.iterations);
  const weights = inTurn.map((own) => own.findLast((one) => Array.isArray(one) && one[0] === "weights"));
  expect(new Set(weights.map((one) => JSON.stringify(one))).size).toBe(SEEDS.length);
});
