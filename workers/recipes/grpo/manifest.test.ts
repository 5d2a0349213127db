import { expect, test } from "vitest";
import { rewardBounds, type RewardName } from "../../lab/algo/rewards.ts";
import { defaultParams, type Params } from "../../protocol/manifest.ts";
import { paramsSchema } from "../../protocol/params-schema.ts";
import { grpo } from "./manifest.ts";

const defaults = defaultParams(grpo);
const schema = paramsSchema(grpo.fields);
const changed = (params: Params): Params => ({ ...defaults, ...params });
const lintIds = (params: Params) => grpo.lints(changed(params)).map((lint) => lint.id);

test("the presets are the measured ablations: no_kl, and three that are no_kl plus one change", () => {
  const coded = { beta_kl: 0, temperature: 0.7, loss: "token", advantage: "sample" };
  const differences = Object.fromEntries(grpo.presets.map(({ id, params }) => [id, params]));
  expect(differences).toEqual({
    baseline: {},
    no_kl: { beta_kl: 0 },
    asym_clip: { beta_kl: 0, eps_high: 0.28 },
    dynamic: { beta_kl: 0, dynamic: true },
    token_loss: { beta_kl: 0, loss: "token", overlong_mask: true },
    calm: { epochs_per_batch: 1 },
    twin: { start_shift: 1e-6 },
    random_reward: { reward: "none", reward_noise: 1 },
    constant_reward: { reward: "none" },
    sft_start: { iterations: 0 },
    coded_baseline: { ...coded, beta_kl: 0.001 },
    coded_no_kl: coded,
    coded_asym_clip: { ...coded, reward_scale_positive: 1.4 },
    coded_dynamic: { ...coded, temperature: 1 },
    coded_token_loss: { ...coded, grad_clip: 0.5, length_filter: 1600 },
  });
  expect(defaults).toMatchObject({
    level: "hard",
    reward: "rr5",
    epochs_per_batch: 4,
    minibatches: 4,
    learning_rate: 0.002,
    iterations: 40,
    prompts: 32,
    group_size: 8,
    beta_kl: 0.01,
    eps_low: 0.2,
    eps_high: 0.2,
    hidden: 32,
    sigma: 0.7,
  });
});

test("the reward's bounds are those of the lab's formulas, moved by factor and noise", () => {
  for (const reward of [
    "rr5",
    "outcome",
    "clean",
    "composite",
    "composite_coded",
    "process",
  ] as RewardName[]) {
    for (const max_steps of [2, 5, 6, 12, 40]) {
      const { lowest, highest } = rewardBounds(reward, max_steps);
      const plain = grpo.rewardConfig(changed({ reward, max_steps }));
      expect(plain.min).toBeCloseTo(lowest, 12);
      expect(plain.max).toBeCloseTo(highest, 12);
      const shaped = grpo.rewardConfig(
        changed({ reward, max_steps, reward_scale_positive: 1.4, reward_noise: 0.5 }),
      );
      expect(shaped.min).toBeCloseTo(lowest - 0.5, 12);
      expect(shaped.max).toBeCloseTo(1.4 * highest + 0.5, 12);
      expect(shaped.noiseFloor).toBeCloseTo(0.5 / Math.sqrt(3), 12);
      expect(shaped.formula).toContain("positive rewards times 1.4; plus U(-0.5, 0.5)");
    }
  }
});

test("a reward names its parts, and a length filter is part of the shaped one alone", () => {
  const config = (params: Params) => grpo.rewardConfig(changed(params));
  expect(config({ reward: "composite" }).components).toEqual({ outcome: 0.5, da: 6, efficiency: 0.2 });
  expect(config({ reward: "composite_coded" }).components).toEqual({
    outcome: 0.5,
    jaccard: 6,
    efficiency_coded: 0.2,
  });
  expect(config({ reward: "process" }).components).toEqual({ outcome: 1, process: 1, format: 1 });
  expect(config({ reward: "none" })).toMatchObject({ components: {}, min: 0, max: 0 });
  const filtered = config({ length_filter: 1600 });
  expect(filtered.raw).toEqual(config({}).raw);
  expect(filtered.shaping).toEqual({ ...config({}).shaping, length_filter: 1600 });
});

test("a process reward model is part of the reward, with its weight and by its identity", () => {
  const weighted = changed({ prm_weight: 0.5 });
  const config = grpo.rewardConfig(weighted, { prm: "aaaa" });
  expect(config.components).toEqual({ solved_within_5: 1, prm: 0.5 });
  expect(config.formula).toContain("plus 0.5 times the mean score of PRM aaaa");
  expect([config.min, config.max]).toEqual([0, 1.5]);
  const summed = grpo.rewardConfig(changed({ prm_weight: 0.5, prm_use: "sum", max_steps: 12 }), {
    prm: "aaaa",
  });
  expect([summed.min, summed.max]).toEqual([0, 7]);
  expect(summed.formula).toContain("plus 0.5 times the sum of the scores of PRM aaaa");
  expect(grpo.rewardConfig(weighted, { prm: "bbbb" })).not.toEqual(config);
  expect(grpo.rewardConfig(weighted, { prm: "aaaa", start: "cccc" })).toEqual(config);
  expect(grpo.rewardConfig(defaults, { prm: "aaaa" })).toEqual(grpo.rewardConfig(defaults));
});

test("a weight without a reward model stops a launch, a reward model without a weight is only watched", () => {
  const lints = (prm_weight: number, given?: Record<string, string>) =>
    grpo.lints(changed({ prm_weight }), given).map(({ id, level }) => `${id} ${level}`);
  expect(lints(0.5, {})).toEqual(["L11 block"]);
  expect(lints(0, { prm: "a" })).toEqual(["L12 caution"]);
  expect(lints(0.5, { prm: "a" })).toEqual(["L14 caution", "L13 caution"]);
  expect(lints(0.5)).toEqual([]);
  expect(lints(0, { start: "a" })).toEqual([]);
});

test("two runs have the same reward exactly when reward and shaping agree; the loss is no part of it", () => {
  const hash = (params: Params) => JSON.stringify(grpo.rewardConfig(changed(params)));
  const same: Params[] = [
    { beta_kl: 0 },
    { loss: "token" },
    { dynamic: true },
    { group_size: 4 },
    { advantage: "none" },
  ];
  for (const params of same) expect(hash(params)).toBe(hash({}));
  const other: Params[] = [{ reward: "outcome" }, { reward_scale_positive: 1.4 }, { reward_noise: 0.1 }];
  for (const params of other) expect(hash(params)).not.toBe(hash({}));
});

test("off is said in words: KL without its weight, training metrics without train steps", () => {
  const { "reward/prm": prm, ...raw } = grpo.switchedOff(defaults);
  expect(prm).toBe("no process reward model is given");
  const levels = ["curriculum/level", "curriculum/success"];
  expect(Object.keys(raw)).toEqual([...levels, "group/zero_share_raw", "group/all_solved_share_raw"]);
  expect(grpo.switchedOff(changed({ beta_kl: 0 }))).toEqual({
    ...grpo.switchedOff(defaults),
    "policy/kl": "beta is 0, so the trainer computes no KL",
  });
  expect(grpo.switchedOff(defaults, { prm: "a" })).toEqual(raw);
  const noisy = { reward_noise: 1, prm_weight: 0.5, problem_source: "uniform" };
  expect(grpo.switchedOff(changed(noisy), { prm: "a" })).toEqual({});
  expect(Object.keys(grpo.switchedOff(changed(noisy), { prm: "a", start: "b" }))).toEqual(["sft/loss"]);
  const off = Object.keys(grpo.switchedOff(changed({ iterations: 0 })));
  expect(off).toContain("reward/raw");
  expect(off).toContain("policy/kl");
  expect(off).not.toContain("eval/rr");
  expect(off).not.toContain("sft/loss");
});

test.each([
  ["L01", { epochs_per_batch: 1, minibatches: 1, eps_high: 0.28 }],
  ["L02", { group_size: 3 }],
  ["L03", { reward_noise: 0.1 }],
  ["L04", { reward_scale_positive: 1.4 }],
  ["L05", { eval_problems: 60 }],
  ["L06", { train_problems: 20 }],
  ["L07", { dynamic: true, max_draws: 1 }],
  ["L08", { hidden: 30 }],
  ["L09", { prompts: 256, group_size: 16 }],
  ["L18", { reward: "none", reward_noise: 2 }],
  ["L19", { reward: "none" }],
  ["L28", { length_filter: 12 }],
  ["L29", { problems: "hard_da", reward: "composite_coded" }],
  ["L26", { names: "random" }],
  ["L27", { names: "original", observe_names: true }],
  ["L10", { problems: "hard_da", reward: "clean" }],
  ["L60", { problem_source: "linear", stage_steps: 20 }],
  ["L61", { problem_source: "adaptive", success_window: 40 }],
  ["L62", { problem_source: "self_paced", promote_at: 0.3 }],
  ["L63", { problem_source: "rlve", level: "medium" }],
] as [string, Params][])("lint %s fires on %o and on nothing else", (id, params) => {
  expect(lintIds(params)).toEqual([id]);
  const [lint] = grpo.lints(changed(params));
  expect(grpo.fields.map((field) => field.name)).toContain(lint.field);
  expect(lint.detail.length).toBeGreaterThan(20);
});

test("one update per batch with a symmetric clip is a sound choice, not a mistake", () => {
  expect(lintIds({ epochs_per_batch: 1, minibatches: 1 })).toEqual([]);
});

test("the work of a run counts every episode that may be drawn", () => {
  expect(grpo.trainEpisodes(defaults)).toBe(40 * 32 * 8);
  expect(grpo.trainEpisodes(changed({ dynamic: true }))).toBe(40 * 32 * 8 * 4);
  expect(grpo.trainSteps(defaults)).toBe(40);
});

test("a value outside its range is refused in words that name the field", () => {
  const message = (params: Params) => schema.safeParse(changed(params)).error?.issues[0].message;
  expect(message({ group_size: 1 })).toContain(
    "Group size G (group_size) must be a whole number from 2 to 64",
  );
  expect(message({ reward: "luck" })).toContain("must be one of: rr5, outcome, clean, process, composite");
  expect(message({ iterations: 1.5 })).toContain("whole number");
});
