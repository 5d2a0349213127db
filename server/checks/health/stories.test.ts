import { describe, expect, test } from "vitest";
import { RUN_RULES } from "../registry.ts";
import { asOurs } from "./as-ours.ts";
import { stallOf } from "./machine/stalled.ts";
import type { CheckedSeries, RunRule } from "./run-rule.ts";
import { checkRun, held, ramp, type WholeRun } from "./testing.ts";
import { NO_SETTINGS, type TrainerSettings } from "./trainer-settings.ts";

/** What a run says: series by the names that it sent, one value a step, and what else a rule may look at. */
interface Told extends Partial<Omit<WholeRun, "series" | "settings" | "reference">> {
  sent?: Record<string, readonly number[]>;
  settings?: Partial<TrainerSettings>;
  /** Series of the baseline's run with its seed. */
  baseline?: Record<string, readonly number[]>;
}

/** A run of which a rule speaks, one that is healthy, and one that passes the threshold and is left alone, or informed of, by its gate. */
interface Story {
  fires: Told;
  silent: Told;
  gated: Told;
}

const seriesOf = (sent: Record<string, readonly number[]>): Map<string, CheckedSeries> =>
  new Map(
    Object.entries(sent).map(([metric, value]): [string, CheckedSeries] => [
      metric,
      { metric, x: value.map((_, i) => 5 * (i + 1)), value: [...value] },
    ]),
  );

/** Severities of what a rule says of a run. */
function said(rule: RunRule, { sent = {}, settings, baseline, ...more }: Told): string[] {
  const names = (of: Record<string, readonly number[]>) =>
    asOurs(seriesOf(of), rule.reads, rule.readsLike ? [rule.readsLike] : []);
  const run: WholeRun = {
    resamplesDeadGroups: false,
    config: "a",
    noise: null,
    ...more,
    series: names(sent),
    settings: { ...NO_SETTINGS, ...settings },
    reference: baseline ? { config: "b", series: names(baseline) } : null,
  };
  return checkRun(rule, run).map(({ rule: id, severity }) => {
    expect(id).toBe(rule.info.id);
    return severity;
  });
}

const flat = Array.from({ length: 60 }, (_, i) => 0.5 + 0.01 * (i % 2));
const [rises, falls] = [ramp(0.2, 0.8), ramp(0.8, 0.2)];
const right = "rewards/accuracy_reward/mean";
const length = "completions/mean_length";
const grown = Array.from({ length: 120 }, (_, i) => 8 ** (i / 100));
const noise = { withinGroupSd: 1, pooledSd: 1.1, groupSize: 8 };
const rewards = Array.from({ length: 12 }, (_, i) => 1.1234 + 0.7531 * (i % 5));
const dead = { frac_reward_zero_std: held(0.95), grad_norm: held(0.2) };
const evaluated = [0.2, 0.3, 0.4, 0.5, 0.58, 0.6, 0.61, 0.6, 0.5, 0.42, 0.33];
const quiet = (forMs: number, steps = 100) => stallOf({ since: 1_000_000, startedAt: 0, steps, forMs });

const STORIES: Record<string, Story> = {
  D01: {
    fires: { sent: { frac_reward_zero_std: held(0.9) } },
    silent: { sent: { frac_reward_zero_std: held(0.3) } },
    gated: { sent: { "group/zero_share": held(0.9) }, resamplesDeadGroups: true },
  },
  D02: {
    fires: { sent: { [right]: held(0.93) } },
    silent: { sent: { [right]: held(0.6) } },
    gated: { sent: { [right]: held(0.93) }, settings: { groupSize: 16 } },
  },
  D03: {
    fires: { sent: { [right]: held(0.02) } },
    silent: { sent: { [right]: held(0.3) } },
    gated: { sent: { [right]: held(0.02, 29) } },
  },
  D04: {
    fires: { sent: { "completions/clipped_ratio": held(0.5) } },
    silent: { sent: { "completions/clipped_ratio": held(0.1) } },
    gated: { sent: { "completions/clipped_ratio": held(1, 2) } },
  },
  D05: {
    fires: { sent: { [right]: held(0.005), "eval/reward": [0.2, 0.7] } },
    silent: { sent: { [right]: held(0.1), "eval/reward": [0.2, 0.7] } },
    gated: { sent: { reward: held(-50), "eval/reward": [0.2, 0.7] } },
  },
  D06: {
    fires: { sent: { reward_std: held(1), "group/std": held(1) }, noise },
    silent: { sent: { "group/std": held(2) }, noise },
    gated: { sent: { "group/std": held(1) } },
  },
  D07: {
    fires: { sent: { entropy: [...held(1, 20), ...held(0.1, 40)], reward: falls } },
    silent: { sent: { entropy: ramp(1, 0.4), reward: falls } },
    gated: { sent: { entropy: [...held(1, 20), ...held(0.1, 40)] } },
  },
  D08: {
    fires: { sent: { entropy: [...held(0.4, 20), ...held(1.2, 40)], reward: falls } },
    silent: { sent: { entropy: ramp(0.6, 0.8), reward: falls } },
    gated: { sent: { entropy: [...held(0.4, 20), ...held(1.2, 40)], reward: rises } },
  },
  D09: {
    fires: { sent: { kl: held(0.3), reward: flat } },
    silent: { sent: { kl: held(0.05), reward: flat } },
    gated: { sent: { kl: held(3), reward: rises } },
  },
  D10: {
    fires: { sent: { kl: [...held(0.01, 20), 5, ...held(0.01, 20)] } },
    silent: { sent: { kl: ramp(0, 0.05) } },
    gated: { sent: { kl: [...held(0.01, 20), ...held(5, 20)] } },
  },
  D11: {
    fires: { sent: { ...dead, kl: held(0.1) } },
    silent: { sent: { ...dead, frac_reward_zero_std: held(0.5), kl: held(0.1) } },
    gated: { sent: dead },
  },
  D12: {
    fires: { sent: { "clip_ratio/region_mean": held(0.3) } },
    silent: { sent: { "clip_ratio/region_mean": held(0.05) } },
    gated: { sent: { "clip_ratio/region_mean": held(0.3) }, settings: { isSequenceLevel: true } },
  },
  D13: {
    fires: { sent: { "train/grad_norm": [1, 2, NaN] } },
    silent: { sent: { "train/grad_norm": [1, 2, 3] } },
    gated: { sent: { "eval/loss": [1, 2, NaN] } },
  },
  D14: {
    fires: { sent: { grad_norm: grown } },
    silent: { sent: { grad_norm: held(1, 120) } },
    gated: { sent: { grad_norm: grown.slice(0, 99) } },
  },
  D15: {
    fires: { sent: { grad_norm: held(0, 5) } },
    silent: { sent: { grad_norm: held(0.1, 5) } },
    gated: { sent: { grad_norm: held(0, 5), frac_reward_zero_std: held(1, 5) } },
  },
  D16: {
    fires: { sent: { [length]: ramp(100, 300), reward: flat } },
    silent: { sent: { [length]: ramp(100, 120), reward: flat } },
    gated: { sent: { [length]: ramp(100, 300), reward: rises } },
  },
  D17: {
    fires: { sent: { [length]: ramp(400, 40), "rewards/format_reward/mean": rises, reward: flat } },
    silent: { sent: { [length]: ramp(400, 350), "rewards/format_reward/mean": rises, reward: flat } },
    gated: { sent: { [length]: ramp(400, 40), "rewards/format_reward/mean": rises, [right]: rises } },
  },
  D18: {
    fires: { sent: { "training/rollout_probs_diff_mean": held(0.02) } },
    silent: { sent: { "training/rollout_probs_diff_mean": held(0.001) } },
    gated: { sent: { "training/rollout_probs_diff_mean": [...held(0.001), 0.02, ...held(0.001)] } },
  },
  D19: {
    fires: { sent: { [right]: falls, "rewards/format_reward/mean": rises, reward: flat } },
    silent: { sent: { [right]: rises, "rewards/format_reward/mean": rises, reward: rises } },
    gated: { sent: { "rewards/quality/mean": falls, "rewards/style/mean": rises } },
  },
  D20: {
    fires: { sent: { reward: rises, "eval/reward": evaluated } },
    silent: { sent: { reward: rises, "eval/reward": ramp(0.2, 0.6, 11) } },
    gated: { sent: { reward: falls, "eval/reward": evaluated } },
  },
  D21: {
    fires: { sent: { adv_std: held(0.1) } },
    silent: { sent: { adv_std: held(0.9) } },
    gated: { sent: { adv_std: held(0.1) }, settings: { isStandardized: false } },
  },
  D22: {
    fires: { sent: { reward: ramp(1, 0) } },
    silent: { sent: { reward: ramp(0, 1) } },
    gated: { sent: { reward: ramp(1, 0, 29) } },
  },
  D23: {
    fires: { sent: { "off_policy/max": [1, 12, 1] } },
    silent: { sent: { "off_policy/max": held(4) } },
    gated: { sent: { "async/staleness_mean": held(12) } },
  },
  D24: {
    fires: { sent: { "response/aborted_ratio": held(0.1) } },
    silent: { sent: { "response/aborted_ratio": held(0.01) } },
    gated: { sent: { "response/aborted_ratio": [...held(0, 20), 0.2, ...held(0, 20)] } },
  },
  D25: {
    fires: { sent: { "timing_s/gen": held(90), "timing_s/step": held(100) } },
    silent: { sent: { "timing_s/gen": held(50), "timing_s/step": held(100) } },
    gated: { sent: { "timing_s/gen": held(90) } },
  },
  D26: {
    fires: { stall: quiet(400_000) },
    silent: { stall: quiet(100_000) },
    gated: { stall: quiet(9_000_000, 2) },
  },
  D27: {
    fires: { sent: { "gpu.0.temp": held(90) } },
    silent: { sent: { "gpu.0.temp": held(70) } },
    gated: { sent: { "gpu.0.memoryAllocated": held(98) } },
  },
  D30: {
    fires: { sent: { "sft/distinct": [5, 1.2] } },
    silent: { sent: { "sft/distinct": [5, 4] } },
    gated: { sent: { "sft/distinct": [1.2, NaN] } },
  },
  D31: {
    fires: { end: { step: 3, planned: 60, silence: 1 } },
    silent: { end: { step: 60, planned: 60, silence: 1 } },
    gated: { end: { step: 3, planned: 0, silence: 1 } },
  },
  D32: {
    fires: { sent: { "optim/weights_changed": held(0.03) } },
    silent: { sent: { "optim/weights_changed": held(0.99) } },
    gated: { sent: { "optim/weights_changed": [NaN, 0.03, 0.03] } },
  },
  D33: {
    fires: { sent: { "gpu.0.gpu": held(57), "phase/judge": held(3) } },
    silent: { sent: { "gpu.0.gpu": held(90), "phase/judge": held(3) } },
    gated: { sent: { "gpu.0.gpu": held(5, 11) } },
  },
  I01: {
    fires: { sent: { "reward/raw": rewards.map((r) => 1.4 * r) }, baseline: { "reward/raw": rewards } },
    silent: { sent: { "reward/raw": rewards.map((r) => r ** 1.4) }, baseline: { "reward/raw": rewards } },
    gated: { sent: { "reward/raw": rewards.map((r) => 1.4 * r) } },
  },
};

describe("each rule about a run has three stories", () => {
  test("all of the registry and no other", () => {
    expect(Object.keys(STORIES).toSorted()).toEqual(RUN_RULES.map(({ info }) => info.id).toSorted());
  });
  test.each(RUN_RULES.map((rule) => [rule.info.id, rule] as const))("%s", (id, rule) => {
    const { fires, silent, gated } = STORIES[id];
    expect(said(rule, fires)).not.toEqual([]);
    expect(said(rule, silent)).toEqual([]);
    expect(said(rule, gated).filter((severity) => severity !== "info")).toEqual([]);
  });
  test.each(RUN_RULES.map(({ info }) => [info.id, info] as const))(
    "%s says formula, threshold, gate, source and action",
    (_, { formula, threshold, gate, source, action, why }) => {
      for (const text of [formula, threshold, gate, source, action, why]) expect(text).toMatch(/\w{3}/);
    },
  );
});
