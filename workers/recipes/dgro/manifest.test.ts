import { expect, test } from "vitest";
import { defaultParams, type Params } from "../../protocol/manifest.ts";
import { dgro } from "./manifest.ts";
import { dgroVariant, readSettings } from "./settings.ts";

const defaults = defaultParams(dgro);
const changed = (params: Params): Params => ({ ...defaults, ...params });

test("the typed parameters are exactly the fields of the manifest", () => {
  const { variant, ...rest } = readSettings(defaults);
  expect(variant).toBe("as_coded");
  expect(Object.keys({ ...rest, variant }).sort()).toEqual(dgro.fields.map((field) => field.name).sort());
  expect(dgro.fields).toHaveLength(62);
});

test("the defaults are the published figures of the code and of the papers", () => {
  expect(defaults).toMatchObject({
    beta_reward: 2,
    min_variance: 0.01,
    ema_gain: 0.1,
    beta_kl: 0.001,
    kalman_q: 1e-5,
    kalman_r: 1e-2,
    kalman_p0: 1,
  });
});

test("each variant gets its own method: published has no reference and whole episodes, the others GRPO's loss", () => {
  const made = (params: Params) => dgroVariant(readSettings(changed(params)), 5);
  expect(made({}).method.rescale).toBeDefined();
  expect(made({}).options).toMatchObject({ betaKl: 0.001, seed: 5, advantage: "group" });
  const paper = made({ variant: "paper" });
  expect([paper.method.wholeEpisodes, paper.method.clips, paper.options.betaKl]).toEqual([true, false, 0]);
  const krpo = made({ variant: "krpo", kalman_p0: 2 });
  expect([krpo.method.rescale, krpo.method.wholeEpisodes]).toEqual([undefined, false]);
  expect(krpo.method.advantages([1])[0]).not.toBe(made({ variant: "krpo" }).method.advantages([1])[0]);
});

test("as coded, the reward is described on the scale that is logged, and a field it ignores is no part of it", () => {
  const config = dgro.rewardConfig(defaults);
  expect(config.formula).toMatch(/^r = \(1 if solved at step 5.*\); logged is r' = \(r - b\) \* 2 \//);
  // One success among 256 episodes, standardised and doubled, is the farthest a reward gets from the mean.
  expect(config.max).toBeCloseTo(1 + (2 * 255) / 16, 10);
  expect(config.noiseFloor).toBe(0);
  expect(dgro.rewardConfig(changed({ beta2: 3, kalman_q: 1 }))).toEqual(config);
  for (const params of [{ beta_reward: 1 }, { adaptive_beta: true }, { ema_baseline: true }] as Params[])
    expect(dgro.rewardConfig(changed(params))).not.toEqual(config);
});

test("the other variants train on the reward of the episode itself, whatever the fields of as coded say", () => {
  const plain = dgro.rewardConfig(changed({ variant: "paper" }));
  expect(plain).toMatchObject({ formula: "1 if solved at step 5 or earlier, else 0", min: 0, max: 1 });
  expect(dgro.rewardConfig(changed({ variant: "krpo", beta_reward: 7 }))).toEqual(plain);
});

test.each<[string, Params]>([
  ["L01", { eps_high: 0.28, epochs_per_batch: 1, minibatches: 1 }],
  ["L30", { variant: "paper", epochs_per_batch: 1, minibatches: 1 }],
  ["L31", { beta_reward: 0.5 }],
  ["L32", { min_variance: 0.6 }],
  ["L33", { variant: "krpo", reward: "composite" }],
  ["L09", { prompts: 256, group_size: 16 }],
])("lint %s fires on %o and on nothing else", (id, params) => {
  expect(dgro.lints(changed(params)).map((lint) => lint.id)).toEqual([id]);
});

test("what a variant cannot measure is off, with the reason", () => {
  const off = (params: Params) => Object.keys(dgro.switchedOff(changed(params)));
  expect(off({})).toEqual(["curriculum/level", "curriculum/success", "reward/prm"]);
  expect(off({ variant: "krpo" })).toEqual(
    expect.arrayContaining(["dgro/beta_reward", "dgro/baseline", "dgro/noise_branch"]),
  );
  expect(off({ variant: "paper" })).toEqual(expect.arrayContaining(["policy/kl", "policy/clip_share"]));
});
