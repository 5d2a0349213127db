import { expect, test } from "vitest";
import { moments } from "../../stats/moments.ts";
import { familyDifference, meanDifference, shareDifference } from "./difference.ts";

const of = (values: number[]) =>
  moments({
    n: values.length,
    sum: values.reduce((a, b) => a + b, 0),
    squares: values.reduce((a, b) => a + b * b, 0),
    min: Math.min(...values),
    max: Math.max(...values),
  });

test("with three sides the p of a mean difference is doubled, at most 1, and its interval widens", () => {
  const gaps = of([0.1, 0.4, -0.2, 0.5, 0.3, 0.2]);
  const [one, two] = [1, 2].map((comparisons) => meanDifference(gaps, { comparisons }));
  expect(one.p).toBeGreaterThan(0.01);
  expect(two.p).toBeCloseTo(2 * (one.p ?? 0), 12);
  expect(two.low).toBeLessThan(one.low ?? 0);
  expect(two.method).toContain("adjusted for 2 comparisons by Bonferroni");
  expect(meanDifference(of([1, -1, 1, -1.1]), { comparisons: 2 }).p).toBe(1);
});

test("so are both p of a difference of shares", () => {
  const table = { onlyA: 2, onlyB: 11, n: 40 };
  const [one, two] = [1, 2].map((comparisons) => shareDifference(table, { comparisons }));
  expect([two.p, two.pMid]).toEqual([2 * (one.p ?? 0), 2 * (one.pMid ?? 0)]);
});

test("differences of programs go by whole families and have no p; of one family there is no such difference", () => {
  const items = Array.from({ length: 200 }, (_, i) => ({ type: `f${i % 20}`, value: (i % 20) / 20 - 0.3 }));
  const two = familyDifference(items, { comparisons: 2 });
  const one = familyDifference(items, { comparisons: 1 });
  expect(one).toMatchObject({ p: null, n: 200 });
  expect(one?.value).toBeCloseTo(0.175, 12);
  expect(one?.method).toContain("whole families");
  expect(two?.method).toContain("adjusted for 2 comparisons");
  expect(Number(two?.low)).toBeLessThan(Number(one?.low));
  expect(familyDifference(items.slice(0, 1), { comparisons: 1 })).toBeNull();
});
