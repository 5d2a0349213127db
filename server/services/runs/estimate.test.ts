import { expect, test } from "vitest";
import { joinWorker, launch, makeWorld, startNext } from "../testing.ts";
import { planLaunch } from "./plan.ts";
import { queueReasons } from "./waiting/queue-reasons.ts";

const estimate = (world: ReturnType<typeof makeWorld>, seeds: number[], edits: Record<string, number> = {}) =>
  planLaunch(world.ctx, {
    recipe: "grpo",
    matrix: { presets: ["baseline"], edits, factors: [], seeds },
  }).estimate;

/** One run of grpo that took a minute here, on a machine with two slots. */
function afterAMinute() {
  const world = makeWorld();
  launch(world, { seeds: [0] });
  const attempt = startNext(world, joinWorker(world, { slots: 2 }));
  world.clock.now += 60_000;
  const worker = joinWorker(world, { slots: 2 });
  attempt.finish();
  return { world, worker };
}

test("how long a launch takes is by what runs of its recipe took here, as in the queue, and not by how fast they trained", () => {
  const { world, worker } = afterAMinute();
  expect(estimate(world, [1])).toMatchObject({
    seconds: 60,
    source: "the median duration of the last 1 finished run of grpo",
  });
  launch(world, { seeds: [1, 2, 3] });
  startNext(world, worker);
  startNext(world, worker);
  const [reason] = queueReasons(world.ctx).values();
  expect(reason).toMatch(/by the median duration of the last 1 finished run of grpo/);
});

test("a third run on two slots begins when one of the two before it has ended", () => {
  const { world } = afterAMinute();
  expect(
    [1, 2, 3].map(
      (n) =>
        estimate(
          world,
          Array.from({ length: n }, (_, i) => i),
        ).seconds,
    ),
  ).toEqual([60, 60, 120]);
});

test("a run of more train episodes takes longer in proportion", () => {
  const { world } = afterAMinute();
  const steps = (n: number) => estimate(world, [1], { iterations: n });
  const [few, many] = [steps(10), steps(30)];
  expect(many.episodes).toBe(3 * few.episodes);
  expect(many.seconds).toBeCloseTo(3 * (few.seconds ?? 0), 6);
});

test("nothing that is wrong has a cost", () => {
  const { world } = afterAMinute();
  expect(estimate(world, [1], { iterations: -1 })).toMatchObject({ seconds: null, episodes: 0 });
});
