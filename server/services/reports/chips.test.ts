import { doAtOnce } from "../series/sliced.ts";
import { expect, test } from "vitest";
import { findQueries } from "../../contracts/reports/report-text.ts";
import { textOf, type ReportNode } from "../../contracts/reports/report-tree.ts";
import { codeOf } from "../testing.ts";
import { previewReport } from "./page.ts";
import { reportSubjects } from "./subjects.ts";
import { reportWorld } from "./testing.ts";

/** The printed values of a drawn report, in reading order. */
const valuesOf = (nodes: ReportNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === "string"
      ? []
      : node.attributes.class === "r-value"
        ? [textOf(node)]
        : valuesOf(node.children),
  );

test("a chip has the value that the drawn report prints, n and what it is of; a broken one has its sentence", () => {
  const world = reportWorld();
  const experiment = world.experimentId;
  const text = [
    `It ends at {{number metric: eval/rr_at_5; experiment: ${experiment}; config: baseline}},`,
    `by {{number metric: eval/rr_at_5; experiment: ${experiment}; config: no_kl; difference: baseline}}.`,
    `\n\n\`\`\`ablab ablation-table\nexperiment: ${experiment}\n\`\`\`\n\n{{number metric: eval/rr_at_5}} {{pie x: y}}`,
  ].join(" ");
  const { chips, tree } = doAtOnce(previewReport(world.ctx, text));
  expect(chips.map(({ key }) => key)).toEqual(findQueries(text).map(({ key }) => key));
  expect(chips.slice(0, 2).map(({ value }) => value)).toEqual(valuesOf(tree));
  expect(chips).toMatchObject([
    { kind: "number", name: "RR@5", aside: "3 seeds", subject: "baseline, mean over 3 seeds", error: null },
    { kind: "number", name: "RR@5, difference", aside: "3 seeds" },
    { kind: "ablation-table", name: "Ablation table", value: null, error: null },
    { kind: "number", value: null, error: expect.stringContaining("Say what the number is of") },
    { kind: null, name: "pie", error: expect.stringContaining("Only a number stands inside a line") },
  ]);
});

test("whatever the menu offers of an experiment can be asked for", () => {
  const world = reportWorld();
  const experiment = world.experimentId;
  const subjects = reportSubjects(world.ctx, experiment);
  expect(subjects.configs.map(({ words, aside }) => [words, aside])).toEqual([
    ["baseline", "baseline"],
    ["no_kl", "3 seeds"],
  ]);
  const blocks = [
    ...subjects.configs.flatMap(({ value }) =>
      subjects.columns.map(
        (c) => `{{number metric: ${c.value}; experiment: ${experiment}; config: ${value}}}`,
      ),
    ),
    ...subjects.runs.map(({ value }) => `{{number metric: eval/rr_at_5; run: ${value}}}`),
    ...subjects.evaluations.map(({ value }) => `{{number metric: eval/rr_at_5; evaluation: ${value}}}`),
    ...subjects.series.map(
      ({ value }) => `\`\`\`ablab metric-chart\nmetric: ${value}\nexperiment: ${experiment}\n\`\`\``,
    ),
  ];
  expect(subjects.series.length).toBeGreaterThan(0);
  expect(subjects.evaluations).toHaveLength(12);
  const { chips } = doAtOnce(previewReport(world.ctx, blocks.join("\n\n")));
  expect(chips).toHaveLength(blocks.length);
  expect(chips.flatMap(({ error }) => error ?? [])).toEqual([]);
  expect(codeOf(() => reportSubjects(world.ctx, "exp_0000000000000000"))).toMatchObject({
    code: "not_found",
  });
});
