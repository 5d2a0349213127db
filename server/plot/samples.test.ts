import { expect, test } from "vitest";
import { readWindow } from "./samples.ts";
import { bucketPoints, bucketWindow, rawWindow, steps } from "./testing.ts";

const LOG_X = { x: true, y: false };

test("a bucket stands at its middle, also where the sum of its ends is no number", () => {
  const far = bucketPoints(
    [
      [1.6e308, 1],
      [1.7e308, 2],
    ],
    2,
  );
  expect(readWindow(far).line.samples.x[0]).toBeCloseTo(1.65e308, -300);
});

test("a window is read once, whatever else changes around it", () => {
  const window = rawWindow(steps(0, 10));
  expect(readWindow(window)).toBe(readWindow(window));
  expect(readWindow(window, LOG_X)).not.toBe(readWindow(window));
  expect(readWindow(window, LOG_X)).toBe(readWindow(window, { ...LOG_X }));
  expect(readWindow(rawWindow(steps(0, 10)))).not.toBe(readWindow(window));
});

test("on a log x axis what is zero or negative is left out and counted, NaN too", () => {
  const { line, notOnX } = readWindow(
    rawWindow([
      [-2, 1],
      [-1, null],
      [0, 1],
      [1, 5],
      [10, 6],
    ]),
    LOG_X,
  );
  expect([...line.samples.x]).toEqual([1, 10]);
  expect(notOnX).toBe(3);
});

test("a bucket that begins below a log x axis stays, at its end, and tells of one point below only", () => {
  const { line, ...hidden } = readWindow(bucketWindow([1, 2, 3, 4, 5, 6], 3), LOG_X);
  expect([...line.samples.x]).toEqual([2, 4]);
  expect(hidden).toMatchObject({ notOnX: 1, notOnXAtLeast: true });
});

test("of two points in such a bucket one is below, and no other can be", () => {
  const pair = bucketPoints(
    [
      [-4, 1],
      [7, 2],
    ],
    2,
  );
  expect(readWindow(pair, LOG_X)).toMatchObject({ notOnX: 1, notOnXAtLeast: false });
});

test("on a log y axis an envelope stays where only its mean has no place", () => {
  const { line, envelope } = readWindow(bucketWindow([1, 1, -50, 2, 1, 1, -1, -2], 2), { x: false, y: true });
  expect([...line.runs]).toEqual([0, 1, 2, 3]);
  expect([...(envelope?.runs ?? [])]).toEqual([0, 3]);
  expect(line.samples.y[1]).toBe(-24);
});
