import { describe, expect, test } from "vitest";
import { asOurs, namesOf } from "./as-ours.ts";
import { deadGroups } from "./dead-groups.ts";
import { notFinite } from "./not-finite.ts";
import type { CheckedSeries, RunRule } from "./run-rule.ts";
import { checkRun, type WholeRun } from "./testing.ts";
import { staleSamples } from "./stale-samples.ts";
import { trainInference } from "./train-inference.ts";

/** What a rule says of series as a run sent them. */
function said(rule: RunRule, sent: Record<string, number[]>) {
  const series = new Map<string, CheckedSeries>(
    Object.entries(sent).map(([metric, value]) => [metric, { metric, x: value.map((_, i) => i + 1), value }]),
  );
  const facts: WholeRun = {
    series: asOurs(series, rule.reads),
    resamplesDeadGroups: false,
    config: "a",
    noise: null,
    reference: null,
  };
  return checkRun(rule, facts);
}
const held = (value: number, n = 12) => Array.from({ length: n }, () => value);

describe("a run that was sent by another trainer's logger", () => {
  test("has its dead groups found (D01), and the chart that was sent carries the flag", () => {
    const [found] = said(deadGroups, { "train/frac_reward_zero_std": held(0.9) });
    expect(found).toMatchObject({ rule: "D01", severity: "error" });
    expect(found.speaksOf).toContain("train/frac_reward_zero_std");
    expect(said(deadGroups, { dynamic_filtering_pass_rate: held(0.05) })).toHaveLength(1);
    expect(said(deadGroups, { dynamic_filtering_pass_rate: held(0.95) })).toEqual([]);
  });

  test("has a gradient that is not finite found (D13), under the name it was sent by", () => {
    const [found] = said(notFinite, { "actor/grad_norm": [1, Number.NaN, 2] });
    expect(found).toMatchObject({ rule: "D13", metric: "actor/grad_norm", span: { from: 2, to: 2 } });
  });

  test("is read by our name first where it sends both", () => {
    const sent = new Map(
      ["group/zero_share", "frac_reward_zero_std"].map((metric) => [
        metric,
        { metric, x: [1], value: [0.5] },
      ]),
    );
    expect(asOurs(sent, ["group/zero_share"]).get("group/zero_share")?.metric).toBe("group/zero_share");
    expect(namesOf(["group/zero_share"])[0]).toBe("group/zero_share");
  });
});

describe("D18 training and inference apart", () => {
  test.each([
    ["training/rollout_probs_diff_mean", 0.004, 0.006, 0.02],
    ["train/token_mult_prob_error", 1.01, 1.03, 1.2],
    ["sampling/sampling_logp_difference/mean", 0.01, 0.03, 0.09],
  ])("%s is judged by its own limits", (name, fine, warning, worst) => {
    const severities = [fine, warning, worst].map((value) =>
      said(trainInference, { [name]: held(value) }).map(({ severity }) => severity),
    );
    expect(severities).toEqual([[], ["warning"], ["error"]]);
  });

  test("one spike is forgiven, and so is what is over", () => {
    const name = "mismatch_kl/all/mean";
    expect(said(trainInference, { [name]: [...held(0.001), 0.05, ...held(0.001)] })).toEqual([]);
    expect(said(trainInference, { [name]: [...held(0.05), ...held(0, 40)] })).toEqual([]);
    expect(said(trainInference, { [name]: held(Number.NaN) })).toEqual([]);
  });
});

describe("D23 stale samples", () => {
  test("fires once a sample more than 8 updates old was trained on, and says how old the oldest was", () => {
    const [found] = said(staleSamples, { "off_policy/max": [2, 8, 9, 14, 3] });
    expect(found).toMatchObject({ rule: "D23", severity: "warning", span: { from: 3, to: 4 } });
    expect(found.claim).toBe("Samples up to 14 updates old were trained on, too old to teach much.");
    expect(said(staleSamples, { "async/staleness_max": held(8) })).toEqual([]);
  });
});
