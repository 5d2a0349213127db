import { expect, test } from "vitest";
import { asPlainText, beginSentence, keepUnits } from "./typography.ts";

const thin = (text: string) => text.replaceAll("~", "\u202f");

test("no line ends between a number and its unit, or between n and its number", () => {
  expect(keepUnits("mean over seeds, band = 95 % t interval, n 3 seeds")).toBe(
    "mean over seeds, band = 95\u00a0% t interval, n\u00a03\u00a0seeds",
  );
  expect(keepUnits("2 of 4 lines hidden")).toBe("2 of 4\u00a0lines hidden");
  expect(keepUnits("step 4 of 5 steady ones, in 3 ways")).toBe("step 4 of 5 steady ones, in 3 ways");
});

test("a door without thin spaces differs in nothing else", () => {
  expect(asPlainText(thin("−1.31~M, 77.8~% [74.1, 81.2] of n\u00a0300"))).toBe(
    "−1.31 M, 77.8 % [74.1, 81.2] of n 300",
  );
});

test("a sentence begins with a capital letter, but for n", () => {
  expect(beginSentence("mean over seeds")).toBe("Mean over seeds");
  expect(beginSentence("n 3 seeds")).toBe("n 3 seeds");
});
