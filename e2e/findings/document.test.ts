import { describe, expect, test } from "vitest";
import { isEvaluationMetric } from "../../server/contracts/metrics.ts";
import { asPlainText } from "../../server/wording/typography.ts";
import { type Found, findingsDocument } from "./document.ts";
import { launchKeyOf, shareStarts, stagesOf } from "./question.ts";
import { QUESTIONS } from "./questions.ts";
import { difference, higher, RR, seen, tableOf } from "./testing.ts";
import { answer } from "./verdict.ts";

describe("the questions", () => {
  test("expect something of configurations that they launch, in columns that they print", () => {
    for (const { id, stages, expects, also, shows, hides = [] } of QUESTIONS) {
      const keys = new Set(stages.map(({ key }) => key));
      expect(expects.length, id).toBeGreaterThan(0);
      for (const one of expects) {
        const cells = one.kind === "starts" ? [`${one.first}-0`, `${one.second}-0`] : [one.cell];
        for (const cell of cells) expect(keys, id).toContain(cell);
        // Whether two configurations may be compared is asked of their evaluations.
        if (one.kind === "level" && typeof one.than !== "number")
          expect(isEvaluationMetric(one.metric), `${id}: ${one.says}`).toBe(true);
        expect(shows, `${id}: ${one.says}`).toContain(one.metric);
      }
      expect(shows, id).toEqual(expect.arrayContaining(also));
      for (const key of hides) expect(keys, id).toContain(key);
    }
  });

  test("pair seeds where both measure a policy of the seed, and nowhere else", () => {
    const pairs = QUESTIONS.flatMap((question) =>
      question.expects.flatMap((one) =>
        one.kind === "level" && typeof one.than !== "number" && shareStarts(question, one.cell, one.than.cell)
          ? [`${one.cell} and ${one.than.cell}`]
          : [],
      ),
    );
    expect(pairs).toEqual(["on-random and on-original"]);
  });

  test("asked again are the same launch, with other seeds another one", () => {
    const [question] = QUESTIONS;
    const key = (seeds: number[]) => launchKeyOf(stagesOf(question, seeds, {}));
    expect(key([0, 1])).toBe(key([0, 1]));
    expect(key([0, 1])).not.toBe(key([0, 1, 2]));
    expect(key([0, 1])).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

test("the document counts what is not shown, and prints each value with its interval", () => {
  const rows = difference(0.07, [-0.04, 0.18], "not_significant");
  const table = tableOf({ ...rows, other: { ...rows.other, bounds: [0.4, 0.74] } });
  const question = { ...QUESTIONS[0], title: "A title", shows: [RR], hides: ["baseline"] };
  const answers = [answer(higher, { ...seen({}), table })];
  const text = asPlainText(
    findingsDocument(
      [
        {
          question,
          table,
          answers,
          runs: { count: 10, unfinished: 1, cpuSeconds: 61, recipes: ["grpo 1.1"] },
        },
      ],
      5,
      { questions: [question] },
    ),
  );
  expect(text).toContain("Of 1 claim, 0 appear, 0 appear the other way round, 1 is not shown, 0 are open.");
  expect(text).toContain("10 runs of grpo 1.1, 1 of them not finished and in no mean;");
  expect(text).toContain("| It is higher | not shown | +7.0 pp");
  expect(text).toContain("| other | 5 | 57.0 [40.0, 74.0] |");
  expect(text).not.toContain("| baseline |");
});

test("a document that is written again for one question keeps the others, in their order, and counts all", () => {
  const found = (place: number, verdict: "appears" | "open"): Found => ({
    question: { ...QUESTIONS[place], shows: [RR], hides: [] },
    table: tableOf({ baseline: { value: 0.5 } }),
    answers: [{ says: `Claim ${place}`, verdict, evidence: "seen" }],
    runs: { count: 5, unfinished: 0, cpuSeconds: 1, recipes: ["grpo 1.1"] },
  });
  const all = { questions: QUESTIONS };
  const before = findingsDocument([found(1, "open"), found(0, "open"), found(2, "open")], 5, all);
  const again = findingsDocument([found(1, "appears")], 5, { ...all, before });
  expect(again).toContain(
    "Of 3 claims, 1 appears, 0 appear the other way round, 0 are not shown, 2 are open.",
  );
  expect(
    again.replace("Of 3 claims, 1 appears", "Of 3 claims, 0 appear").replace("2 are open", "3 are open"),
  ).toBe(before.replace("| Claim 1 | open |", "| Claim 1 | **appears** |"));
  expect(findingsDocument([], 5, { ...all, before: again })).toBe(again);
});
