import { expect, test } from "vitest";
import type { AttemptRecord } from "#db/queries/attempts.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { notFinite } from "../../checks/d13-not-finite.ts";
import type { Objection } from "../../contracts/objection.ts";
import { acrossRuns } from "./across-runs.ts";
import type { Cell } from "./cells.ts";

const cell = (seeds: number): Pick<Cell, "config" | "bySeed"> => ({
  config: "group_size 4",
  bySeed: new Map(
    Array.from({ length: seeds }, (_, seed) => [
      seed,
      { run: {} as RunRecord, attempt: { id: `att_${seed}` } as AttemptRecord },
    ]),
  ),
});
const nanIn = (...metrics: string[]): Objection[] =>
  notFinite.check({
    series: new Map(metrics.map((metric) => [metric, { metric, x: [1, 2], value: [0, Number.NaN] }])),
    resamplesDeadGroups: false,
    config: "group_size 4",
    noise: null,
    reference: null,
  });
const all = () => true;

test("runs are counted, not what is objected to in them: two bad metrics of one run are one run of each", () => {
  const byAttempt = new Map([
    ["att_2", nanIn("reward/raw", "policy/kl", "policy/entropy")],
    ["att_3", nanIn("reward/raw", "policy/entropy", "optim/grad_norm")],
  ]);
  expect(acrossRuns(cell(5), byAttempt, all).map(({ claim }) => claim)).toEqual([
    "In 2 of 5 runs of group_size 4: reward/raw was not finite.",
    "In 1 of 5 runs of group_size 4: policy/kl was not finite.",
    "In 2 of 5 runs of group_size 4: policy/entropy was not finite.",
    "In 1 of 5 runs of group_size 4: optim/grad_norm was not finite.",
  ]);
});

test("a rule that speaks of a run twice for one metric speaks of one run", () => {
  const twice = [...nanIn("reward/raw"), ...nanIn("reward/raw")];
  expect(acrossRuns(cell(1), new Map([["att_0", twice]]), all).map(({ claim }) => claim)).toEqual([
    "In 1 of 1 run of group_size 4: reward/raw was not finite.",
  ]);
});

test("the gravest of several runs speaks for them, and of runs without an attempt nothing is said", () => {
  const [objection] = nanIn("reward/raw");
  const caution: Objection = { ...objection, severity: "caution", claim: "milder" };
  const { config, bySeed } = cell(2);
  bySeed.set(9, { run: {} as RunRecord, attempt: null });
  const found = acrossRuns(
    { config, bySeed },
    new Map([
      ["att_0", [caution]],
      ["att_1", [objection]],
    ]),
    all,
  );
  expect(found).toMatchObject([{ severity: "objection", claim: expect.stringMatching(/^In 2 of 2 runs/) }]);
});
