import { expect, test } from "vitest";
import { createScale, differenceDomain, percentAxis } from "./scale.ts";

test("values are placed in per cent, and at the edge beyond it", () => {
  const axis = percentAxis([-10, 10], 4);
  expect(axis.ticks).toEqual([-10, -5, 0, 5, 10]);
  expect([-10, 0, 5, 99].map(axis.place)).toEqual(["0.00%", "50.00%", "75.00%", "100.00%"]);
  expect(axis.span(0, 5)).toBe("25.00%");
  expect(axis.span(5, 0)).toBe("0.00%");
});

test("the domain of differences holds zero, every interval and the grey zone", () => {
  const rows = [{ difference: 6.1, interval: { low: 3.2, high: 9 } }, { difference: null }];
  const [low, high] = differenceDomain(rows, 2.9);
  expect(low).toBeLessThanOrEqual(-2.9);
  expect(high).toBeGreaterThanOrEqual(9);
  expect(differenceDomain([])[0]).toBeLessThan(0);
});

test("a value on the other side of zero from the largest number there is has its place", () => {
  const scale = createScale([-Number.MAX_VALUE, 0], [100, 0]);
  expect([-Number.MAX_VALUE, 0, 1e292].map(scale.toPx)).toEqual([100, 0, expect.closeTo(0, 6)]);
});

test("a value further off than pixels can say is drawn far outside", () => {
  const scale = createScale([-1, 1], [114, 7]);
  expect(scale.toPx(Number.MAX_VALUE)).toBeLessThan(-1e5);
  expect(scale.toPx(-Number.MAX_VALUE)).toBeGreaterThan(1e5);
});
