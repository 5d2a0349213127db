import { expect, test } from "vitest";
import { readTables } from "../../importers/tables/read-tables.ts";
import { metricKey } from "./metric-key.ts";
import { entriesOf, settingKey } from "./reported-values.ts";
import { judgeReproduction } from "./reproduction.ts";

const read = (text: string) => readTables(text).flatMap(({ grid, title }) => entriesOf(grid, title));

test("spellings of a metric and of a setting have one key", () => {
  expect(
    ["RR@5 (%)", "rr @ 5", "Recovery Rate", "Avg. Steps", "Reward, raw", "DA, da.root (DIAGNOSE)"].map(
      metricKey,
    ),
  ).toEqual(["rr@5", "rr@5", "rr", "steps", "reward", "da"]);
  expect(["β_kl", "KL weight", "num_generations", "Temperature"].map(settingKey)).toEqual([
    "beta_kl",
    "beta_kl",
    "group_size",
    "temperature",
  ]);
});

test("entries are read from rows and from columns, as fractions, without differences and totals", () => {
  const byRow = read(
    "| model | n | RR@5 % | steps |\n|--|--|--|--|\n| SFT | 200 | 83 | 3.26 |\n| Difference | | 2 | |",
  );
  const byColumn = read("| metric | SFT | Diff |\n|--|--|--|\n| RR@5 | 83% | 2% |\n| Avg Steps | 3.26 | 1 |");
  expect(byRow).toMatchObject([
    {
      name: "SFT",
      values: [
        { key: "rr@5", value: 0.83, n: 200 },
        { key: "steps", value: 3.26 },
      ],
    },
  ]);
  expect(byColumn).toMatchObject([
    { name: "SFT", values: [{ key: "rr@5", value: 0.83, n: null }, { key: "steps" }] },
  ]);
});

test("a numbered run is called by its configuration, and steps of a training are a setting", () => {
  const [run] = read("| Run | Config | Mean Reward | steps |\n|--|--|--|--|\n| 0 | no_kl | +38.8 | 200 |");
  expect(run).toMatchObject({ name: "no_kl", values: [{ key: "reward", value: 38.8 }] });
  expect(run.settings.map(({ name }) => name)).toContain("steps");
});

const share = { key: "rr@5", text: "83%", value: 0.83, low: 0.825, high: 0.835, n: 200 };
const measured = { value: 0.8, low: 0.75, high: 0.85, problems: 200 };
test.each([
  [share, measured, "reproduced", null],
  [share, { ...measured, high: 0.82 }, "not_reproduced", null],
  [share, { ...measured, problems: 60 }, "not_comparable", "other_problems"],
  [share, { ...measured, low: null, high: null }, "not_comparable", "no_interval"],
  [share, { ...measured, value: null }, "not_comparable", "no_measurement"],
  [share, null, "not_comparable", "no_measurement"],
  [share, undefined, "not_comparable", "no_configuration"],
  [{ ...share, value: null }, measured, "not_comparable", "no_number"],
  [{ ...share, key: "reward", n: null }, { ...measured, problems: null }, "not_comparable", "other_reward"],
  [{ ...share, key: "da" }, measured, "not_comparable", "other_definition"],
] as const)("%j beside %j is %s", (reported, beside, verdict, because) => {
  expect(judgeReproduction(reported, beside)).toEqual({ verdict, because });
});
