import { describe, expect, test } from "vitest";
import { CELL_RULES, RULES } from "./registry.ts";
import type { CellFacts, MetricFacts } from "./rule.ts";

const plain: CellFacts = {
  config: "first",
  seeds: 4,
  planned: 4,
  rewardHash: "r1",
  rewardFormula: "solved",
  populations: [{ hash: "p1", n: 250 }],
  protocols: [{ hash: "q1", words: "greedy" }],
  definition: "d1",
  trainSteps: [70, 70, 70, 70],
  episodes: 9000,
  startWeights: ["w1"],
};
const reward: MetricFacts = { metric: "reward/anything", isTrainingReward: true, isEvaluation: false };
const evaluation: MetricFacts = { metric: "eval/anything", isTrainingReward: false, isEvaluation: true };

const judge = (cell: Partial<CellFacts>, metric: MetricFacts, baseline: Partial<CellFacts> = {}) =>
  CELL_RULES.flatMap((rule) =>
    rule.check({ ...plain, config: "second", ...cell }, { ...plain, ...baseline }, metric),
  ).map((o) => `${o.rule} ${o.severity}`);

test("two configurations that differ in nothing measured are never objected to", () => {
  expect(judge({}, reward)).toEqual([]);
  expect(judge({}, evaluation)).toEqual([]);
});

describe("each rule fires on its own fact and on nothing else", () => {
  test.each<[string, Partial<CellFacts>, MetricFacts, string[]]>([
    ["another reward, for a training reward", { rewardHash: "r2" }, reward, ["C01 objection"]],
    ["another reward, for an evaluation", { rewardHash: "r2" }, evaluation, []],
    [
      "other problems, for an evaluation",
      { populations: [{ hash: "p2", n: 250 }] },
      evaluation,
      ["C02 objection"],
    ],
    ["other problems, for a training reward", { populations: [{ hash: "p2", n: 250 }] }, reward, []],
    [
      "problems that differ between seeds",
      {
        populations: [
          { hash: "p1", n: 250 },
          { hash: "p2", n: 249 },
        ],
      },
      evaluation,
      ["C02 objection"],
    ],
    ["no evaluation at all", { populations: [], protocols: [] }, evaluation, []],
    ["another protocol", { protocols: [{ hash: "q2", words: "sampled" }] }, evaluation, ["C03 objection"]],
    ["another definition", { definition: "d2" }, evaluation, ["C04 objection"]],
    ["an earlier final step", { trainSteps: [70, 70, 69, 70] }, evaluation, ["C05 objection"]],
    ["many more rollouts", { episodes: 27_000 }, evaluation, ["C06 note"]],
    ["a tenth fewer rollouts", { episodes: 8900 }, evaluation, []],
    ["one seed", { seeds: 1, planned: 1, trainSteps: [70] }, evaluation, ["C07 caution"]],
    ["a missing seed", { seeds: 3 }, evaluation, ["C07 caution"]],
    ["another start", { startWeights: ["w2"] }, evaluation, ["C08 caution"]],
    ["a start that nobody told", { startWeights: [] }, evaluation, []],
  ])("%s", (_name, cell, metric, expected) => {
    expect(judge(cell, metric)).toEqual(expected);
  });
});

test("a difference among the baseline's own seeds counts as well", () => {
  expect(
    judge({}, evaluation, {
      populations: [
        { hash: "p1", n: 250 },
        { hash: "p3", n: 9 },
      ],
    }),
  ).toEqual(["C02 objection"]);
});

test("every rule explains itself, with an id of its own", () => {
  expect(new Set(RULES.map((r) => r.id)).size).toBe(RULES.length);
  for (const rule of RULES) for (const value of Object.values(rule)) expect(value.length).toBeGreaterThan(2);
});
