import { describe, expect, test } from "vitest";
import {
  firstEntries,
  numberOf,
  paramsOf,
  parseForeign,
  placeName,
  timeOf,
  wholeOf,
  stepOf,
} from "./foreign-values.ts";

describe("JSON as Python writes it", () => {
  test("bare NaN and Infinity are read as numbers, and the same words inside texts stay text", () => {
    const read = parseForeign(
      '{"loss": NaN, "kl": [Infinity, -Infinity], "say": "a NaN, \\"Infinity\\" \\\\"}',
    );
    expect(read).toEqual({ loss: "NaN", kl: ["Infinity", "-Infinity"], say: 'a NaN, "Infinity" \\' });
    expect(numberOf((read as { loss: unknown }).loss)).toBeNaN();
  });

  test("a text of many megabytes beside a bare NaN is read", () => {
    const long = '\\"x'.repeat(2_000_000);
    expect((parseForeign(`{"a": NaN, "b": "${long}"}`) as { b: string }).b).toHaveLength(4_000_000);
  });

  test("what is no JSON is an error", () => {
    expect(() => parseForeign("<html>NaN</html>")).toThrow(SyntaxError);
  });
});

test("numbers are numbers, truth is 0 or 1, and words and lists are none", () => {
  expect(["NaN", "-Infinity", true, 2, "2", null, [1]].map(numberOf)).toEqual([
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    1,
    2,
    null,
    null,
    null,
  ]);
  expect([3, "12", 3.7, "NaN", Infinity, null].map(wholeOf)).toEqual([3, 12, 3, null, null, null]);
});

test("a time is read from text, from seconds and from milliseconds", () => {
  expect(timeOf("2026-11-21T08:08:05.833666+00:00")).toBe(Date.UTC(2026, 10, 21, 8, 8, 5, 833));
  expect(timeOf(1763712485.5)).toBe(1763712485500);
  expect(timeOf(1763712485500)).toBe(1763712485500);
  expect(timeOf("soon")).toBeNull();
});

test("two long names that differ only at their end stay two", () => {
  const names = ["a", "b"].map((end) => placeName("x".repeat(300) + end, "none"));
  expect(new Set(names).size).toBe(2);
  expect(names.every((name) => name.length <= 200)).toBe(true);
  expect(placeName("  ", "none")).toBe("none");
});

test("a configuration is flat, and what is neither text, number nor truth is JSON text", () => {
  expect(
    paramsOf({ lr: 1e-5, nested: { a: [1, 2], b: { c: null } }, on: true, nan: Number.NaN, none: {} }),
  ).toEqual({
    lr: 1e-5,
    "nested.a": "[1,2]",
    "nested.b.c": "null",
    on: true,
    nan: "NaN",
    none: "{}",
  });
});

test("a step is whole, however large; one of nanoseconds is kept to the digits that a number has", () => {
  const ns = 1_795_248_903_304_000_512;
  expect([7, -3.9, "12", "1795248903304000512", ns, 2 ** 63].map(stepOf)).toEqual([
    7,
    -3,
    12,
    ns,
    ns,
    2 ** 63,
  ]);
  expect([null, "", "x", "1.5", Number.NaN, Infinity, {}].map(stepOf)).toEqual(Array(7).fill(null));
});

test("of a table of more entries than are looked at the first are taken, nested or not", () => {
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]));
  expect(Object.keys(paramsOf(wide))).toHaveLength(10_000);
  expect(Object.keys(paramsOf({ wide }))).toHaveLength(10_000);
  expect(firstEntries(wide).at(-1)).toEqual(["k9999", 9999]);
});
