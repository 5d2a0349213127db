import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MENU_BLOCKS } from "#components/reports/editor/block-menu.ts";
import { growthOfSteps } from "../../../../workers/math/testing/count-steps.ts";
import { LONGEST_MARKDOWN } from "../../../contracts/reports/report.ts";
import { ANSWERED_BLOCKS } from "../blocks/registry.ts";
import { blockOf, inlineNumber } from "../../../contracts/reports/report-text.ts";
import { readMarkdown } from "../markdown/read-markdown.ts";
import { readQuery } from "./read-query.ts";

const RUN = "run_0123456789abcdef";
const EXPERIMENT = "exp_0123456789abcdef";

const sentenceOf = (kind: string, text: string) => {
  const read = readQuery(kind, text);
  return read.ok ? "read" : read.message;
};

describe("what is wrong with a query is one sentence", () => {
  test.each([
    ["pie", "metric: x", 'There is no block "pie".'],
    ["number", "metric: eval/rr", "Say what the number is of"],
    ["number", `metric: eval/rr; run: ${RUN}; experiment: ${EXPERIMENT}`, "Say what the number is of"],
    ["number", `metric: eval/rr; experiment: ${EXPERIMENT}`, "needs the key config"],
    ["number", `metric: eval/rr; run: ${RUN}; difference: baseline`, "belong to a number of an experiment"],
    ["number", `metric: eval/rr; run: ${RUN}; color: red`, 'number has no key "color". It takes metric,'],
    ["number", `metric: eval/rr; run: ${RUN}; at: later`, "final, first, or the train step"],
    ["number", "metric: eval/rr; run: me", "run: This is not the id of a run."],
    ["number", `metric; run: ${RUN}`, '"metric" is not of the form key: value'],
    ["number", `metric: eval/rr; metric: eval/da; run: ${RUN}`, 'The key "metric" is given twice.'],
    ["number", 'metric: "eval/rr', "A double quote is not closed."],
    ["ablation-table", "", 'ablation-table needs the key "experiment".'],
    ["comparison", "a: evl_1\nb: evl_2", "a: This is not the id of an evaluation."],
  ])("%s with %s", (kind, text, words) => {
    expect(sentenceOf(kind, text)).toContain(words);
    expect(sentenceOf(kind, text).length).toBeLessThan(300);
  });
});

test("a quoted value holds what would end it, and the writer quotes so that the reader reads it back", () => {
  const nasty = fc.string({ minLength: 1, maxLength: 60, unit: "binary" });
  fc.assert(
    fc.property(nasty, (config) => {
      fc.pre(config.trim() !== "" && !/[\r\n\0]/.test(config));
      const query = { kind: "number" as const, metric: "eval/rr", experiment: EXPERIMENT, config };
      const line = readMarkdown(`before ${inlineNumber(query)} after`);
      expect(line.items.map((i) => i.query)).toMatchObject([{ config }]);
      const block = readMarkdown(blockOf({ kind: "metric-chart", metric: config.trim(), runs: [RUN] }));
      expect(block.items).toHaveLength(1);
    }),
    { numRuns: 150 },
  );
});

test("every kind can be written as a block, and only a number inside a line", () => {
  for (const kind of Object.keys(ANSWERED_BLOCKS)) {
    const [item] = readMarkdown(`\`\`\`ablab ${kind}\n\n\`\`\``).items;
    expect(item.message).not.toContain("There is no block");
    const [inline] = readMarkdown(`a {{${kind} x: y}} b`).items;
    if (kind !== "number")
      expect(inline.message).toBe(`Only a number stands inside a line; write ${kind} as a block.`);
  }
});

test.each(["{{number ", "$x ", "$$\n", "[", "*a ", "- a\n"])(
  "a text of nothing but %j is read in steps that follow its length",
  (unit) => {
    const grown = growthOfSteps(LONGEST_MARKDOWN / 8, (length) => {
      const text = unit.repeat(length / unit.length);
      return () => readMarkdown(text);
    });
    expect(grown).toBeLessThan(10);
  },
);

test("a query in code is code, and one more than a report may hold says so", () => {
  expect(readMarkdown(`\`{{number run: ${RUN}}}\`\n\n    {{number run: ${RUN}}}`).items).toEqual([]);
  const many = readMarkdown(`{{number metric: eval/rr; run: ${RUN}}} `.repeat(201));
  expect(many.items[199].query).not.toBeNull();
  expect(many.items[200].message).toContain("at most 200");
});

test("what the editor's menu writes is read as a query", () => {
  const CHOSEN = {
    experiment: EXPERIMENT,
    metric: "eval/rr_at_5",
    config: "a; {b}",
    run: RUN,
    evaluation: "evl_0123456789abcdef",
    a: "evl_0123456789abcdef",
    b: "evl_0123456789abcdee",
    labels: "lbl_0123456789abcdef",
    group: JSON.stringify({ phase: "train", step: 3, group: "p1", n: 4 }),
  };
  for (const { label, write } of MENU_BLOCKS.filter(({ kind }) => kind !== null))
    expect([label, readMarkdown(write(CHOSEN)).items]).toMatchObject([label, [{ message: null }]]);
});
