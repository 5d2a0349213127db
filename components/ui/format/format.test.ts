import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatBytes } from "./format-bytes.ts";
import { formatCount } from "./format-count.ts";
import { formatDifference } from "./format-difference.ts";
import { formatClock, formatDuration } from "./format-duration.ts";
import { formatId } from "./format-id.ts";
import { formatInterval } from "./format-interval.ts";
import { formatNumber } from "./format-number.ts";
import { formatP } from "./format-p.ts";
import { formatShare } from "./format-share.ts";
import { formatAge, formatMoment, formatUtc } from "./format-time.ts";
import { formatValue } from "./format-value.ts";
import { intervalDecimals } from "./interval-decimals.ts";

const thin = (text: string) => text.replaceAll("~", "\u202f");

describe("a metric", () => {
  test.each([
    [0.8472, "0.847"],
    [88.64, "88.6"],
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
  ])("%d is written %s", (value, text) => expect(formatNumber(value)).toBe(text));

  test("a million and more gets a letter after a thin space", () => {
    expect(formatNumber(1_310_000)).toBe(thin("1.31~M"));
    expect(formatNumber(-2_050_000_000)).toBe(thin("−2.05~B"));
    expect(formatNumber(999_999)).toBe(thin("1.00~M"));
    expect(formatNumber(994_999)).toBe("994,999");
  });

  test("from 1e15 on there are no letters, but the power of ten", () => {
    expect([1e308, -1e308, 1e15, 2.5e17, 9.996e14, 9.99e14].map((value) => formatNumber(value))).toEqual([
      "1e308",
      "−1e308",
      "1e15",
      "2.5e17",
      "1e15",
      thin("999~T"),
    ]);
    expect(formatCount(1e308)).toBe("1e308");
  });

  test("what is not a number is said, never zero", () => {
    expect([null, undefined, NaN, Infinity, -Infinity].map((v) => formatNumber(v))).toEqual([
      "–",
      "–",
      "NaN",
      "inf",
      "−inf",
    ]);
  });

  test("the cells of a column may share their decimals", () => {
    expect([1.36, 0.4801, 12, -0.001, 0].map((value) => formatNumber(value, 3, 2))).toEqual([
      "1.36",
      "0.48",
      "12.00",
      "0.00",
      "0.00",
    ]);
    expect(formatNumber(NaN, 3, 2)).toBe("NaN");
  });

  test("reading it back is within half a unit of the third digit", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 999, noNaN: true }), (value) => {
        const read = Number(formatNumber(value).replaceAll(",", ""));
        expect(Math.abs(read - value)).toBeLessThanOrEqual(Math.abs(value) * 0.00501);
      }),
    );
  });
});

test("a count keeps all digits below a million", () => {
  expect([57, 6214, 999_499, 1_310_000, -3, 0.2].map((v) => formatCount(v))).toEqual([
    "57",
    "6,214",
    "999,499",
    thin("1.31~M"),
    "−3",
    "0",
  ]);
});

test("a share has one decimal, and none below a hundred problems", () => {
  expect(formatShare(0.7775, { n: 400, unit: true })).toBe(thin("77.8~%"));
  expect(formatShare(0.7775, { n: 99 })).toBe("78");
  expect(formatShare(0.7775)).toBe("77.8");
  expect(formatShare(null, { unit: true })).toBe("–");
});

test("a difference always has its sign, and none where it rounds to nothing", () => {
  expect([6.12, -0.34, -0.04, 0, 1234.5].map((v) => formatDifference(v, 1))).toEqual([
    "+6.1",
    "−0.3",
    "0.0",
    "0.0",
    "+1,234.5",
  ]);
  expect(formatDifference(null, 1)).toBe("–");
});

test("the decimals follow the half-width of the interval", () => {
  expect(intervalDecimals(3.2, 9.0)).toBe(1);
  expect(intervalDecimals(-0.81, -0.25)).toBe(2);
  expect(intervalDecimals(-40, 60)).toBe(0);
  expect(intervalDecimals(0.5, 0.5)).toBe(1);
  expect(formatInterval(-3.6, 3, 1, true)).toBe("[−3.6, +3.0]");
  expect(formatInterval(85, 91.34, 1)).toBe("[85.0, 91.3]");
});

test("a p value has two digits and a floor", () => {
  expect([0.0004, 0.0043, 0.008, 0.14, 0.996, 1].map((p) => formatP(p))).toEqual([
    "< 0.001",
    "0.0043",
    "0.008",
    "0.14",
    "1",
    "1",
  ]);
});

test("durations: h:mm in columns, words in prose", () => {
  const minute = 60_000;
  expect([27 * minute, 65 * minute, 1600 * minute, 20_000].map((v) => formatClock(v))).toEqual([
    "0:27",
    "1:05",
    "26:40",
    "0:00",
  ]);
  expect(
    [240, 3610, 42_000, 15 * minute, 125 * minute, 120 * minute, 76 * 60 * minute].map(formatDuration),
  ).toEqual(["240~ms", "3.6~s", "42~s", "15~min", "2~h 5~min", "2~h", "3~d 4~h"].map(thin));
});

test("bytes are binary", () => {
  expect([812, 2048, 48.9 * 2 ** 30, 1000].map((v) => formatBytes(v))).toEqual(
    ["812~B", "2.00~KiB", "48.9~GiB", "0.98~KiB"].map(thin),
  );
});

test("an id shows eight characters of its own, not the prefix", () => {
  expect(formatId("run_k3v9x2ma7q0e4t1b")).toBe("k3v9x2ma");
  expect(formatId("9c41d2")).toBe("9c41d2");
});

test("times are UTC, ages relative", () => {
  const now = Date.UTC(2026, 10, 21, 23, 7, 41);
  expect(formatUtc(now)).toBe("2026-11-21 23:07:41 UTC");
  expect([0, 2000, 14 * 60_000, -11 * 60_000].map((d) => formatAge(now - d, now))).toEqual(
    ["now", "2~s ago", "14~min ago", "in 11~min"].map(thin),
  );
  expect(formatMoment(Date.UTC(2026, 10, 21, 19, 46), now)).toBe("today 19:46");
  expect(formatMoment(Date.UTC(2026, 10, 20, 23, 59), now)).toBe("yesterday 23:59");
  expect(formatMoment(Date.UTC(2026, 10, 12), now)).toBe("12 Nov");
  expect(formatMoment(Date.UTC(2025, 10, 12), now)).toBe("12 Nov 2025");
});

test("each kind of value is written its own way", () => {
  expect(formatValue(0.29, "share", 64)).toBe("29");
  expect(formatValue(262, "count")).toBe("262");
  expect(formatValue(NaN, "number")).toBe("NaN");
  expect(formatValue(27 * 60_000, "duration")).toBe("0:27");
});
