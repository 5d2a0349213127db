import * as fc from "fast-check";
import { expect, test } from "vitest";
import { elementCount } from "../../lp/model.ts";
import { anyModel, modelOf } from "../../lp/testing/models.ts";
import { clampFeature, FEATURE_COUNT, FEATURE_LIMIT, FIRST_DYNAMIC, staticFeatures } from "./features.ts";

test("every feature of every model is finite and limited, and the dynamic ones are left alone", () => {
  fc.assert(
    fc.property(anyModel, (model) => {
      const features = staticFeatures(model);
      expect(features).toHaveLength((elementCount(model) + 1) * FEATURE_COUNT);
      features.forEach((x, k) => {
        expect(Math.abs(x)).toBeLessThanOrEqual(FEATURE_LIMIT);
        if (k % FEATURE_COUNT >= FIRST_DYNAMIC) expect(x).toBe(0);
      });
    }),
  );
});

test("what is no number becomes 0 and what is too large becomes the limit", () => {
  expect([NaN, Infinity, -Infinity, 7, -0.5].map(clampFeature)).toEqual([0, 5, -5, 5, -0.5]);
});

test("the features of a small model are the ones computed by hand", () => {
  const model = modelOf({
    A: [
      [2, 1],
      [-4, -2],
      [0, 3],
      [0, 0],
    ],
    rows: [
      [-Infinity, 6],
      [-Infinity, -18],
      [3, 3],
      [-Infinity, 1],
    ],
    cols: [
      [0, 10],
      [-Infinity, 1],
    ],
  });
  const features = staticFeatures(model);
  const of = (entity: number) =>
    Array.from(features.slice(entity * FEATURE_COUNT, entity * FEATURE_COUNT + 15));
  const log = (x: number) => expect.closeTo(Math.log(x), 6);
  const near = (x: number) => expect.closeTo(x, 6);
  // Columns: kind, bounds over ten, width, and whether a row holds this column alone.
  expect(of(0)).toEqual([0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(of(1)).toEqual([0, 1, 0, -5, near(0.1), 5, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  // 2 x1 + x2 <= 6 and -4 x1 - 2 x2 <= -18, which is 2 x1 + x2 >= 9: parallel, opposite, apart by 3 of 15.
  expect(of(2)).toEqual([
    1,
    0,
    0,
    -1,
    near(0.4),
    1,
    0,
    log(2 / 1.5),
    log(1.5),
    log(1.5),
    1,
    1,
    near(0.2),
    -5,
    0,
  ]);
  expect(of(3)).toEqual([
    1,
    0,
    0,
    -1,
    near(-0.6),
    1,
    1,
    log(4 / 3),
    log(3),
    log(1.5),
    1,
    1,
    near(0.2),
    near(-24 / 30),
    0,
  ]);
  // 3 x2 = 3 with x2 <= 1: an equality, one variable, reached exactly.
  expect(of(4)).toEqual([1, 0, 0, 0, near(0.2), 0.5, 0, log(1), log(3), log(1), 0, 0, 0, near(0), 1]);
  // A row without coefficients: 0 <= 1 with a unit of 5.
  expect(of(5)).toEqual([1, 0, 0, -1, near(0.2), 0, 0, 0, 0, 0, 0, 0, 0, near(-0.2), 0]);
  expect(of(6)).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
});
