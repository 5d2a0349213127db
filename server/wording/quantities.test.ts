import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeCount } from "./counts.ts";
import { decimalsOf, writeNumber, writeWhole } from "./numbers.ts";
import {
  columnDecimals,
  quantityText,
  writeBytes,
  writeDifference,
  writeInterval,
  writeLevel,
  writeP,
  writeQuantity,
  writeSetShare,
  writeShare,
  writeSize,
  writeValue,
} from "./quantities.ts";

const thin = (text: string) => text.replaceAll("~", "\u202f");

describe("a number", () => {
  test.each([
    [0.8472, "0.847"],
    [88.64, "88.6"],
    [5.935, "5.94"],
    [262, "262"],
    [999.96, "1,000"],
    [6214, "6,214"],
    [1234.5, "1,235"],
    [-0.1834, "−0.183"],
    [0.00183, "0.00183"],
    [0.00018, "1.8e-4"],
    [-0.00001, "−1e-5"],
    [0, "0"],
    [-0, "0"],
  ])("%d is written %s", (value, text) => expect(writeNumber(value)).toBe(text));

  test("of a million and more gets a letter after a thin space", () => {
    expect(writeNumber(1_310_000)).toBe(thin("1.31~M"));
    expect(writeNumber(-2_050_000_000)).toBe(thin("−2.05~B"));
    expect(writeNumber(999_999)).toBe(thin("1.00~M"));
    expect(writeNumber(994_999)).toBe("994,999");
  });

  test("from 1e15 on has no letter, but the power of ten", () => {
    expect([1e308, -1e308, 1e15, 2.5e17, 9.996e14, 9.99e14].map((value) => writeNumber(value))).toEqual([
      "1e308",
      "−1e308",
      "1e15",
      "2.5e17",
      "1e15",
      thin("999~T"),
    ]);
    expect(writeCount(1e308)).toBe("1e308");
  });

  test("that is none is said, never zero", () => {
    expect([null, undefined, NaN, Infinity, -Infinity].map((v) => writeNumber(v))).toEqual([
      "–",
      "–",
      "NaN",
      "inf",
      "−inf",
    ]);
  });

  test("is read back within half a unit of the third digit", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 999, noNaN: true }), (value) => {
        const read = Number(writeNumber(value).replaceAll(",", ""));
        expect(Math.abs(read - value)).toBeLessThanOrEqual(Math.abs(value) * 0.00501);
      }),
    );
  });

  test("of a place keeps all of its digits", () => {
    expect([1_048_576, -12, 2 ** 53].map(writeWhole)).toEqual(["1,048,576", "−12", "9,007,199,254,740,992"]);
  });
});

describe("a column", () => {
  test("shares the decimals that its numbers need, where they are of about one size", () => {
    const column = [11.2, 9.87, null, NaN, 10.43];
    const decimals = columnDecimals(column);
    expect(column.map((value) => writeQuantity({ value, decimals }).value)).toEqual([
      "11.20",
      "9.87",
      "–",
      "NaN",
      "10.43",
    ]);
    expect(writeQuantity({ value: 0, decimals }).value).toBe("0.00");
    expect(writeQuantity({ value: -0.001, decimals }).value).toBe("0.00");
  });

  test("of numbers far apart has each as it is written alone", () => {
    expect(columnDecimals([0.00123, 812])).toBeNull();
    expect(columnDecimals([1e-5, 2])).toBeNull();
    expect(columnDecimals([])).toBeNull();
  });
});

describe("a quantity", () => {
  test("that is a share has one decimal, and none below a hundred problems, its interval alike", () => {
    expect(writeShare(0.7775, 400)).toBe(thin("77.8~%"));
    expect(writeValue(0.7775, "share", 99)).toBe("78");
    expect(writeShare(0.7775)).toBe(thin("77.8~%"));
    expect(writeShare(null)).toBe("–");
    const of = { value: 0.7, low: 0.481, high: 0.855, unit: "share" };
    expect([quantityText({ ...of, n: 20 }), quantityText({ ...of, n: 200 })]).toEqual([
      thin("70~% [48, 86]"),
      thin("70.0~% [48.1, 85.5]"),
    ]);
  });

  test("has the decimals that its interval supports, and both bounds too", () => {
    const text = (value: number, low: number, high: number) => quantityText({ value, low, high });
    expect(text(6.12, 3.2, 9)).toBe("6.1 [3.2, 9.0]");
    expect(text(-0.512, -0.81, -0.25)).toBe("−0.51 [−0.81, −0.25]");
    expect(text(12.3, -40, 60)).toBe("12 [−40, 60]");
    expect(text(0.5, 0.5, 0.5)).toBe("0.500 [0.500, 0.500]");
    expect(text(6214.2, 6100.4, 6330)).toBe("6,214 [6,100, 6,330]");
  });

  test("that is very large or small has one letter or power of ten with its bounds", () => {
    const text = (value: number, low: number, high: number) => quantityText({ value, low, high });
    expect(text(1_310_000, 1_200_000, 1_420_000)).toBe(thin("1.31~M [1.20~M, 1.42~M]"));
    expect(text(1_310_000, 1_309_950, 1_310_050)).toBe("1,310,000 [1,309,950, 1,310,050]");
    expect(text(2e-7, 1.2e-7, 3.4e-7)).toBe("2.0e-7 [1.2e-7, 3.4e-7]");
    expect(text(2e-7, 0, 4e-7)).toBe("2.0e-7 [0.0, 4.0e-7]");
  });

  test("that is a difference always has its sign, and none where it rounds to nothing", () => {
    const signed = (value: number) => writeQuantity({ value, unit: "share", difference: true }).value;
    expect([0.0612, -0.0034, -0.0004, 0].map(signed)).toEqual(["+6.1", "−0.3", "0.0", "0.0"]);
    expect(writeDifference({ value: 1234.5, unit: "steps" })).toBe(thin("+1,235~steps"));
    expect(writeDifference({ value: 1_310_000, unit: "steps" })).toBe(thin("+1.31~M~steps"));
    expect(writeDifference({ value: null, unit: "share" })).toBe("–");
    expect(quantityText({ value: -0.003, low: -0.036, high: 0.03, unit: "share", difference: true })).toBe(
      thin("−0.3~pp [−3.6, +3.0]"),
    );
  });

  test("alone in its interval, or as a size, is written as it is beside its value", () => {
    expect(writeInterval(0.85, 0.9134, { unit: "share", n: 300 })).toBe("[85.0, 91.3]");
    expect(writeInterval(0.4811, 0.5123)).toBe("[0.481, 0.512]");
    expect(writeSize(0.2891, "share")).toBe(thin("28.9~pp"));
    expect(writeSize(0.0005, "share")).toBe(thin("0.1~pp"));
    expect(writeSize(0.0004, "share")).not.toBe(thin("0.0~pp"));
    expect(writeSize(0.0001, "share")).toBe(thin("0.0100~pp"));
    expect(writeSize(0, "share")).toBe(thin("0.0~pp"));
    expect(writeSize(0.0421, "points")).toBe(thin("0.0421~points"));
  });

  test("that is no number has its word, and neither unit nor interval", () => {
    expect(quantityText({ value: NaN, low: 1, high: 2, unit: "share" })).toBe("NaN");
    expect(quantityText({ value: null, special: "−inf", unit: "points" })).toBe("−inf");
  });
});

test("a p value has two digits and a floor", () => {
  expect([0.0004, 0.0043, 0.008, 0.14, 0.996, 1].map((p) => writeP(p))).toEqual([
    "< 0.001",
    "0.0043",
    "0.008",
    "0.14",
    "1",
    "1",
  ]);
});

test("levels and set shares have all of their digits", () => {
  expect([0.95, 0.9875, 1 - 0.05 / 3].map(writeLevel)).toEqual(["95 %", "98.75 %", "98.3333 %"]);
  expect([0.3, 0.07, 0.125].map(writeSetShare)).toEqual(["30~%", "7~%", "12.5~%"].map(thin));
});

test("bytes are binary", () => {
  expect([812, 2048, 48.9 * 2 ** 30, 1000].map((v) => writeBytes(v))).toEqual(
    ["812~B", "2.00~KiB", "48.9~GiB", "0.98~KiB"].map(thin),
  );
});

test("three significant digits never take a digit before the point away", () => {
  expect([0, 0.00123, 1, 12.3, 6214].map(decimalsOf)).toEqual([0, 5, 2, 1, 0]);
});

test("an interval that excludes zero has no end that is printed as zero", () => {
  const written = (low: number, high: number, unit: string) =>
    writeQuantity({ value: (low + high) / 2, low, high, unit, difference: true });
  expect(written(-0.64, -0.003, "nats")).toMatchObject({ value: "−0.322", interval: "[−0.640, −0.003]" });
  expect(written(0.0002, 0.1, "share")).toMatchObject({ interval: "[+0.02, +10.00]" });
  expect(written(-0.0002, 0.1, "share")).toMatchObject({ interval: "[0.0, +10.0]" });
  expect(written(-0.64, 0.003, "nats")).toMatchObject({ interval: "[−0.64, 0.00]" });
});
