import { historyOf } from "../history.ts";
import { expect, test } from "vitest";
import { packTally, tallyDiagnosis } from "../../../../packs/repair/diagnosis.ts";
import type { ImportedRow, ImportedRun } from "../reader.ts";
import { importFindings } from "./rules.ts";

const row = (i: number, more: Partial<ImportedRow> = {}): ImportedRow => ({
  problem: `p${i}`,
  type: i % 2 === 0 ? "A" : "B",
  solved: true,
  steps: 1 + (i % 3),
  score: null,
  diagnosis: packTally(
    tallyDiagnosis({
      conflict: ["a", "b"],
      faults: [],
      actions: ["a", "a"].map((target) => ({ action: "DROP", target })),
    }),
  ),
  passAt1: null,
  seconds: 2,
  ...more,
});

const run = (
  summary: ImportedRun["summary"],
  rows: ImportedRow[] = [],
  more: Partial<ImportedRun> = {},
): ImportedRun => ({
  sourceId: "one",
  name: "m",
  startedAt: null,
  endedAt: null,
  state: "finished",
  config: {},
  environment: {},
  summary,
  evaluations: [
    {
      key: "final",
      benchmark: "hard",
      final: true,
      at: null,
      protocol: {
        decoding: "greedy",
        temperature: 0,
        maxSteps: 20,
        observation: "x",
        evalSeed: 0,
        daDefinition: "x",
      },
      rows,
    },
  ],
  history: [],
  notes: [],
  ...more,
});

const ten = Array.from({ length: 10 }, (_, i) => row(i));
const many = (more: Partial<ImportedRow> = {}) => Array.from({ length: 30 }, (_, i) => row(i, more));
const count = (one: ImportedRun, others: ImportedRun[] = []) => importFindings(one, [one, ...others]).length;

test("a summary that its rows give is left alone", () => {
  expect(
    count(
      run(
        { recovery_rate: 1, rr_at_5: 1, n_episodes: 10, diagnosis_accuracy: 0.5, elapsed_seconds: 21 },
        ten,
      ),
    ),
  ).toBe(0);
});

test.each([
  [{ recovery_rate: 0.9 }],
  [{ rr_at_5: 0.8 }],
  [{ n_episodes: 11 }],
  [{ diagnosis_accuracy: 1 }],
  [{ diagnosis_accuracy: 0.7 }],
  [{ elapsed_seconds: 8 }],
  [{ avg_api_calls: 0 }],
])("a summary with %j is objected to", (summary) => {
  expect(count(run(summary, ten))).toBe(1);
});

test("time that passed for several episodes at once is no contradiction", () => {
  expect(count(run({ elapsed_seconds: 8 }, ten, { config: { concurrency: 4 } }))).toBe(0);
});

test("problems of one type, outcomes that are the same throughout and others at temperature 0 are told", () => {
  expect(count(run({}, many({ type: "A" })))).toBe(1);
  expect(count(run({}, many()), [run({}, many(), { name: "other" })])).toBe(1);
  expect(
    count(run({}, ten), [
      run(
        {},
        ten.map((one) => ({ ...one, steps: 9 })),
      ),
    ]),
  ).toBe(1);
  expect(count(run({}, ten), [run({}, ten)])).toBe(0);
});

test("a run whose loss and reward are 0 throughout is dead", () => {
  const history = (loss: number) =>
    historyOf([1, 2, 3].map((step) => ({ step, at: null, values: { loss, mean_reward: 0 } })));
  expect(count(run({}, [], { history: history(0) }))).toBe(1);
  expect(count(run({}, [], { history: history(0.1) }))).toBe(0);
});

test("shares that never move from round to round are told, those that move or are at an end are not", () => {
  const rounds = (...values: number[]) =>
    historyOf(values.map((value, step) => ({ step, at: null, values: { rr_at_5: value, failures: 0 } })));
  const told = (...values: number[]) => count(run({}, [], { history: rounds(...values) }));
  expect([told(0.8, 0.8, 0.8), told(0.8, 0.8, 0.81), told(1, 1, 1), told(0.8, 0.8)]).toEqual([1, 0, 0, 0]);
});
