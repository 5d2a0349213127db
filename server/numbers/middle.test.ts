import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lowerMedian, mean, median, upperMedian } from "./middle.ts";

test("medians of an odd and an even number of values", () => {
  expect([median([3, 1, 2]), upperMedian([3, 1, 2]), lowerMedian([3, 1, 2])]).toEqual([2, 2, 2]);
  expect([median([4, 1, 3, 2]), upperMedian([4, 1, 3, 2]), lowerMedian([4, 1, 3, 2])]).toEqual([2.5, 3, 2]);
  expect([median([]), mean([])]).toEqual([NaN, NaN]);
});

test("half of the values are on either side of the median, whatever their order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }), (values) => {
      const middle = median(values);
      expect(values.filter((value) => value < middle).length * 2).toBeLessThanOrEqual(values.length);
      expect(values.filter((value) => value > middle).length * 2).toBeLessThanOrEqual(values.length);
      expect(middle).toBe((lowerMedian(values) + upperMedian(values)) / 2);
    }),
  );
});
