import { expect, test } from "vitest";
import { rewardWords } from "./rewards.ts";

test("shaping that is off is left out, and what is on is said", () => {
  const formula = "1 if solved, else 0";
  expect(rewardWords({ formula, shaping: { positive_factor: 1, uniform_noise: 0 } })).toBe(formula);
  expect(rewardWords({ formula, shaping: { positive_factor: 1.4, uniform_noise: 0, beta_reward: 0 } })).toBe(
    "1 if solved, else 0 (positive_factor 1.4, beta_reward 0)",
  );
});

test("a reward model is named by the first eight characters of its identity", () => {
  const formula = "plus 0.5 times the mean score of PRM 3e0818a0b9b8d84f119a2569#0 over the decisions";
  expect(rewardWords({ formula, shaping: {} })).toBe(
    "plus 0.5 times the mean score of the given PRM 3e0818a0 over the decisions",
  );
  expect(rewardWords({ formula: "the mean score of PRM not given", shaping: {} })).toContain("PRM not given");
});
