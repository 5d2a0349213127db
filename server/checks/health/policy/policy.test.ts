import { describe, expect, test } from "vitest";
import { held, ramp, saidOf } from "../testing.ts";
import { clipped } from "./clipped.ts";
import { entropyCollapse } from "./entropy-collapse.ts";
import { entropyExplosion } from "./entropy-explosion.ts";
import { gradTrend } from "./grad-trend.ts";
import { weightsChanged } from "./weights-changed.ts";
import { gradZero } from "./grad-zero.ts";
import { klBlowUp } from "./kl-blow-up.ts";
import { klOnlyGradient } from "./kl-only-gradient.ts";
import { klSpike } from "./kl-spike.ts";

const flat = (n = 60) => Array.from({ length: n }, (_, i) => 0.5 + 0.01 * (i % 2));
const [rises, falls] = [ramp(0.2, 0.8), ramp(0.8, 0.2)];

describe("D07 entropy collapse", () => {
  const entropy = [...held(1, 20), ...held(0.1, 40)];
  test("is graver the less the reward gains by it", () => {
    const by = (reward: number[]) => saidOf(entropyCollapse, { entropy, reward });
    expect([by(rises), by(flat()), by(falls)]).toEqual([
      ["D07 info entropy"],
      ["D07 warning entropy"],
      ["D07 error entropy"],
    ]);
  });
  test("is silent where entropy halves, or came back", () => {
    expect(saidOf(entropyCollapse, { entropy: ramp(1, 0.3), reward: falls })).toEqual([]);
    expect(
      saidOf(entropyCollapse, { entropy: [...held(1, 20), ...held(0, 20), ...held(1, 20)], reward: falls }),
    ).toEqual([]);
  });
  test("says nothing without a reward, or before it has a trend", () => {
    expect(saidOf(entropyCollapse, { entropy })).toEqual([]);
    expect(saidOf(entropyCollapse, { entropy, reward: falls.slice(0, 19) })).toEqual([]);
  });
});

describe("D08 entropy explosion", () => {
  test("warns of twice the entropy, and objects to gibberish of a language model alone", () => {
    expect(
      saidOf(entropyExplosion, { entropy: [...held(0.4, 20), ...held(1.2, 40)], reward: falls }),
    ).toEqual(["D08 warning entropy"]);
    const gibberish = [...held(0.4, 20), ...held(4, 40)];
    expect(saidOf(entropyExplosion, { "actor/entropy": gibberish, reward: falls })).toEqual([
      "D08 error actor/entropy",
    ]);
    expect(saidOf(entropyExplosion, { "policy/entropy": gibberish, "reward/raw": falls })).toEqual([
      "D08 warning policy/entropy",
    ]);
  });
  test("is silent about twice of next to nothing, and about less", () => {
    expect(
      saidOf(entropyExplosion, { entropy: [...held(0.1, 20), ...held(0.4, 40)], reward: falls }),
    ).toEqual([]);
    expect(saidOf(entropyExplosion, { entropy: ramp(0.6, 1), reward: falls })).toEqual([]);
  });
  test("leaves a rise alone that the reward shares", () => {
    expect(saidOf(entropyExplosion, { entropy: [...held(0.4, 20), ...held(4, 40)], reward: rises })).toEqual(
      [],
    );
  });
});

describe("D09 KL blow-up", () => {
  test("warns from 0.1 nats on and objects from 1 on, where the reward gains nothing", () => {
    expect(saidOf(klBlowUp, { "train/kl": held(0.3), reward: flat() })).toEqual(["D09 warning train/kl"]);
    expect(saidOf(klBlowUp, { "actor/kl_loss": held(3), "critic/score/mean": falls })).toEqual([
      "D09 error actor/kl_loss",
    ]);
  });
  test("warns of a jump that lasts", () => {
    expect(saidOf(klBlowUp, { kl: [...held(0.002, 40), ...held(0.05, 5)] })).toEqual(["D09 warning kl"]);
    expect(saidOf(klBlowUp, { kl: [...held(0.002, 40), ...held(0.05, 2)] })).toEqual([]);
    expect(saidOf(klBlowUp, { kl: held(0.05) })).toEqual([]);
  });
  test("only informs while the reward rises, in short runs, and without a reward", () => {
    expect(saidOf(klBlowUp, { kl: held(3), reward: rises })).toEqual(["D09 info kl"]);
    expect(saidOf(klBlowUp, { kl: held(3, 40), reward: falls.slice(0, 40) })).toEqual(["D09 info kl"]);
    expect(saidOf(klBlowUp, { kl: held(3) })).toEqual(["D09 info kl"]);
  });
});

describe("D10 KL spike", () => {
  test("informs of one that came back", () => {
    expect(saidOf(klSpike, { kl: [...held(0.01, 20), 5, ...held(0.01, 20)] })).toEqual(["D10 info kl"]);
  });
  test("is silent without one, about tiny ones, and about estimates below 0", () => {
    expect(saidOf(klSpike, { kl: ramp(0, 0.2) })).toEqual([]);
    expect(saidOf(klSpike, { kl: [...held(1e-5, 20), 5e-3, ...held(1e-5, 20)] })).toEqual([]);
    expect(saidOf(klSpike, { kl: held(-0.02) })).toEqual([]);
  });
  test("leaves what lasts to D09", () => {
    expect(saidOf(klSpike, { kl: [...held(0.01, 20), ...held(5, 20)] })).toEqual([]);
    expect(saidOf(klSpike, { kl: [...held(0.01, 20), ...held(5, 3), ...held(0.01, 9)] })).toEqual([]);
  });
});

describe("D11 KL-only gradient", () => {
  const dead = { frac_reward_zero_std: held(0.95), grad_norm: held(0.2) };
  test("objects where nearly all groups are dead and a KL term moves the policy", () => {
    expect(saidOf(klOnlyGradient, { ...dead, kl: held(0.1) })).toEqual(["D11 error kl"]);
  });
  test("is silent with fewer dead groups, and without a gradient", () => {
    expect(saidOf(klOnlyGradient, { ...dead, frac_reward_zero_std: held(0.8), kl: held(0.1) })).toEqual([]);
    expect(saidOf(klOnlyGradient, { ...dead, grad_norm: held(0), kl: held(0.1) })).toEqual([]);
  });
  test("only informs where they are solved, and says nothing without a KL term", () => {
    const own = {
      "group/zero_share": held(0.95),
      "group/all_solved_share": held(0.9),
      "optim/grad_norm": held(1),
    };
    expect(saidOf(klOnlyGradient, { ...own, "policy/kl": held(0.1) })).toEqual(["D11 info policy/kl"]);
    expect(saidOf(klOnlyGradient, dead)).toEqual([]);
  });
});

describe("D12 clipped share", () => {
  test("warns from a fifth on and objects from two fifths on", () => {
    expect(saidOf(clipped, { "clip_ratio/region_mean": held(0.25) })).toEqual([
      "D12 warning clip_ratio/region_mean",
    ]);
    expect(saidOf(clipped, { "actor/pg_clipfrac": held(0.5) })).toEqual(["D12 error actor/pg_clipfrac"]);
  });
  test("informs where nothing is clipped though batches are used again", () => {
    expect(saidOf(clipped, { "clip_ratio/region_mean": held(0) }, { updates: 4 })).toHaveLength(1);
    expect(saidOf(clipped, { "clip_ratio/region_mean": held(0.01) }, { updates: 4 })).toEqual([]);
  });
  test("expects 0 on policy, and leaves ratios of whole answers alone", () => {
    expect(saidOf(clipped, { "clip_ratio/region_mean": held(0) }, { updates: 1 })).toEqual([]);
    expect(saidOf(clipped, { "clip_ratio/region_mean": held(0) })).toEqual([]);
    expect(saidOf(clipped, { "clip_ratio/region_mean": held(0.5) }, { isSequenceLevel: true })).toEqual([]);
  });
});

describe("D14 growing gradient", () => {
  const grown = (times: number, n = 100) => Array.from({ length: n }, (_, i) => times ** (i / n));
  test("warns of two doublings within 100 steps", () => {
    expect(saidOf(gradTrend, { "train/grad_norm": grown(8) })).toEqual(["D14 warning train/grad_norm"]);
  });
  test("is silent about one doubling, and about a jump that is over", () => {
    expect(saidOf(gradTrend, { grad_norm: grown(2) })).toEqual([]);
    expect(saidOf(gradTrend, { grad_norm: [...grown(8), ...held(1, 100)] })).toEqual([]);
  });
  test("waits for 100 values", () => {
    expect(saidOf(gradTrend, { grad_norm: grown(8, 99) })).toEqual([]);
  });
});

describe("D15 no gradient", () => {
  test("objects where nothing is trained though groups differ", () => {
    expect(saidOf(gradZero, { grad_norm: held(0, 5), frac_reward_zero_std: held(0.1, 5) })).toEqual([
      "D15 error grad_norm",
    ]);
    expect(saidOf(gradZero, { grad_norm: held(0, 5) })).toHaveLength(1);
  });
  test("is silent about a gradient, and about two steps without one", () => {
    expect(saidOf(gradZero, { grad_norm: held(1e-3, 5) })).toEqual([]);
    expect(saidOf(gradZero, { grad_norm: [1, 0, 0] })).toEqual([]);
  });
  test("leaves to D01 what dead groups explain, and to D13 what is not finite", () => {
    expect(saidOf(gradZero, { grad_norm: held(0, 5), frac_reward_zero_std: held(1, 5) })).toEqual([]);
    expect(saidOf(gradZero, { grad_norm: [0, 0, 0, NaN] })).toEqual([]);
  });
});

describe("D32 weights rounded away", () => {
  const name = "optim/weights_changed";
  test("warns where steps change no more than half of the weights that have a gradient", () => {
    expect(saidOf(weightsChanged, { [name]: held(0.03) })).toEqual([`D32 warning ${name}`]);
    expect(saidOf(weightsChanged, { [name]: held(0.5, 3) })).toEqual([`D32 warning ${name}`]);
  });
  test("is silent about float32, and about a few steps of a schedule's end", () => {
    expect(saidOf(weightsChanged, { [name]: held(0.9999) })).toEqual([]);
    expect(saidOf(weightsChanged, { [name]: [...held(0.99), 0.2] })).toEqual([]);
  });
  test("needs three steps, and says that nobody logged it", () => {
    expect(saidOf(weightsChanged, { [name]: held(0.01, 2) })).toEqual([]);
    expect(weightsChanged.lacks?.({ series: new Map() } as never)).toBe(
      "share of weights that a step changes",
    );
  });
});
