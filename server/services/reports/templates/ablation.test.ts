import { expect, test } from "vitest";
import type { AblationTable, TableColumn } from "../../../contracts/experiment.ts";
import { ablationTemplate } from "./ablation.ts";

const table = {
  experimentId: "exp_0000000000000000",
  columns: [{ metric: "score", title: "score" } as TableColumn],
  rows: [],
  caption: "over the seeds that the script was given",
} as unknown as AblationTable;

const headings = (...measures: string[]) =>
  ablationTemplate(table, new Set(measures))
    .match(/^## .*$/gm)
    ?.map((line) => line.slice(3));

test("a report has a part for what its runs measure, and none for what no run does", () => {
  const [training, gradient, last] = ["Training", "Where the gradient goes", "What this does not show"];
  expect(headings("score")).toEqual([last]);
  expect(headings("score", "reward/raw")).toEqual([training, last]);
  expect(headings("group/std")).toEqual([gradient, last]);
  expect(headings("reward/raw", "group/zero_share")).toEqual([training, gradient, last]);
});

test("the end says of the other metrics what the beginning says of the first, and nothing twice", () => {
  const [first, others] = [
    { metric: "score", title: "score" },
    { metric: "steps", title: "steps" },
  ] as TableColumn[];
  const row = { config: "a", baseline: false, metrics: {}, difference: {} };
  const text = (columns: TableColumn[]) =>
    ablationTemplate({ ...table, columns, rows: [row] } as unknown as AblationTable, new Set());
  const said = [...text([first, others]).matchAll(/```ablab findings\n([^`]*)\n```/g)].map(
    ([, body]) => body,
  );
  expect(said.map((body) => body.split("\n").slice(1))).toEqual([
    ["metrics: score", "say: answer"],
    ["say: checks"],
    ["metrics: steps", "say: verdicts"],
  ]);
  expect(text([first])).not.toContain("say: verdicts");
});

test("what nothing is compared with begins with what it reached, and a comparison with its answer", () => {
  const score = { ...table.columns[0], problems: null };
  const row = (config: string, baseline: boolean) => ({
    cell: `${config}-cell`,
    config,
    baseline,
    metrics: { score: { value: 0.3 } },
    difference: { score: {} },
  });
  const first = (...rows: object[]) =>
    ablationTemplate({ ...table, columns: [score], rows } as unknown as AblationTable, new Set()).split(
      "\n\n",
    )[0];
  expect(first(row("sft", true))).toMatch(
    /^In score, \*\*sft\*\* ends at \{\{number [^}]*show: full[^}]*\}\}\.$/,
  );
  expect(first(row("a", true), row("b", false))).toContain("findings");
});
