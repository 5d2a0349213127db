import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeLogTicks, writeTicks } from "../wording/charts/axes.ts";
import { fitDomain } from "./domain.ts";
import { createScale } from "./scale.ts";
import { niceStep, linearTicks, logTicks } from "./ticks.ts";

const texts = (values: number[], kind: Parameters<typeof writeTicks>[1], write = writeTicks) =>
  write(values, kind).map((tick) => tick.text + (tick.exponent ?? ""));

describe("scale", () => {
  test("both ways agree, linear and log, also upside down", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-4, max: 1e3, noNaN: true }),
        fc.double({ min: 1.01, max: 1e3, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (low, factor, share, log) => {
          const scale = createScale([low, low * factor], [300, 20], log);
          const value = low + share * (low * factor - low);
          expect(scale.toValue(scale.toPx(value))).toBeCloseTo(value, 6);
        },
      ),
    );
  });

  test("zero on a log axis lies at its lower end", () => {
    const scale = createScale([0.01, 1], [100, 0], true);
    expect(scale.toPx(0)).toBe(100);
    expect(scale.toPx(-3)).toBe(100);
    expect(scale.toPx(0.1)).toBeCloseTo(50);
  });
});

describe("ticks", () => {
  test("they are nice, inside the domain, and about as many as wanted", () => {
    expect(linearTicks([0, 280], 3)).toEqual([0, 100, 200]);
    expect(linearTicks([0.2, 0.9], 3)).toEqual([0.25, 0.5, 0.75]);
    expect(linearTicks([-0.3, 1.2], 3)).toEqual([0, 0.5, 1]);
    expect(linearTicks([0, 3], 8, "count")).toEqual([0, 1, 2, 3]);
    expect(linearTicks([0, 3 * 3600_000], 3, "duration")).toEqual([0, 3600_000, 7200_000, 10800_000]);
  });

  test("between whole numbers no halves are written", () => {
    const isWhole = (ticks: number[]) => ticks.length > 1 && ticks.every(Number.isInteger);
    for (let top = 4; top < 100; top++)
      expect([top, isWhole(linearTicks([0, top], Math.min(16, top / 1.5)))]).toEqual([top, true]);
  });

  test("any domain gets evenly spaced ticks without rounding noise", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
        fc.integer({ min: 1, max: 10 }),
        (low, span, count) => {
          const ticks = linearTicks([low, low + span], count);
          expect(ticks.length).toBeLessThanOrEqual(count * 1.6 + 2);
          for (const tick of ticks)
            expect(tick >= low - span * 1e-6 && tick <= low + span * (1 + 1e-6)).toBe(true);
        },
      ),
    );
  });

  test("a log axis has decades only, fewer where they crowd", () => {
    expect(logTicks([1e-4, 1], 5).map(Math.log10).map(Math.round)).toEqual([-4, -3, -2, -1, 0]);
    expect(logTicks([1e-4, 1], 3).map(Math.log10).map(Math.round)).toEqual([-4, -2, 0]);
  });

  test("they are written alike, with the decimals that tell them apart", () => {
    expect(texts([0, 0.5, 1], "number")).toEqual(["0", "0.5", "1.0"]);
    expect(texts([0, 0.25, 0.5], "share")).toEqual(["0", "25", "50"]);
    expect(texts([0, 500, 1000, 1500], "count")).toEqual(["0", "0.5k", "1.0k", "1.5k"]);
    expect(texts([0, 1000, 2000], "count")).toEqual(["0", "1k", "2k"]);
    expect(texts([-0.5, 0, 0.5], "number")).toEqual(["−0.5", "0", "0.5"]);
    expect(texts([0, 1_500_000, 3_000_000], "count")).toEqual(["0", "1.5M", "3.0M"]);
    expect(texts([1e-4, 1], "number", writeLogTicks)).toEqual(["10−4", "100"]);
    expect(texts([0, 1800_000, 3600_000], "duration")).toEqual(["0:00", "0:30", "1:00"]);
  });

  test("a span of nothing still has a step", () => {
    expect(niceStep(0, 3)).toBe(1);
    expect(niceStep(NaN, 3)).toBe(1);
  });
});

describe("y domain", () => {
  test("a share has its zero and its hundred", () => {
    expect(fitDomain(0.61, 0.88, { kind: "share" })).toEqual([0, 1]);
  });

  test("given bounds win", () => {
    expect(fitDomain(0.61, 0.88, { kind: "share", fixed: [0.5, null] })).toEqual([0.5, 1]);
  });

  test("a metric near zero starts there, one far away does not", () => {
    expect(fitDomain(0.21, 0.86, { kind: "number" })[0]).toBe(0);
    expect(fitDomain(0.83, 0.91, { kind: "number" })).toEqual([0.8, 0.925]);
    expect(fitDomain(-0.3, 1.1, { kind: "number" })).toEqual([-0.5, 1.25]);
  });

  test("it begins at a tick unless that leaves a quarter empty; both ends may be asked to be alike", () => {
    // Ticks 0.05 apart: from 0.86 down to 0.85, but not from 0.845 to 0.80.
    expect(fitDomain(0.86, 0.94, { kind: "number" })[0]).toBe(0.85);
    expect(fitDomain(0.845, 0.92, { kind: "number" })[0]).toBe(0.825);
    expect(fitDomain(0.83, 0.91, { kind: "number", even: true })[0]).toBe(0.825);
    expect(fitDomain(-0.13, 0.6, { kind: "share" })).toEqual([-0.5, 1]);
  });

  test("a constant stands about in the middle, and zero at the bottom", () => {
    expect(fitDomain(0.5, 0.5, { kind: "number" })).toEqual([0.45, 0.55]);
    expect(fitDomain(0.1 + 0.2, 0.3, { kind: "number" })).toEqual([0.25, 0.3375]);
    expect(fitDomain(0, 0, { kind: "number" })).toEqual([0, 1]);
  });

  test("it always holds the data and is never empty", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e5, max: 1e5, noNaN: true }),
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        (low, span) => {
          const [from, to] = fitDomain(low, low + span, { kind: "number" });
          expect(from).toBeLessThan(to);
          const slack = (to - from) * 1e-6;
          expect(from <= low + slack && to >= low + span - slack).toBe(true);
        },
      ),
    );
  });

  test("a log axis is whole decades, at least one", () => {
    expect(fitDomain(0.0004, 0.16, { kind: "number", log: true })).toEqual([1e-4, 1]);
    expect(fitDomain(0.5, 0.5, { kind: "number", log: true })).toEqual([0.1, 1]);
  });

  test("without data there is still an axis", () => {
    expect(fitDomain(Infinity, -Infinity, { kind: "number" })).toEqual([0, 1]);
    expect(fitDomain(Infinity, -Infinity, { kind: "number", log: true })).toEqual([0.1, 1]);
  });
});
