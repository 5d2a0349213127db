import { describe, expect, test } from "vitest";
import { axisTitle, isKept, valueAxis } from "./value-axis.ts";

const column = { id: "param:a", title: "a", unit: "" };

describe("an axis of what runs have in a column", () => {
  test("is of numbers where all are, with room at both ends", () => {
    const axis = valueAxis(column, [1, 3, null, 2]);
    expect(axis.words).toBe(null);
    expect(axis.place(1)).toBeGreaterThan(0);
    expect(axis.place(3)).toBeLessThan(1);
    expect(axis.place(2)).toBeCloseTo(0.5, 9);
    expect(axis.place(null)).toBe(null);
    expect(axis.valueAt(0.5)).toBeCloseTo(2, 9);
  });

  test("is of words where one is none, each setting once and in order", () => {
    const axis = valueAxis(column, ["rr5", true, "rr", "rr5", null]);
    expect(axis.words).toEqual(["rr", "rr5", "true"]);
    expect(axis.ticks.map(({ text }) => text)).toEqual(["rr", "rr5", "true"]);
    expect([axis.place("rr"), axis.place("gone"), axis.valueAt(0.99)]).toEqual([1 / 6, null, 2]);
  });

  test("of positive numbers that span two decades is log and says so; one that reaches 0 is not", () => {
    const axis = valueAxis({ ...column, title: "learning_rate" }, [1e-4, 1e-2]);
    expect(axisTitle(axis)).toBe("learning_rate, log");
    expect(axis.place(1e-3)).toBeCloseTo(0.5, 9);
    expect(valueAxis(column, [0, 1000]).log).toBe(false);
  });

  test("of a share is written in per cent and stays between 0 and 100", () => {
    const axis = valueAxis({ ...column, unit: "share" }, [0, 1]);
    expect(axis.place(1)).toBe(1);
    expect(axisTitle(axis)).toBe("a, %");
    expect(axis.ticks.at(-1)?.text).toBe("100");
  });

  test("of one value only has a place for it", () => {
    expect(valueAxis(column, [0, 0]).place(0)).toBe(0.5);
    expect(valueAxis(column, []).ticks).toEqual([]);
  });
});

test("a run is kept by an axis where its value lies in what is kept there, and one without a value is not", () => {
  expect([1, 2, 3, null].map((value) => isKept(value, { from: 2, to: 3 }))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(["a", true, null].map((value) => isKept(value, { words: ["true"] }))).toEqual([false, true, false]);
  expect(isKept(null, undefined)).toBe(true);
});
