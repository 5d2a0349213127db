import { expect, test } from "vitest";
import type { RunStanding } from "../contracts/on-record.ts";
import { rewardRange, treatmentWords, whyBandsNotRanked, whyNotRanked } from "./standings.ts";
import { identity, way } from "./testing.ts";

const known = {
  rewards: [
    { raw: identity("solved"), shaped: identity("solved") },
    { raw: identity("solved"), shaped: identity("solved, times 1.4") },
  ],
  ways: [way(), way({ problems: "p2" })],
  statedProblems: [identity("gsm8k test"), identity("math500")],
  runProtocols: [identity("temperature 0"), identity("temperature 1")],
};
const run = (more: Partial<RunStanding> = {}): RunStanding => ({
  reward: 0,
  ways: [0],
  statedProblems: null,
  runProtocol: null,
  unrecorded: [],
  trainSteps: [70],
  startWeights: ["w1"],
  seenNames: [],
  ...more,
});
const rules = (metric: string, ...runs: RunStanding[]) => whyNotRanked(metric, known, runs)?.rules ?? null;

test("lines are told apart by the reward and the ways of measuring that their numbers stand for", () => {
  expect(rules("reward/shaped", run(), run({ reward: 1 }))).toEqual(["C01"]);
  expect(rules("reward/raw", run(), run({ reward: 1 }))).toBeNull();
  expect(rules("eval/rr", run(), run({ ways: [1] }))).toEqual(["C02"]);
  expect(rules("eval/rr", run({ ways: [0, 1] }))).toEqual(["C02"]);
  expect(rules("eval/other", run(), run({ ways: [1] }))).toBeNull();
  expect(rules("reward/shaped", run(), run({ reward: null }))).toBeNull();
});

test("what another trainer calls an evaluation is told apart by the problems that somebody stated", () => {
  const stated = (statedProblems: number) => run({ ways: [], statedProblems });
  expect(rules("val-core/gsm8k", stated(0), stated(1))).toEqual(["C02"]);
  expect(rules("eval_reward", stated(0), stated(0))).toBeNull();
  expect(rules("eval/accuracy", stated(0), run({ ways: [] }))).toEqual([]);
  expect(rules("eval/accuracy", run(), run({ ways: [1] }))).toBeNull();
  expect(rules("train/reward", stated(0), stated(1))).toBeNull();
});

test("and by the protocol that its client logged; one that is not known of any tells none apart", () => {
  const logged = (runProtocol: number | null, statedProblems = 0) =>
    run({ ways: [], statedProblems, runProtocol });
  expect(rules("val-core/gsm8k", logged(0), logged(1))).toEqual(["C03"]);
  expect(rules("val-core/gsm8k", logged(0), logged(0))).toBeNull();
  expect(rules("val-core/gsm8k", logged(0), logged(null))).toEqual([]);
  expect(rules("val-core/gsm8k", logged(null), logged(null, 1))).toEqual(["C02"]);
  const silent = { ...known, ways: [way({ protocol: "" })] };
  const rows = [0, 1].map((runProtocol) => run({ ways: [0], runProtocol }));
  expect(whyNotRanked("eval/rr", silent, rows)?.rules).toEqual(["C03"]);
  expect(whyNotRanked("eval/rr", silent, [run(), run()])).toBeNull();
});

test("rows of an evaluation say more than what somebody stated", () => {
  expect(rules("eval/rr", run({ statedProblems: 0 }), run({ statedProblems: 1 }))).toBeNull();
});

test("only values of the metric itself make it uncertain, and a run without any evaluation is unknown as a whole", () => {
  const partly = run({ unrecorded: ["eval/rr"] });
  const unknown = run({ ways: [], unrecorded: ["eval/rr"] });
  expect(rules("eval/rr", run(), partly)).toEqual([]);
  expect(rules("eval/op", run(), partly)).toBeNull();
  expect(rules("eval/rr", run(), unknown)).toEqual([]);
  expect(rules("eval/rr", unknown, unknown)).toBeNull();
});

test("lines that ended elsewhere may be ranked step by step, and what sets their trainings apart is said", () => {
  const runs = [run(), run({ trainSteps: [9], startWeights: ["w2"] })];
  expect(rules("eval/rr", ...runs)).toBeNull();
  expect(treatmentWords(known, runs).map((words) => words.slice(-5))).toEqual(["(C05)", "(C08)"]);
});

test("of bands the runs are judged that each is of", () => {
  const standings = [run(), run({ reward: 1 })];
  const rulesOf = (...bands: number[][]) =>
    whyBandsNotRanked(
      "reward/shaped",
      { ...known, standings },
      bands.map((of) => ({ standings: of })),
    )?.rules ?? null;
  expect(rulesOf([0, 0], [1])).toEqual(["C01"]);
  expect(rulesOf([0, 1])).toEqual(["C01"]);
  expect(rulesOf([0, 0], [0])).toBeNull();
  expect(rulesOf([])).toBeNull();
});

test("what a training reward can be is said where it is on record of all that is drawn", () => {
  const scale = (low: number, high: number) => ({
    raw: identity("solved"),
    shaped: identity("solved"),
    ranges: { raw: [low, high] as [number, number], shaped: [low, high * 2] as [number, number] },
  });
  const rewards = [scale(0, 1), scale(-0.5, 1), known.rewards[0]];
  const standings = [0, 1, 2].map((reward) => run({ reward }));
  const range = (metric: string, ...drawn: number[]) =>
    rewardRange(metric, { ...known, rewards, standings }, [{ standings: drawn }]);
  expect(range("reward/raw", 0)).toEqual([0, 1]);
  expect(range("reward/raw", 0, 1)).toEqual([-0.5, 1]);
  expect(range("reward/shaped", 0)).toEqual([0, 2]);
  expect(range("reward/raw", 0, 2)).toBeNull();
  expect(range("eval/rr", 0)).toBeNull();
});
