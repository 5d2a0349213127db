import { expect, test } from "vitest";
import { studentTCritical } from "./student-t.ts";

test("critical values are those of the published tables (NIST/SEMATECH e-Handbook, 1.3.6.7.2)", () => {
  const published: [number, number, number][] = [
    [0.95, 1, 12.706],
    [0.95, 2, 4.303],
    [0.95, 3, 3.182],
    [0.95, 4, 2.776],
    [0.95, 9, 2.262],
    [0.95, 10, 2.228],
    [0.95, 59, 2.001],
    [0.95, 100, 1.984],
    [0.99, 5, 4.032],
    [0.8, 30, 1.31],
  ];
  for (const [level, df, value] of published) expect(studentTCritical(level, df)).toBeCloseTo(value, 3);
});

test("with many degrees of freedom it is the normal quantile", () => {
  expect(studentTCritical(0.95, 200_001)).toBeCloseTo(1.959976, 5);
  expect(studentTCritical(0.95, 200_000)).toBeCloseTo(1.959976, 5);
});

test("a level outside (0, 1) and broken degrees of freedom are refused", () => {
  expect(() => studentTCritical(1, 3)).toThrow(RangeError);
  expect(() => studentTCritical(0.95, 0)).toThrow(RangeError);
  expect(() => studentTCritical(0.95, 2.5)).toThrow(RangeError);
});
