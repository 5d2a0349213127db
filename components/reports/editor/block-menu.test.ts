import { expect, test } from "vitest";
import { findQueries } from "#server/contracts/reports/report-text.ts";
import { insertion, MENU_BLOCKS } from "./block-menu.ts";

const CHOSEN = {
  experiment: "exp_0123456789abcdef",
  metric: "eval/rr_at_5",
  config: "a; {b}",
  run: "run_0123456789abcdef",
  evaluation: "evl_0123456789abcdef",
  a: "evl_0123456789abcdef",
  b: "evl_0123456789abcdee",
  labels: "lbl_0123456789abcdef",
  group: JSON.stringify({ phase: "train", step: 3, group: "p1", n: 4 }),
};

test.each(MENU_BLOCKS.filter(({ kind }) => kind !== null))(
  "$label writes one query of its kind and place",
  (block) => {
    const written = block.write(CHOSEN);
    expect(findQueries(written)).toMatchObject([
      { from: 0, to: written.length, kind: block.kind, place: block.place },
    ]);
    for (const step of block.steps.filter(({ as }) => as !== "experiment" && as !== "group"))
      expect(written).toContain(`${step.as === "run" && block.kind === "metric-chart" ? "runs" : step.as}: `);
  },
);

test("every entry has a name of its own and says what it shows", () => {
  const labels = MENU_BLOCKS.map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
  expect(MENU_BLOCKS.filter(({ shows }) => shows.length < 10)).toEqual([]);
});

test.each([
  ["an empty text", "|", "B\n\n|"],
  ["an empty line between paragraphs", "a\n\n|\n\nb", "a\n\nB\n|\n\nb"],
  ["the end of a line", "a |", "a \n\nB\n\n|"],
  ["the start of the second line", "a\n|", "a\n\nB\n\n|"],
  ["the middle of words", "a |b", "a \n\nB\n\n|b"],
])("a block in %s gets a paragraph of its own", (_name, text, expected) => {
  const at = text.indexOf("|");
  const plain = text.replace("|", "");
  const { insert, cursor } = insertion(plain, [at, at], { place: "block" }, "B");
  const whole = plain.slice(0, at) + insert + plain.slice(at);
  expect(`${whole.slice(0, cursor)}|${whole.slice(cursor)}`).toBe(expected);
});

test("a number stays in its line, in the place of what was typed to find it", () => {
  const { insert, cursor } = insertion("is /num.", [3, 7], { place: "inline" }, "{{number x: y}}");
  expect([insert, cursor]).toEqual(["{{number x: y}}", 18]);
});
