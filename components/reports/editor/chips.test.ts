import { describe, expect, test } from "vitest";
import type { ReportChip } from "#server/contracts/reports/report-chips.ts";
import { findQueries } from "#server/contracts/reports/report-text.ts";
import { chipWords } from "./chip-widget.ts";
import { readAnswers, shownChips } from "./chips.ts";
import { nextItem } from "./continue-list.ts";
import { slashBefore } from "./slash-menu.ts";

const A = "{{number metric: eval/rr_at_5; run: run_a}}";
const B = "{{number metric: eval/rr; run: run_b}}";

/** What the server says of every query of a text. */
const answers = (text: string, change: (chip: ReportChip, i: number) => Partial<ReportChip> = () => ({})) =>
  findQueries(text).map(({ key }, i): ReportChip => {
    const chip = {
      key,
      kind: "number" as const,
      name: "RR@5",
      value: "68.0 %",
      aside: "n 300",
      subject: "a",
      error: null,
    };
    return { ...chip, ...change(chip, i) };
  });

const shown = (text: string, of = readAnswers(text, answers(text)), heads: number[] = [text.length]) =>
  shownChips(findQueries(text), of, heads).map(({ from, to, chip }) => [
    text.slice(from, to),
    chip?.value ?? null,
  ]);

describe("a query is drawn as a chip", () => {
  test("with the value of its own words, wherever other words move it", () => {
    const of = readAnswers(
      `${A} ${B}`,
      answers(`${A} ${B}`, (_, i) => ({ value: `${i} %` })),
    );
    expect(shown(`new words ${B} then ${A}`, of)).toEqual([
      [B, "1 %"],
      [A, "0 %"],
    ]);
  });

  test("without a value until the server has answered exactly it", () => {
    const of = readAnswers(A, answers(A));
    expect(shown(`${A} ${B}`, of)).toEqual([
      [A, "68.0 %"],
      [B, null],
    ]);
  });

  test("unless a cursor stands inside it, which opens it; beside it or around it is not inside", () => {
    const text = `x ${A} y`;
    const [{ from, to }] = findQueries(text);
    const of = readAnswers(text, answers(text));
    for (const head of [from, to, 0, text.length]) expect(shown(text, of, [head])).toHaveLength(1);
    for (const head of [from + 1, to - 1]) expect(shown(text, of, [head])).toEqual([]);
  });

  test("unless the parser reads it as something else, as in a formula", () => {
    const text = `$x ${B}$ and ${A}`;
    const of = readAnswers(text, answers(text).slice(1));
    expect(shown(text, of)).toEqual([[A, "68.0 %"]]);
  });

  test("each with its own answer where the last of the same is refused", () => {
    const text = `${A} ${A} ${A}`;
    const of = readAnswers(
      text,
      answers(text, (_, i) => (i === 2 ? { value: null, error: "Beyond." } : {})),
    );
    expect(shownChips(findQueries(text), of, []).map(({ chip }) => chip?.error)).toEqual([
      null,
      null,
      "Beyond.",
    ]);
  });
});

describe("a chip says", () => {
  const [sound] = answers(A);
  test.each([
    ["its value with n", sound, "sound", "RR@5 68.0 % (n 300)", "Number: RR@5 68.0 %, n 300, a"],
    [
      "what is broken",
      { ...sound, value: null, error: "No run." },
      "broken",
      "RR@5 No run.",
      "RR@5, broken: No run.",
    ],
    ["that its value is on its way", null, "loading", "Number …", "Number, its value is loading"],
  ])("%s", (_name, chip, state, text, label) => {
    const words = chipWords({ chip, kind: "number" });
    const parts = [words.name, words.value, words.aside].filter((part) => part !== null);
    expect([words.state, parts.join(" "), words.label]).toEqual([state, text, label]);
  });

  test("that it is not computed where nobody asks", () => {
    expect(chipWords({ chip: null, kind: "findings" }, true).label).toBe("Findings, not computed");
  });
});

test.each([
  ["/", 0],
  ["/abl", 0],
  ["so /number of", 3],
  ["and/or", -1],
  ["http://x", -1],
  ["/usr/bin", -1],
  ["/ of", -1],
  ["no slash", -1],
])("behind %j the menu opens at %i", (text, at) => {
  expect(slashBefore(text)).toBe(at);
});

test.each([
  ["- one", "- "],
  ["  * one", "  * "],
  ["9. nine", "10. "],
  ["3) three", "4) "],
  ["- [x] done", "- [ ] "],
  ["> - quoted", "> - "],
  ["- ", null],
  ["1. ", null],
])("behind the item %j Enter begins %j", (line, start) => {
  expect(nextItem(line)).toEqual({ start });
});

test("behind what is no item Enter is Enter", () => {
  expect(["words", "-dash", "1.5 of", ""].map(nextItem)).toEqual([null, null, null, null]);
});
