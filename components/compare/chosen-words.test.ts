import { expect, test } from "vitest";
import { chosenWords } from "./evaluation-picker.tsx";

test("what is chosen is said as the comparison will be titled: the first is what the others are compared with", () => {
  expect(chosenWords([])).toBe("");
  expect(chosenWords(["baseline-s0"])).toBe("1 chosen: baseline-s0. Choose at least one to compare with it.");
  expect(chosenWords(["baseline-s0", "no_kl-s0"])).toBe("2 chosen: no_kl-s0 against baseline-s0");
  expect(chosenWords(["a", "b", "c"])).toBe("3 chosen: 2 evaluations against a");
});
