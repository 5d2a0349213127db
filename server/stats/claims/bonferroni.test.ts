import { expect, test } from "vitest";
import { bonferroni } from "./many-to-one-tail.ts";
import { studentTQuantile } from "../special/student-t-quantile.ts";

test("the Bonferroni t for 4 comparisons and 10 degrees of freedom is 3.038 (Dunn 1961, Table 1: 3.04)", () => {
  const { level } = bonferroni(4, 0.95);
  expect(level).toBeCloseTo(0.9875, 14);
  expect(studentTQuantile(0.5 + level / 2, 10)).toBeCloseTo(3.04, 2);
});

test("p is multiplied and never exceeds 1", () => {
  const { adjust } = bonferroni(4);
  expect(adjust(0.01)).toBeCloseTo(0.04, 15);
  expect(adjust(0.5)).toBe(1);
});

test("a family of none is refused", () => {
  expect(() => bonferroni(0)).toThrow("at least 1 comparison");
  expect(() => bonferroni(2.5)).toThrow(RangeError);
});
