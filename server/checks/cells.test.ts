import { describe, expect, test } from "vitest";
import type { Finding } from "../contracts/finding.ts";
import { acrossRuns, judgeCells, type JudgedCell } from "./cells.ts";
import { seedMovesNothing } from "./effort.ts";
import { BEING_COMPUTED } from "./health/being-computed.ts";
import { deadGroups } from "./health/dead-groups.ts";
import { noiseOnly } from "./health/noise-only.ts";
import { notFinite } from "./health/not-finite.ts";
import { rescaledReward } from "./health/rescaled-reward.ts";
import type { CheckedSeries } from "./health/run-rule.ts";
import { beside, checkRun, type WholeRun } from "./health/testing.ts";
import { value, way } from "./testing.ts";

const facts = (metrics: Record<string, number[]>, noise: WholeRun["noise"] = null): WholeRun => ({
  series: new Map(
    Object.entries(metrics).map(([metric, values]) => [
      metric,
      { metric, x: values.map((_, i) => i + 1), value: values },
    ]),
  ),
  resamplesDeadGroups: false,
  config: "group_size 4",
  noise,
  reference: null,
});
const nanIn = (...metrics: string[]): Finding[] =>
  checkRun(notFinite, facts(Object.fromEntries(metrics.map((metric) => [metric, [0, Number.NaN]]))));
const noisy = checkRun(
  noiseOnly,
  facts(
    { "group/std": Array.from({ length: 12 }, () => 1) },
    { withinGroupSd: 1, pooledSd: 1, groupSize: 6 },
  ),
);

const constant = (share: number, n = 9) => Array.from({ length: n }, () => share);
const deadIn = (share: number, solved = 0, n = 9): Finding[] =>
  checkRun(
    deadGroups,
    facts({ "group/zero_share": constant(share, n), "group/all_solved_share": constant(solved, n) }),
  );
const rewards = (factor: number): CheckedSeries => {
  const value = [-2.5, -1.25, 0.75, 1.5, 4.25, 6, 9.5].map((reward) => factor * reward);
  return { metric: "reward/raw", x: value.map((_, i) => i + 1), value };
};

describe("what is said of several runs of one configuration", () => {
  test("runs are counted, not what is objected to in them: two bad metrics of one run are one run of each", () => {
    const five = [
      [],
      [],
      nanIn("reward/raw", "policy/kl", "policy/entropy"),
      nanIn("reward/raw", "policy/entropy", "optim/grad_norm"),
      [],
    ];
    expect(acrossRuns("group_size 4", five).map(({ claim }) => claim)).toEqual([
      "In 2 of 5 runs of group_size 4: reward/raw ends NaN or infinite.",
      "In 1 of 5 runs of group_size 4: optim/grad_norm ends NaN or infinite.",
      "In 1 of 5 runs of group_size 4: policy/kl ends NaN or infinite.",
      "In 2 of 5 runs of group_size 4: policy/entropy ends NaN or infinite.",
    ]);
  });
  test("a rule that speaks of the only run twice for one metric speaks once, and of no number of runs", () => {
    const twice = [...nanIn("reward/raw"), ...nanIn("reward/raw")];
    expect(acrossRuns("group_size 4", [twice]).map(({ claim }) => claim)).toEqual([
      "reward/raw ends NaN or infinite.",
    ]);
  });
  test("what is graver in one run is said of that run alone, and first", () => {
    const [objection] = nanIn("reward/raw");
    const warning: Finding = { ...objection, severity: "warning" };
    expect(acrossRuns("group_size 4", [[warning], [objection]])).toMatchObject([
      {
        severity: "error",
        claim: "In 1 of 2 runs of group_size 4: reward/raw ends NaN or infinite.",
      },
      {
        severity: "warning",
        claim: "In 1 of 2 runs of group_size 4: reward/raw ends NaN or infinite.",
      },
    ]);
  });
  test("what only informs stands with its run, and is not counted among those that have more", () => {
    const runs = [deadIn(0.703, 0.5), deadIn(0.597, 0.5), deadIn(0.782)];
    expect(runs.flat().map(({ severity }) => severity)).toEqual(["info", "info", "warning"]);
    expect(acrossRuns("no_kl", runs)).toMatchObject([
      { severity: "warning", claim: "In 1 of 3 runs of no_kl: 78.2\u202f% of groups carry no gradient." },
    ]);
  });
  test("a number is said as its range over the runs, and evidence of one run names it as such", () => {
    const [found, ...others] = acrossRuns("no_kl", [deadIn(0.602), deadIn(0.749, 0, 20), deadIn(0.555)]);
    expect(others).toEqual([]);
    expect(found.claim).toBe("In 3 of 3 runs of no_kl: 55.5 to 74.9\u202f% of groups carry no gradient.");
    expect(found.evidence).toMatch(/^The first of them: Since step 1, .*; now 60\.2\u202f%/);
    expect(found.span).toEqual({ from: 1, to: 20 });
  });
  test("runs that print the same number have no range, and one evidence for all has no first", () => {
    const [found] = acrossRuns("no_kl", [deadIn(0.602), deadIn(0.602)]);
    expect(found.claim).toBe("In 2 of 2 runs of no_kl: 60.2\u202f% of groups carry no gradient.");
    expect(found.evidence).toMatch(/^Since step 1,/);
  });
  test("runs of which a rule says different things are not counted together", () => {
    const hidden = checkRun(
      deadGroups,
      facts({ "group/zero_share_raw": constant(0.6), "group/zero_share": constant(0) }),
    );
    expect(acrossRuns("no_kl", [deadIn(0.7), hidden]).map(({ claim }) => claim)).toEqual([
      "In 1 of 2 runs of no_kl: 70.0\u202f% of groups carry no gradient.",
      expect.stringMatching(/^In 1 of 2 runs of no_kl: 60\.0\u202f% of groups have one verified reward/),
    ]);
  });
  test("a factor is said as a range too", () => {
    const times = (factor: number) =>
      rescaledReward("reward/raw", "a", "b", [beside(rewards(factor), rewards(1))]);
    expect(acrossRuns("a", [times(1.4), times(1.25)])[0].claim).toBe(
      "In 2 of 2 runs of a: reward/raw of a is 1.25 to 1.4 times that of b at every step, a change of scale alone.",
    );
  });
});

const cell = (config: string, more: Partial<JudgedCell> = {}): JudgedCell => ({
  seedsWith: () => more.seeds ?? 3,
  copies: [],
  repeatedFinals: () => [],
  severalPolicies: [],
  config,
  beside: null,
  seeds: 3,
  underWay: 0,
  planned: 3,
  wasPlanned: true,
  seedless: false,
  episodes: 9000,
  answerTokens: 400,
  health: [[], [], []],
  measures: () => true,
  valuesOf: () => [value(), value(), value()],
  ...more,
});
const METRICS = ["reward/raw", "reward/shaped", "eval/rr"];

/** What is said of a second configuration beside a plain first. */
function saidOf(more: Partial<JudgedCell>, base: Partial<JudgedCell> = {}, metrics = METRICS) {
  const first = cell("first", base);
  const [, verdict] = judgeCells([first, cell("second", more)], first, metrics);
  return {
    said: verdict.findings.map((o) => `${o.rule} ${o.severity} ${o.metric ?? "all"}`),
    forbidden: metrics.filter((metric) => (verdict.forbidden.get(metric)?.length ?? 0) > 0),
  };
}

describe("a configuration beside the baseline", () => {
  test("that differs in nothing is not objected to", () => {
    expect(saidOf({})).toEqual({ said: [], forbidden: [] });
  });
  test("whose points the rules have not all seen is not ranked yet, and neither is what is read against it", () => {
    const waiting = { health: [[BEING_COMPUTED], [], []] };
    for (const found of [saidOf(waiting), saidOf({}, waiting)])
      expect(found).toEqual({ said: ["pending info all"], forbidden: METRICS });
  });
  test("one seed that was measured on other problems takes the evaluations away and nothing else", () => {
    const one = { valuesOf: () => [value(), value({ ways: [way({ problems: "p2" })] })] };
    expect(saidOf(one)).toEqual({ said: ["C02 error eval/rr"], forbidden: ["eval/rr"] });
  });
  test("what a chain launched to be measured otherwise is told as that, without an alarm, and is still not ranked", () => {
    const other = [value({ ways: [way({ problems: "p2" })] })];
    const beside = "episodes on train problems, to be labeled";
    const found = { beside, valuesOf: () => [...other, ...other, ...other] };
    expect(saidOf(found)).toEqual({ said: ["C02 info eval/rr"], forbidden: ["eval/rr"] });
    const [first, second] = [cell("first"), cell("second", found)];
    const [said] = judgeCells([first, second], first, ["eval/rr"])[1].findings;
    expect(said.claim).toBe(
      "second stands beside the comparison: episodes on train problems, to be labeled.",
    );
  });
  test("a metric that its recipe does not have is not judged", () => {
    const none = { valuesOf: () => [value({ trainSteps: [1] })], measures: (m: string) => m === "eval/rr" };
    expect(saidOf(none).said).toEqual(["C05 error eval/rr"]);
  });
  test("what is the same for every metric is said once, of the row", () => {
    const other = { valuesOf: () => [value({ startWeights: ["w2"] })] };
    expect(saidOf(other).said).toEqual(["C08 warning all"]);
  });
  test("what is the same for some metrics only is said of each of those", () => {
    const other = { valuesOf: () => [value({ ways: [way({ problems: "p2" })] })] };
    expect(saidOf(other, {}, [...METRICS, "eval/clean"]).said).toEqual([
      "C02 error eval/rr",
      "C02 error eval/clean",
    ]);
  });
  test.each<[string, Partial<JudgedCell>, string[]]>([
    ["many more rollouts", { episodes: 27_000 }, ["C06 info all"]],
    ["half the rollouts", { episodes: 4500 }, ["C06 info all"]],
    ["a tenth more rollouts", { episodes: 9900 }, []],
    ["a tenth fewer rollouts, but for a few", { episodes: 8200 }, []],
    ["answers that are a fifth longer", { answerTokens: 480 }, ["C14 warning eval/rr"]],
    ["answers that are half as long", { answerTokens: 200 }, ["C14 warning eval/rr"]],
    ["answers that are a twentieth longer", { answerTokens: 420 }, []],
    ["answers whose length was not logged", { answerTokens: null }, []],
    ["one seed, and no more planned", { seeds: 1, planned: 1 }, ["C07 warning all"]],
    ["two seeds that measured the same to the digit", { seeds: 2, planned: 2, seedless: true }, []],
    ["a seed that failed", { seeds: 3, planned: 4 }, ["C07 warning all"]],
    ["a finished seed without this value", { seedsWith: () => 2 }, ["C07 warning all"]],
    ["seeds that copy another one", { copies: [{ seed: 3, copyOf: 0 }] }, ["C12 warning all"]],
    [
      "a final evaluation that was repeated",
      { repeatedFinals: () => [{ seed: 1, values: [0.58, 0.7] }] },
      ["C13 warning all"],
    ],
    [
      "a final evaluation that several policies answered",
      { severalPolicies: [{ seed: 1, policies: ["38", "39"] }] },
      ["C15 warning eval/rr"],
    ],
    ["a metric that no finished seed has", { seedsWith: () => 0 }, []],
    ["a seed that is still queued or training", { seeds: 2, underWay: 1 }, []],
    ["all seeds under way", { seeds: 0, underWay: 3 }, []],
    ["a seed under way and one that failed", { seeds: 2, underWay: 1, planned: 4 }, ["C07 warning all"]],
    ["two seeds under way and no more planned", { seeds: 0, underWay: 2, planned: 2 }, ["C07 warning all"]],
  ])("%s", (_name, more, expected) => {
    expect(saidOf(more).said).toEqual(expected);
  });
  test("noise alone inside its groups takes the shaped reward away, not the reward as earned", () => {
    expect(saidOf({ health: [noisy, noisy, noisy] })).toEqual({
      said: ["D06 error reward/shaped"],
      forbidden: ["reward/shaped"],
    });
  });
  test("noise alone in the baseline does so for every configuration", () => {
    expect(saidOf({}, { health: [noisy, [], []] }).forbidden).toEqual(["reward/shaped"]);
  });
  test("what its runs suffer from stands with the row, and notes do not", () => {
    const [found] = nanIn("optim/grad_norm");
    expect(saidOf({ health: [[found], [{ ...found, severity: "info", rule: "D99" }], []] }).said).toEqual([
      "D13 error all",
    ]);
  });
});

test.each<[string, (number | null)[][], boolean]>([
  [
    "the same to the digit in every metric",
    [
      [0.367, 0.367],
      [7.2, 7.2],
    ],
    true,
  ],
  ["one seed alone", [[0.367], [7.2]], false],
  [
    "one metric that moves",
    [
      [0.367, 0.367],
      [7.2, 7.3],
    ],
    false,
  ],
  [
    "all solved by both, and nothing else known",
    [
      [1, 1],
      [0, 0],
    ],
    false,
  ],
  [
    "a metric that none has",
    [
      [null, null],
      [0.367, 0.367],
    ],
    true,
  ],
  [
    "a metric that only one seed has",
    [
      [0.5, null],
      [0.367, null],
    ],
    false,
  ],
  ["not a number twice", [[NaN, NaN]], false],
])("seeds that make no difference: %s", (_name, values, expected) => {
  expect(seedMovesNothing(values)).toBe(expected);
});

test("without a baseline nothing is compared, and what spoils a value is said all the same", () => {
  const [verdict] = judgeCells([cell("only", { health: [noisy] })], null, METRICS);
  expect(verdict.findings.map((o) => o.rule)).toEqual(["D06"]);
});
