import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { draws } from "../../stats/testing.ts";
import { asOurs } from "./as-ours.ts";
import { noLearning } from "./no-learning.ts";
import type { CheckedSeries, RunRule } from "./run-rule.ts";
import { checkRun } from "./testing.ts";
import { truncatedAnswers } from "./truncated-answers.ts";

/** What a rule says of series by name, each as steps and values. */
function said(rule: RunRule, sent: Record<string, [x: number[], value: number[]]>, portions?: number[]) {
  const series = new Map<string, CheckedSeries>(
    Object.entries(sent).map(([metric, [x, value]]) => [metric, { metric, x, value }]),
  );
  const run = {
    series: asOurs(series, rule.reads),
    resamplesDeadGroups: false,
    config: "a",
    noise: null,
    reference: null,
  };
  return checkRun(rule, run, portions).map(({ rule: id, severity, metric }) => [id, severity, metric]);
}

const steps = (values: number[], every = 5): [number[], number[]] => [
  values.map((_, i) => every * (i + 1)),
  values,
];
const held = (value: number, n = 12) => Array.from({ length: n }, () => value);

describe("D04 truncated answers", () => {
  test.each([
    "completions/clipped_ratio",
    "train/completions/clipped_ratio",
    "response_length/clip_ratio",
    "train/truncation_rate",
  ])("cautions at a quarter and objects where nearly all are cut: %s", (name) => {
    const of = (value: number) => said(truncatedAnswers, { [name]: steps(held(value)) });
    expect(of(0.3)).toEqual([["D04", "warning", name]]);
    expect(of(0.97)).toEqual([["D04", "error", name]]);
    expect(of(0.2)).toEqual([]);
  });

  test("is silent where it was so at first alone, on two steps, and without the metric", () => {
    expect(said(truncatedAnswers, { truncation_rate: steps([...held(1, 20), ...held(0, 30)]) })).toEqual([]);
    expect(said(truncatedAnswers, { truncation_rate: steps(held(1, 2)) })).toEqual([]);
    expect(said(truncatedAnswers, { reward: steps(held(1)) })).toEqual([]);
  });
});

describe("D22 no learning", () => {
  const random = draws(7);
  const noisy = (slope: number, n = 60) => Array.from({ length: n }, (_, i) => slope * i + random.normal());

  test("cautions where the reward falls, notes where it does not rise, and is silent where it rises", () => {
    expect(said(noLearning, { "train/reward": steps(noisy(-0.05)) })).toEqual([
      ["D22", "warning", "train/reward"],
    ]);
    expect(said(noLearning, { "reward/raw": steps(held(0.4, 60)) })).toEqual([["D22", "info", "reward/raw"]]);
    expect(said(noLearning, { "reward/raw": steps(noisy(0.1)) })).toEqual([]);
  });

  test("waits for 150 steps, and leaves runs alone that have little left to solve", () => {
    expect(said(noLearning, { "reward/raw": steps(noisy(-0.5, 29)) })).toEqual([]);
    const solved = { "reward/raw": steps(held(0.9, 60)), "group/all_solved_share": steps(held(0.7, 60)) };
    expect(said(noLearning, solved)).toEqual([]);
  });

  test("says the same in whatever portions points come, and of far more points than it keeps", () => {
    const long = steps(noisy(-0.001, 5000), 1);
    const whole = said(noLearning, { "reward/raw": long });
    expect(whole).toEqual([["D22", "warning", "reward/raw"]]);
    expect(said(noLearning, { "reward/raw": long }, [1, 63, 64, 700])).toEqual(whole);
  });

  test("seldom objects to a reward that rises, in 200 runs drawn", () => {
    const found = Array.from({ length: 200 }, () => said(noLearning, { "reward/raw": steps(noisy(0.05)) }));
    expect(found.filter((one) => one.length > 0).length).toBeLessThanOrEqual(2);
  });
});

describe("a public GRPO run whose answers were cut off", () => {
  const data = process.env.ABLAB_TEST_DATA ?? join(import.meta.dirname, "../../../../shared/data");
  const file = join(data, "public/chaos-economy/trainer_state.json");
  const read = () => {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as { log_history: Record<string, number>[] };
    } catch {
      return null;
    }
  };
  const history = read()?.log_history ?? [];
  const of = (name: string): [number[], number[]] => {
    const rows = history.filter((row) => name in row);
    return [rows.map(({ step }) => step), rows.map((row) => row[name])];
  };
  test.skipIf(history.length === 0)(
    "is objected to for it, and does not learn (skipped where the file is not there)",
    () => {
      expect(
        said(truncatedAnswers, { "completions/clipped_ratio": of("completions/clipped_ratio") }),
      ).toEqual([["D04", "error", "completions/clipped_ratio"]]);
      expect(said(noLearning, { reward: of("reward") })[0][0]).toBe("D22");
    },
  );
});
