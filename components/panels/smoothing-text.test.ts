import { expect, test } from "vitest";
import { smoothingWords } from "./smoothing-text.ts";

test("a smoothing in words has its kind and its number with what that counts", () => {
  expect(smoothingWords({ kind: "ema", weight: 0.9 })).toBe("exponential mean, weight 0.9");
  expect(smoothingWords({ kind: "gaussian", sigma: 5 })).toBe("Gaussian, sigma 5 points");
  expect(smoothingWords({ kind: "mean", width: 1 })).toBe("running mean of 1 point");
  expect(smoothingWords({ kind: "none" })).toBeNull();
});
