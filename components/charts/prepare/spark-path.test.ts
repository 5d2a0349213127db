import { expect, test } from "vitest";
import { sparkPath } from "./spark-path.ts";

const size = { width: 96, height: 18 };

test("a spark spans its own scale from left to right", () => {
  expect(sparkPath([0, 1, 2], size)).toEqual({ path: "M1 15L47 9L93 3", end: { x: 93, y: 3 } });
});

test("missing and non-finite values break it", () => {
  expect(sparkPath([0, null, 1, NaN, 2], size).path.match(/M/g)).toHaveLength(3);
});

test("an unfinished run is shorter", () => {
  expect(sparkPath([0, 1], { ...size, progress: 0.5 }).end?.x).toBe(47);
});

test("a constant lies in the middle, nothing draws nothing", () => {
  expect(sparkPath([5, 5], size).end?.y).toBe(9);
  expect(sparkPath([], size)).toEqual({ path: "", end: null });
  expect(sparkPath([null], size)).toEqual({ path: "", end: null });
});

test("a shared domain keeps sparks of a column comparable", () => {
  expect(sparkPath([0.5], { ...size, domain: [0, 1] }).end?.y).toBe(9);
});
