import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growthOfSteps } from "../../../../workers/math/testing/count-steps.ts";
import { blockOf, findQueries, inlineNumber } from "../../../contracts/reports/report-text.ts";
import { readMarkdown } from "./read-markdown.ts";

const NUMBER = inlineNumber({ kind: "number", metric: "eval/rr_at_5", run: "run_0123456789abcdef" });
const BLOCK = blockOf({ kind: "findings", experiment: "exp_0123456789abcdef" });

const found = (text: string) => findQueries(text).map(({ from, to }) => text.slice(from, to));
const foundKeys = (text: string) => findQueries(text).map(({ key }) => key);
const readKeys = (text: string) => readMarkdown(text).items.map(({ key }) => key);

describe("the editor finds the queries that the parser reads", () => {
  test.each([
    ["a number in a sentence", `Rose to ${NUMBER}, see`, [NUMBER]],
    ["two that touch", `${NUMBER}${NUMBER}`, [NUMBER, NUMBER]],
    ["a block between paragraphs", `a\n\n${BLOCK}\n\nb ${NUMBER}`, [BLOCK, NUMBER]],
    ["a block with tildes", BLOCK.replaceAll("```", "~~~"), [BLOCK.replaceAll("```", "~~~")]],
    ["a block at the end of a list item", `- a\n\n  ${BLOCK.replaceAll("\n", "\n  ")}\n`, null],
    ["a number over two lines", NUMBER.replace("; ", ";\n"), [NUMBER.replace("; ", ";\n")]],
    ["a broken one", "{{number nothing}} and {{pie x: y}}", ["{{number nothing}}", "{{pie x: y}}"]],
    ["a brace inside quotes", '{{number config: "a}}b"}}', ['{{number config: "a}}b"}}']],
    ["code in a line", `\`${NUMBER}\` \`\`a \` ${NUMBER}\`\` ${NUMBER}`, [NUMBER]],
    ["code in a fence", `\`\`\`text\n${NUMBER}\n\`\`\`\n${NUMBER}`, [NUMBER]],
    ["an escaped brace", `\\${NUMBER}`, []],
    ["words that are none", "{{", []],
    ["a fence inside a longer fence", `\`\`\`\`text\n${BLOCK}\n\`\`\`\`\n${NUMBER}`, [NUMBER]],
  ])("%s", (_name, text, expected) => {
    if (expected) expect(found(text)).toEqual(expected);
    expect(foundKeys(text)).toEqual(readKeys(text));
  });

  test("in any text of paragraphs, lists, blocks and code", () => {
    const part = fc.constantFrom(
      "words",
      `so ${NUMBER} is`,
      NUMBER,
      BLOCK,
      "{{number broken}}",
      "`code`",
      "```js\nlet a = {{b c}}\n```",
      "- item\n- next",
      "{{ not closed",
      "# Head",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join("\n\n");
        expect(foundKeys(text)).toEqual(readKeys(text));
      }),
      { numRuns: 200 },
    );
  });
});

test("a block that nothing closes yet swallows nothing, and the rest of the text is code", () => {
  expect(found(`${NUMBER}\n\n\`\`\`ablab findings\nexperiment: x\n\n${NUMBER}`)).toEqual([NUMBER]);
});

test("ranges follow each other without overlap, whatever the text", () => {
  const nasty = fc.array(
    fc.constantFrom("{{", "}}", "number ", "```", "ablab", "\n", "`", "\\", '"', " a", "~~~"),
  );
  fc.assert(
    fc.property(nasty, (parts) => {
      const text = parts.join("");
      let end = 0;
      for (const { from, to } of findQueries(text)) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 500 },
  );
});

test.each(["{{number ", "{{a }} ", "```\n", "`a", '{{a "}} ', "~~~ablab x\n"])(
  "a text of nothing but %j is searched in steps that follow its length",
  (unit) => {
    const grown = growthOfSteps(4000, (length) => {
      const text = unit.repeat(length / unit.length);
      return () => findQueries(text);
    });
    expect(grown).toBeLessThan(10);
  },
);
