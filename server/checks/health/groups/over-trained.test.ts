import { expect, test } from "vitest";
import { checkRun } from "../testing.ts";
import { overTrained } from "./over-trained.ts";

const facts = (distinct: number[], entropy: number[] = []) => ({
  series: new Map(
    [
      { metric: "sft/distinct", x: distinct.map((_, i) => 3 * (i + 1)), value: distinct },
      { metric: "sft/entropy", x: entropy.map((_, i) => 3 * (i + 1)), value: entropy },
    ]
      .filter(({ value }) => value.length > 0)
      .map((series) => [series.metric, series]),
  ),
  resamplesDeadGroups: false,
  config: "start",
  noise: null,
  reference: null,
});

test("a start whose samples are one and the same episode is over-trained (D30), with what was counted when", () => {
  const [warning] = checkRun(overTrained, facts([7.8, 3.1, 1.2], [1.2, 0.4, 0.03]));
  expect(warning).toMatchObject({ rule: "D30", severity: "warning", metric: "sft/distinct" });
  expect(warning.claim).toMatch(/^Of 8 samples of a problem only 1\.20? are different, so RL/);
  expect(warning.evidence).toBe(
    "1.20 on average over problems, after epoch 9.00, entropy 0.0300 nats; the limit is 1.50.",
  );
});

test.each([
  ["the samples still differ", [1, 1.2, 6.4]],
  ["nobody measured it", []],
  ["the last value is none", [1, Number.NaN]],
])("silent where %s", (_why, distinct) => {
  expect(checkRun(overTrained, facts(distinct))).toEqual([]);
});
