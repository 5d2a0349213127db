import { expect, test } from "vitest";
import type { Rollout } from "../../contracts/external/verbs.ts";
import { againstStart } from "./against-start.ts";
import { rollout, rolloutWorld } from "./testing.ts";

/** Four tries at each problem at steps 0 and 40, with as many right ones as is said. */
function evaluated(
  rights: [start: number, trained: number][],
  extra: (step: number, isRight: boolean) => Rollout["extra"] = () => ({}),
) {
  const world = rolloutWorld();
  const tries = (problem: number, step: number, right: number) =>
    [0, 1, 2, 3].map((place) =>
      rollout({
        phase: "eval",
        step,
        group: `p${problem}`,
        place,
        asks: `Question ${problem}`,
        says: `Answer ${place} at ${step}`,
        reward: place < right ? 1 : 0,
        extra: extra(step, place < right),
      }),
    );
  world.keep(...rights.flatMap(([start, trained], i) => [...tries(i, 0, start), ...tries(i, 40, trained)]));
  return { ...world, ask: (more: object = {}) => againstStart(world.ctx, { runId: world.runId, ...more }) };
}

test("problems that the start solves in its tries and the trained policy does not are counted and named", async () => {
  const { ask } = evaluated([
    [1, 0],
    [0, 4],
    [4, 4],
    [0, 0],
  ]);
  const found = await ask();
  expect(found).toMatchObject({ problems: 4, lost: 1, gained: 1, threshold: 0.5, severalPolicies: false });
  expect(found.lostProblems).toMatchObject([{ key: "p0", startRight: 1, startTries: 4, trainedTries: 4 }]);
  expect(found.pass.map(({ k, start, trained }) => [k, start, trained])).toEqual([
    [1, 0.3125, 0.5],
    [2, 0.375, 0.5],
    [4, 0.5, 0.5],
  ]);
  expect(found.cover.find(({ tau }) => tau === 1)).toEqual({ tau: 1, start: 0.25, trained: 0.5 });
  expect(found.parse).toBeNull();
});

test("where completions say whether they were read, the gain is split", async () => {
  // Each try is read after training, before only the right ones: what is won is the format.
  const { ask } = evaluated(
    [
      [2, 4],
      [2, 4],
    ],
    (step, isRight) => ({ parsed: step === 40 || isRight }),
  );
  const { parse } = await ask();
  expect(parse).toMatchObject({ n: 2, start: { parsed: 0.5, right: 0.5 }, trained: { parsed: 1, right: 1 } });
  expect(parse?.nowParsed).toBeCloseTo(0.5, 12);
  expect(parse?.nowRight).toBeCloseTo(0, 12);
});

test("an evaluation that several policies answered is named and gives no difference", async () => {
  let n = 0;
  const { ask } = evaluated([[1, 3]], (step) => ({ policy_version: step === 40 ? 38 + (n++ % 3) : 0 }));
  const found = await ask();
  expect(found).toMatchObject({ severalPolicies: true, parse: null });
  expect(found.trained.policies).toEqual(["38", "39", "40"]);
  expect(found.start.policies).toEqual(["0"]);
  expect(found.pass.every(({ difference }) => difference === null)).toBe(true);
});

test("one evaluated step, steps that are not there and a run that is gone are refused by a sentence", async () => {
  const { ask, ctx } = evaluated([[1, 1]]);
  await expect(ask({ trained: 0 })).rejects.toMatchObject({ code: "not_found" });
  await expect(ask({ start: 7 })).rejects.toMatchObject({ code: "not_found" });
  await expect(againstStart(ctx, { runId: "run_0000000000000000" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a run without two evaluations is told so: nothing of it was deleted", async () => {
  const { ctx, runId, keep } = rolloutWorld();
  const ask = () => againstStart(ctx, { runId });
  await expect(ask()).rejects.toMatchObject({ code: "conflict" });
  keep(rollout({ phase: "eval", step: 40, group: "p0", place: 0, reward: 1 }));
  await expect(ask()).rejects.toMatchObject({ code: "conflict" });
});
