import { expect, test } from "vitest";
import { rangeWords } from "./spread-panel.tsx";

const FACTS = { formula: "f", min: -1, max: 2, groupSize: 4, reachable: 1.73, noise: null };

test("says the range, the spread a group can reach, and the injected noise", () => {
  expect(rangeWords(FACTS)).toBe(
    "Rewards lie between −1 and 2, so a group of 4 reaches an sd of at most 1.73; no noise is injected.",
  );
});

test("a recipe without a reward is given no range and no noise", () => {
  const none = { ...FACTS, formula: "none", min: null, max: null, groupSize: null, reachable: null };
  expect(rangeWords(none)).toBe("This recipe has no reward.");
  expect(rangeWords({ ...none, formula: "imported" })).toBe(
    "It is not known between which values these rewards lie.",
  );
});
