import * as fc from "fast-check";
import { expect, test } from "vitest";
import { placeLabels } from "./place-labels.ts";

test("labels with room stay where their lines end", () => {
  expect(placeLabels([10, 40, 80], 13, 0, 100)).toEqual([10, 40, 80]);
});

test("two at one place move apart by the same distance", () => {
  expect(placeLabels([50, 50], 13, 0, 100)).toEqual([43.5, 56.5]);
});

test("a pushed group pushes its neighbour, and all move as little as possible", () => {
  expect(placeLabels([50, 51, 52], 13, 0, 100)).toEqual([38, 51, 64]);
});

test("they stay inside the frame", () => {
  expect(placeLabels([98, 99], 13, 0, 100)).toEqual([87, 100]);
  expect(placeLabels([1, 2], 13, 0, 100)).toEqual([0, 13]);
});

test("whatever the ends, labels keep order, distance and frame while they fit", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -20, max: 220, noNaN: true }), { maxLength: 12 }), (ends) => {
      const wished = ends.toSorted((a, b) => a - b);
      const placed = placeLabels(wished, 13, 0, 200);
      placed.forEach((position, index) => {
        if (index > 0) expect(position - placed[index - 1]).toBeGreaterThanOrEqual(13 - 1e-6);
        expect(position).toBeGreaterThanOrEqual(-1e-6);
        expect(position).toBeLessThanOrEqual(200 + 1e-6);
      });
    }),
  );
});
