import * as fc from "fast-check";
import { expect, test } from "vitest";
import { followPoints, isLongEnough, NOT_FOLLOWED, type PointCondition, type Points } from "./stretch.ts";

const MINUTE = 60_000;

const below = (value: number, span: number, unit: PointCondition["unit"] = "steps"): PointCondition => ({
  condition: "below",
  value,
  span,
  unit,
});

/** Values at steps 0, 1, 2, …, a minute apart. */
const atSteps = (...value: number[]): Points => ({
  x: value.map((_, i) => i),
  value,
  at: value.map((_, i) => i * MINUTE),
});

const met = (condition: PointCondition, points: Points) => followPoints(condition, NOT_FOLLOWED, points).met;

test("a condition is met at the first point at which it has held for as long as is asked", () => {
  const points = atSteps(1, 0.1, 0.2, 0.3, 0.1, 0.1);
  expect(met(below(0.5, 0), points)).toMatchObject({ fromX: 1, toX: 1, points: 1 });
  expect(met(below(0.5, 3), points)).toMatchObject({ fromX: 1, toX: 4, value: 0.1, points: 4 });
  expect(met(below(0.5, 3, "minutes"), points)).toMatchObject({ fromX: 1, toX: 4 });
  expect(met(below(0.5, 5), points)).toBeNull();
  expect(met({ ...below(0.9, 0), condition: "above" }, points)).toMatchObject({ toX: 0 });
});

test("a value on the line, or none, breaks it", () => {
  expect(met(below(0.5, 2), atSteps(0, 0.5, 0, 0.5))).toBeNull();
  expect(met(below(0.5, 2), atSteps(0, Number.NaN, 0, Number.NaN, 0))).toBeNull();
  expect(met({ ...below(0.5, 0), condition: "above" }, atSteps(Number.NaN, Infinity))).toMatchObject({
    toX: 1,
  });
});

test("points that come behind the last one are not looked at again", () => {
  const { after } = followPoints(below(0.5, 5), NOT_FOLLOWED, atSteps(0, 0, 0));
  expect(followPoints(below(0.5, 5), after, atSteps(9, 9, 9)).after).toEqual(after);
});

const someValue = fc.oneof(
  fc.constantFrom(0, 1, 2, Number.NaN, Infinity, -Infinity),
  fc.integer({ min: -3, max: 3 }),
);
const somePoints = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 5 }), someValue, fc.integer({ min: 0, max: 200_000 })), {
    maxLength: 60,
  })
  .map((steps) => {
    let [x, at] = [0, 0];
    return steps.map(([dx, value, dt]) => ({ x: (x += dx), value, at: (at += dt) }));
  });
const someCondition = fc.record({
  condition: fc.constantFrom("above" as const, "below" as const),
  value: fc.integer({ min: -2, max: 2 }),
  span: fc.integer({ min: 0, max: 12 }),
  unit: fc.constantFrom("steps" as const, "minutes" as const),
});

const columns = (points: { x: number; value: number; at: number }[]): Points => ({
  x: points.map(({ x }) => x),
  value: points.map(({ value }) => value),
  at: points.map(({ at }) => at),
});

test("it is met where some stretch of points all hold and is long enough, and nowhere before", () => {
  fc.assert(
    fc.property(somePoints, someCondition, (points, condition) => {
      const holds = ({ value }: { value: number }) =>
        condition.condition === "above" ? value > condition.value : value < condition.value;
      const ends = points.findIndex((to, j) =>
        points.some((from, i) => {
          if (i > j || !points.slice(i, j + 1).every(holds)) return false;
          return condition.unit === "steps"
            ? to.x - from.x >= condition.span
            : to.at - from.at >= condition.span * MINUTE;
        }),
      );
      const found = met(condition, columns(points));
      expect(found?.toX ?? null).toBe(ends < 0 ? null : points[ends].x);
      if (found) {
        const held = points.filter(({ x }) => x >= found.fromX && x <= found.toX);
        expect(held.every(holds)).toBe(true);
        expect(held).toHaveLength(found.points);
        expect(isLongEnough(condition, found)).toBe(true);
      }
    }),
  );
});

test("portions and repetitions of points change no answer", () => {
  fc.assert(
    fc.property(
      somePoints,
      someCondition,
      fc.array(fc.integer({ min: 0, max: 60 })),
      (points, condition, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, points.length)), points.length].toSorted(
          (a, b) => a - b,
        );
        let followed = NOT_FOLLOWED;
        let found = null;
        for (let i = 1; i < places.length && !found; i++) {
          // The last point comes again, as a store gives it that is asked from there on.
          const portion = points.slice(Math.max(0, places[i - 1] - 1), places[i]);
          ({ met: found, after: followed } = followPoints(condition, followed, columns(portion)));
        }
        expect(found).toEqual(met(condition, columns(points)));
      },
    ),
  );
});
