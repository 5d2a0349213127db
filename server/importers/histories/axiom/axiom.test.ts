import { expect, test } from "vitest";
import { rowsOf } from "../history.ts";
import { readHistories } from "../registry.ts";
import { FIXTURES } from "../testing/fixtures.ts";

const OPTIONS = { utcOffsetMinutes: 0, benchmark: null };
const runsOf = (...kinds: string[]) =>
  readHistories(
    FIXTURES.filter(({ kind }) => kinds.includes(kind)).flatMap(({ files }) => files),
    OPTIONS,
  );

test("of several samples of a problem one that passed solves it, and the share is its pass@1", () => {
  const [{ evaluations, config }] = runsOf("axiom-best-of").runs;
  expect(evaluations).toMatchObject([
    {
      protocol: { temperature: 0.7, observation: "axiom, best of 8" },
      rows: [
        { problem: "fizzbuzz", solved: true, passAt1: 1 },
        { problem: "two_sum", solved: true, passAt1: 3 / 8 },
      ],
    },
  ]);
  expect(config).toMatchObject({ samples_per_problem: 8 });
});

test("a training on hard problems has its rewards by step and by type, and an evaluation before and after", () => {
  const [{ evaluations, history }] = runsOf("metrics-json").runs;
  expect(evaluations.map(({ key, final, rows }) => [key, final, rows[0].solved, rows[0].score])).toEqual([
    ["before", false, false, 0.5],
    ["final", true, true, 1],
  ]);
  expect([...rowsOf(history)].map(({ values }) => values)).toEqual([
    { avg_reward: 0.5, max_reward: 1, "avg_reward/a": 0.5, "max_reward/a": 1 },
    { avg_reward: 0.2, max_reward: 1, "avg_reward/b": 0.2, "max_reward/b": 1 },
  ]);
});

test("the lines of a run and its summary are one source, whichever is read first", () => {
  const { runs, notes } = runsOf("axiom-metrics", "axiom-summary");
  expect([runs.length, notes.length]).toEqual([1, 1]);
  expect(runs[0]).toMatchObject({ sourceId: runsOf("axiom-summary").runs[0].sourceId });
});

test("labels of steps are a mean and a count by step, failures alone are no evaluation", () => {
  const [labels] = runsOf("step-labels").runs;
  expect([...rowsOf(labels.history)].map(({ step, values }) => [step, values["labels/mean"]])).toEqual([
    [0, 1],
    [1, 0.5],
  ]);
  expect(runsOf("sft-failures").runs).toMatchObject([
    { name: "failures of m", evaluations: [], summary: { total_failures: 1, failures: 1 } },
  ]);
});
