import { expect, test } from "vitest";
import { asPlainText } from "#server/wording/typography.ts";
import { CUT_EVERYWHERE } from "#server/wording/charts/feet.ts";
import { joinCaptions, ownCaptions, sharedCaptions } from "./captions.tsx";

test("what every figure of a section says is shared, and what one of them does not say is not", () => {
  const [mean, seeds, missing] = ["mean over seeds", "n 3 seeds", "2 runs have not sent it"];
  expect(
    sharedCaptions([
      [mean, seeds],
      [missing, mean, seeds],
      [seeds, mean],
    ]),
  ).toEqual([mean, seeds]);
  expect(sharedCaptions([[mean, seeds], [mean], []])).toEqual([]);
});

test("a single figure shares nothing, so that its words stay with it", () => {
  expect(sharedCaptions([["mean over seeds"]])).toEqual([]);
  expect(sharedCaptions([])).toEqual([]);
});

test("what holds of every figure is said once though one of them says it, and bounds of several in general", () => {
  const rule = "no interval where all seeds are equal";
  const shares = ["Intervals are cut at 0 and 100 %.", "n 3 seeds", rule];
  const points = ["Intervals are cut at 0.", "n 2 seeds"];
  const shared = sharedCaptions([shares, points]);
  expect(shared).toEqual([rule, CUT_EVERYWHERE]);
  expect([ownCaptions(shares, shared), ownCaptions(points, shared)]).toEqual([["n 3 seeds"], ["n 2 seeds"]]);
  expect(sharedCaptions([shares])).toEqual([]);
  expect(ownCaptions(shares, [])).toEqual(shares);
});

test("parts of a sentence become one, before whole sentences", () => {
  const joined = joinCaptions(["6 others in gray.", "mean over seeds", "n 3 seeds"]) ?? "";
  expect(asPlainText(joined)).toBe("Mean over seeds; n 3 seeds. 6 others in gray.");
  expect(joinCaptions([])).toBe(null);
});
