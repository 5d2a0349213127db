import { describe, expect, test } from "vitest";
import { array, assert, double, property } from "fast-check";
import type { RewardRow } from "../../contracts/rollouts/rollouts.ts";
import { labelWorld, step as episodeStep } from "../labels/testing.ts";
import { promptVisits, rolloutGroup, rolloutText, runsWithPrompt } from "./group.ts";
import { describeRewards, rewardBars } from "./spread.ts";
import { listCompletions, rolloutStep, rolloutSteps } from "./steps.ts";
import { resumed, rollout, rolloutWorld } from "./testing.ts";

const asked = { phase: null, step: null, order: "spread" as const, page: 0 };

function group(step: number, key: string, rewards: number[]) {
  return rewards.map((reward, place) =>
    rollout({
      step,
      group: key,
      asks: `Ask ${key}`,
      place,
      reward,
      length: place * 10,
      truncated: reward < 0,
    }),
  );
}

describe("a step", () => {
  test("that is asked for by nobody is the newest that trains; one between two is the last before it", () => {
    const { keep, ctx, runId } = rolloutWorld();
    keep(...group(4, "a", [1]), ...group(8, "a", [1]), rollout({ step: 9, phase: "eval" }));
    const stepOf = (step: number | null, phase: "train" | "eval" | null = null) =>
      rolloutStep(ctx, { ...asked, runId, step, phase })?.step;
    expect([stepOf(null), stepOf(8), stepOf(6), stepOf(1), stepOf(null, "eval")]).toEqual([8, 8, 4, 4, 9]);
  });

  test("of a run that sent nothing is none", () => {
    const { ctx, runId } = rolloutWorld();
    expect(rolloutStep(ctx, { ...asked, runId })).toBeNull();
    expect(rolloutSteps(ctx, runId)).toEqual([]);
  });

  test("shows the groups with most spread first, dead ones last", () => {
    const { keep, ctx, runId } = rolloutWorld();
    keep(...group(1, "dead", [0, 0]), ...group(1, "wide", [0, 1]), ...group(1, "narrow", [0.4, 0.6]));
    const view = rolloutStep(ctx, { ...asked, runId })!;
    expect(view.groups.map(({ key }) => key)).toEqual(["wide", "narrow", "dead"]);
    expect(view).toMatchObject({ n: 6, rewarded: 6, domain: [0, 1], total: 3 });
    expect(rolloutStep(ctx, { ...asked, runId, order: "key" })!.groups.map(({ key }) => key)).toEqual([
      "dead",
      "narrow",
      "wide",
    ]);
  });

  test("of a resumed run is what the later attempt did there", () => {
    const world = rolloutWorld();
    world.keep(...group(1, "a", [0, 0]), ...group(2, "old", [0.5]));
    resumed(world).keep(...group(2, "a", [0, 0]));
    expect(rolloutSteps(world.ctx, world.runId).map(({ step, groups }) => [step, groups])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(rolloutStep(world.ctx, { ...asked, runId: world.runId })!.groups[0].key).toBe("a");
  });
});

describe("completions in a list", () => {
  test("are those of a bar, in the order that is asked for, each with how it begins", () => {
    const { keep, ctx, runId } = rolloutWorld();
    keep(...group(1, "a", [0, 0, 0, 1]), ...group(1, "b", [0.5, 0.6]));
    const list = (range: [number, number] | null, order: "reward" | "length" | "surprise") =>
      listCompletions(ctx, { runId, phase: "train", step: 1, range, order, page: 0 });
    expect(list([0.5, 1], "reward").rows.map(({ key, place }) => `${key}${place}`)).toEqual([
      "a3",
      "b1",
      "b0",
    ]);
    expect(list(null, "length").rows[0]).toMatchObject({
      key: "a",
      place: 3,
      length: 30,
      opening: "It is 42.",
    });
    // The one of four that differs stands 1.5 standard deviations above their mean, two that differ 0.707 on either side.
    expect(
      list(null, "surprise")
        .rows.map(({ key, place, surprise }) => `${key}${place} ${surprise?.toFixed(3)}`)
        .slice(0, 3),
    ).toEqual(["a3 1.500", "b0 -0.707", "b1 0.707"]);
    expect(list(null, "surprise").total).toBe(6);
  });
});

describe("the histogram", () => {
  const rows = (rewards: number[]): RewardRow[] =>
    rewards.map((reward, place) => ({
      place,
      reward,
      summed: false,
      advantage: null,
      length: null,
      truncated: reward < 0,
    }));

  test("has bars of a round width that hold every reward once, whatever the rewards are", () => {
    assert(
      property(array(double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 }), (rewards) => {
        const bars = rewardBars(rows(rewards));
        expect(bars.reduce((sum, { n }) => sum + n, 0)).toBe(rewards.length);
        expect(bars.length).toBeLessThan(20);
      }),
    );
  });

  test("counts the truncated ones of each bar", () => {
    const bars = rewardBars(rows([-0.2, -0.15, 0, 1.4]));
    expect(bars.filter(({ n }) => n > 0).map(({ from, n, truncated }) => [from, n, truncated])).toEqual([
      [-0.2, 2, 2],
      [0, 1, 0],
      [1.4, 1, 0],
    ]);
  });

  test("of equal rewards is one bar, and of no finite reward none", () => {
    expect(rewardBars(rows([1, 1, 1]))).toEqual([{ from: 1, to: 1.2, n: 3, truncated: 0 }]);
    expect(
      rewardBars(rows([Number.NaN, Infinity].map(Number)).map((row) => ({ ...row, reward: "NaN" }))),
    ).toEqual([]);
  });

  test("equal rewards have a spread of exactly 0", () => {
    expect(describeRewards(rows([0.1, 0.1, 0.1]))).toMatchObject({ mean: 0.1, sd: 0 });
  });
});

describe("one prompt", () => {
  test("is followed through training, and into other runs", () => {
    const world = rolloutWorld();
    const other = rolloutWorld();
    world.keep(...group(1, "a", [0, 0]), ...group(1, "b", [1, 1]), ...group(5, "a", [0, 1]));
    const { hash } = rolloutGroup(world.ctx, { runId: world.runId, phase: "train", step: 1, key: "a" });
    const visits = promptVisits(world.ctx, { runId: world.runId, hash });
    expect(visits.map(({ step, mean }) => [step, mean])).toEqual([
      [1, 0],
      [5, 0.5],
    ]);
    other.keep(
      ...group(3, "other key", [1]).map((one) => ({ ...one, prompt: [{ role: "user", text: "Ask a" }] })),
    );
    expect(
      rolloutGroup(other.ctx, { runId: other.runId, phase: "train", step: 3, key: "other key" }).hash,
    ).toBe(hash);
    expect(runsWithPrompt(world.ctx, { runId: world.runId, hash })).toEqual([]);
  });
});

describe("runs of ours", () => {
  test("show the rewards that they sampled, without texts", () => {
    const { ctx, attempt, runId } = rolloutWorld();
    attempt.send({
      t: "groups",
      at: 1,
      step: 5,
      drawn: 32,
      groups: [
        { key: "p1", rewards: [0, 1, "NaN"] },
        { key: "p2", rewards: [1, 1, 1] },
      ],
    });
    const view = rolloutStep(ctx, { ...asked, runId })!;
    expect(view).toMatchObject({ step: 5, kind: "rewards", n: 6, rewarded: 5, drawn: 32, total: 2 });
    const of = { runId, phase: "train" as const, step: 5, key: "p1" };
    expect(rolloutGroup(ctx, of)).toMatchObject({ hasPrompt: false, n: 3, mean: 0.5 });
    expect(rolloutText(ctx, { ...of, place: 0, page: 0 })).toBeNull();
  });

  test("show the episodes of their evaluations, an action as a turn", () => {
    const { world, policy } = labelWorld([[episodeStep("GET_IIS"), episodeStep("DROP")]]);
    const [step] = rolloutSteps(world.ctx, policy.runId);
    expect(step).toMatchObject({ phase: "eval", kind: "episodes", groups: 1 });
    const view = rolloutStep(world.ctx, { ...asked, runId: policy.runId })!;
    const of = { runId: policy.runId, phase: "eval" as const, step: view.step, key: view.groups[0].key };
    const text = rolloutText(world.ctx, { ...of, place: 0, page: 0 })!;
    expect(text.turns.filter(({ role }) => role === "policy").map((turn) => turn.text)).toEqual([
      expect.stringMatching(/^GET_IIS/),
      expect.stringMatching(/^DROP/),
    ]);
    expect(rolloutText(world.ctx, { ...of, place: null, page: 0 })?.turns[0].role).toBe("problem");
  });
});
