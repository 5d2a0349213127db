import { expect, test } from "vitest";
import { meanInterval } from "./mean-interval.ts";

test("intervals of one size at several levels are each their own, in whatever order and however often they are asked for", () => {
  // Student's t with 2 degrees of freedom at 90, 95 and 99 %, over sqrt(3) for an sd of 1.
  const quantiles = { 0.9: 2.919986, 0.95: 4.302653, 0.99: 9.924843 };
  for (const level of [0.95, 0.99, 0.9, 0.99, 0.95] as const) {
    const { value, low, high } = meanInterval([1, 2, 3], level);
    expect(value).toBe(2);
    expect(high).toBeCloseTo(2 + quantiles[level] / Math.sqrt(3), 5);
    expect(low).toBeCloseTo(2 - quantiles[level] / Math.sqrt(3), 5);
  }
  // And with 4 degrees of freedom: 2.776445 sqrt(2.5) / sqrt(5).
  expect(meanInterval([1, 2, 3, 4, 5]).high).toBeCloseTo(3 + 2.776445 * Math.sqrt(0.5), 5);
});
