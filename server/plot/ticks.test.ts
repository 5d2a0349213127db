import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timeUnit, writeLogTicks, writeTicks } from "../wording/charts/axes.ts";
import { fitDomain } from "./domain.ts";
import { layoutPlot } from "./layout-plot.ts";
import { prepareLines } from "./preparers.ts";
import { readOut } from "./read-out.ts";
import { rawWindow } from "./testing.ts";
import { linearTicks, logTicks, layoutYTicks } from "./ticks.ts";

describe("ticks", () => {
  const texts = (values: number[], kind: Parameters<typeof writeTicks>[1] = "count") =>
    writeTicks(values, kind).map((tick) => tick.text);
  const logTexts = (domain: [number, number], count = 4) =>
    writeLogTicks(logTicks(domain, count), "number").map((tick) => tick.text + (tick.exponent ?? ""));
  const [S, H] = [1000, 3600_000];

  test("large numbers have their letter, and beyond those their power of ten", () => {
    expect(texts([0, 5e9, 1e10])).toEqual(["0", "5B", "10B"]);
    expect(texts([0, 5e14])).toEqual(["0", "500T"]);
    expect(texts([0, 4.5e15, 9e15])).toEqual(["0", "4.5e15", "9.0e15"]);
    expect(texts([-2e6, -1e6, 0])).toEqual(["−2M", "−1M", "0"]);
  });

  test("small numbers have their power of ten", () => {
    expect(texts([0, 5e-5, 1e-4], "number")).toEqual(["0", "0.5e-4", "1.0e-4"]);
  });

  test("steps near 2^53 are told apart by their distance, every digit of the first said", () => {
    expect(texts([9007199254740000, 9007199254740500, 9007199254741000])).toEqual([
      "9,007,199,254,740,000",
      "+0.5k",
      "+1.0k",
    ]);
    const ticks = linearTicks([2 ** 53 - 2000, 2 ** 53], 4, "count");
    expect(ticks[0]).toBe(9007199254739000);
    expect(ticks).toHaveLength(4);
    expect(linearTicks([2 ** 53 - 5, 2 ** 53 - 1], 4, "count").map((tick) => 2 ** 53 - tick)).toEqual([
      5, 4, 3, 2, 1,
    ]);
  });

  test("durations are read in seconds, hours or days, whichever their axis has", () => {
    expect(texts([0, 0.25 * S, 0.5 * S], "duration")).toEqual(["0", "0.25", "0.5"]);
    expect(texts([0, 30 * S, 60 * S], "duration")).toEqual(["0", "30", "60"]);
    expect(texts([-H, 0, H], "duration")).toEqual(["−1:00", "0:00", "1:00"]);
    expect(texts([0, 120 * H, 240 * H], "duration")).toEqual(["0", "5", "10"]);
    expect([[60 * S], [6 * H], [240 * H]].map(timeUnit)).toEqual(["s", "h:mm", "d"]);
    expect(linearTicks([0, 500 * H], 4, "duration").map((ms) => ms / 24 / H)).toEqual([0, 5, 10, 15, 20]);
    expect(linearTicks([0, 1000], 4, "duration")).toEqual([0, 250, 500, 750, 1000]);
  });

  test("a log axis has decades, and where few are in sight round numbers between", () => {
    expect(logTexts([1e-4, 1])).toEqual(["10−4", "10−2", "100"]);
    expect(logTexts([200, 7000])).toEqual(["200", "500", "1k", "2k", "5k"]);
    expect(logTexts([310, 460])).toEqual(["350", "400", "450"]);
  });

  test("on a log axis a share is ticked with the number that the tooltip reads there", () => {
    const values = [1, 0.1, 0.01, 0.001];
    const model = prepareLines({
      series: [{ key: "a", label: "", window: rawWindow(values.map((y, x) => [x, y])) }],
      x: { label: "train step", kind: "count" },
      y: { kind: "share", scale: "log" },
    });
    const { yTicks } = layoutPlot(model, 320, 264);
    const read = new Map(
      values.map((value, x) => [value, Number.parseFloat(readOut(model, x).rows[0].value)] as const),
    );
    expect(yTicks.map(({ value }) => value)).toEqual(values.toReversed());
    expect(yTicks.map(({ text, exponent }) => [text, exponent])).toEqual(
      ["0.1", "1", "10", "100"].map((text) => [text, undefined]),
    );
    for (const { value, text } of yTicks) expect(Number(text)).toBe(read.get(value));
  });

  test("shares below a thousandth of a per cent keep their factor on a log axis", () => {
    const shares = logTicks([1e-9, 1e-4], 9);
    const written = writeLogTicks(shares, "share").map((tick) => Number(tick.text.replace("−", "-")));
    written.forEach((value, index) => expect(value).toBeCloseTo(shares[index] * 100, 12));
  });

  test("whatever the domain, no two ticks read the same", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e16, max: 1e16, noNaN: true }),
        fc.double({ min: -9, max: 16, noNaN: true }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom("count", "number", "share" as const),
        (low, exponent, count, kind) => {
          const span = Math.max(10 ** exponent, Math.abs(low) * 1e-12);
          const written = texts(linearTicks([low, low + span], count, kind), kind);
          expect(new Set(written).size).toBe(written.length);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("layout y ticks", () => {
  /** Of a chart in a row of three, and of a tall one. */
  const HEIGHTS = [107, 247];
  const plotOf = (domain: [number, number], kind: "number" | "share" | "count") =>
    ({ y: { domain, kind, unit: "", log: false, missing: null } }) as unknown as Parameters<
      typeof layoutYTicks
    >[0];
  const axis = (domain: [number, number], pixels = 107, kind: "number" | "share" | "count" = "number") =>
    layoutYTicks(plotOf(domain, kind), pixels);
  const texts = (...given: Parameters<typeof axis>) => axis(...given).map(({ text }) => text);
  /** What a reader takes a number for; one with a plus is counted from the lowest. */
  function readTexts(written: string[]): number[] {
    const values: number[] = [];
    for (const text of written) {
      const [, plus, minus, digits, letter, exponent] =
        /^(\+?)(−?)([\d,]+(?:\.\d+)?)([kMBT]?)((?:e-?\d+)?)$/.exec(text) ?? [];
      const plain = `${minus ? "-" : ""}${digits?.replaceAll(",", "")}${exponent}`;
      const value = Number(plain) * 1000 ** ["", "k", "M", "B", "T"].indexOf(letter);
      values.push(plus ? values[0] + value : value);
    }
    return values;
  }
  const fitted = (low: number, high: number) => fitDomain(low, high, { kind: "number" });

  describe("the numbers of y", () => {
    test("are two at least, also around zero where outliers are clipped", () => {
      expect(texts(fitted(-1.2, 1.2))).toEqual(["−2", "0"]);
      expect(texts([-1.5, 1.5]).length).toBeGreaterThanOrEqual(2);
    });

    test("say where the axis of x stands, which would be read as zero", () => {
      // Throughput, a loss, the steps of an episode.
      for (const [low, high] of [
        [3900, 11_200],
        [1.7, 3.4],
        [5.4, 8.1],
      ])
        for (const pixels of HEIGHTS) {
          const domain = fitted(low, high);
          expect([low, axis(domain, pixels)[0].value]).toEqual([low, domain[0]]);
        }
    });

    test("the foot is written like the others where it is half a step below them", () => {
      expect(texts([2.5, 10])).toEqual(["2.5", "5.0", "10.0"]);
      expect(texts([47, 60], 107, "count")).toEqual(["47", "50", "55", "60"]);
    });

    test("elsewhere the foot has the letter of the others, and as many decimals as bring it near", () => {
      expect(texts([0.1372, 0.9])).toEqual(["0.14", "0.25", "0.50", "0.75"]);
      expect(texts([3.3757, 3.5])[0]).toBe("3.376");
      expect(texts([14.0637e6, 14.3e6])).toEqual(["14.064M", "14.1M", "14.2M", "14.3M"]);
      expect(texts([2.3e-6, 12e-6])).toEqual(["0.23e-5", "0.5e-5", "1.0e-5"]);
      expect(texts([0.9837, 0.9931], 107, "share")[0]).toBe("98.37");
    });

    test("a foot that would be false or long is left out", () => {
      expect(texts([507.5, 512], 107, "count")).toEqual(["508", "510", "512"]);
      expect(texts([47.5, 60], 107, "count")[0]).toBe("50");
      // Ticks that are counted from the lowest.
      expect(texts([0.00316973, 0.00317041])).toEqual(["0.00316975", "+2.5e-7", "+5.0e-7"]);
      expect(texts([98.85497, 98.8552])[0]).toBe("98.85497");
      expect(texts([-98.85543, -98.8552])[0]).toBe("−98.8554");
    });

    test("there is none where it would lie under the first tick", () => {
      expect(texts([0.95, 4], 247)).toEqual(["1", "2", "3", "4"]);
    });

    test("whatever the domain, they are told apart, ascend, and are within a hundredth of the axis of what they stand for", () => {
      let feet = 0;
      fc.assert(
        fc.property(
          fc.double({ min: -10, max: 10, noNaN: true }),
          fc.double({ min: -4, max: 1, noNaN: true }),
          fc.integer({ min: -5, max: 9 }),
          fc.constantFrom("number", "share", "count" as const),
          fc.constantFrom(...HEIGHTS, 700),
          (low, width, exponent, kind, pixels) => {
            const from = Number(`${low.toFixed(6)}e${exponent}`);
            const span = Number(`${(10 ** width).toPrecision(4)}e${exponent}`);
            // Below a step of one a count has no ticks between.
            if (kind === "count" && span < 4) return;
            const domain: [number, number] = [from, from + span];
            const ticks = axis(domain, pixels, kind);
            const factor = kind === "share" ? 100 : 1;
            const values = readTexts(ticks.map(({ text }) => text));
            for (const [index, { value }] of ticks.entries()) {
              expect(Math.abs(values[index] - value * factor)).toBeLessThanOrEqual(span * factor * 0.0101);
              if (index > 0) expect(values[index]).toBeGreaterThan(values[index - 1]);
            }
            if (ticks[0].value === from) feet++;
            if (kind === "count") expect(Number.isInteger(ticks[0].value)).toBe(true);
          },
        ),
        { numRuns: 2000 },
      );
      expect(feet).toBeGreaterThan(200);
    });

    test("any values have two numbers or more, one at the foot or nearer to it than a number is high where that is short, never closer than that", () => {
      fc.assert(
        fc.property(
          fc.double({ min: -1e5, max: 1e5, noNaN: true }),
          fc.double({ min: 0, max: 1e5, noNaN: true }),
          fc.constantFrom(...HEIGHTS),
          (low, span, pixels) => {
            const domain = fitted(low, low + span);
            const ticks = axis(domain, pixels);
            expect(ticks.length).toBeGreaterThanOrEqual(2);
            const toPx = (value: number) => ((value - domain[0]) / (domain[1] - domain[0])) * pixels;
            const atCaption = toPx(ticks[0].value);
            const most = Math.max(Math.abs(domain[0]), Math.abs(domain[1]));
            if (most >= 1 && most <= 100 * (domain[1] - domain[0]))
              expect(Math.abs(atCaption) < 0.01 || (atCaption > 0 && atCaption < 13)).toBe(true);
            for (const [index, { value }] of ticks.slice(1).entries())
              expect(toPx(value) - toPx(ticks[index].value)).toBeGreaterThan(12);
          },
        ),
      );
    });
  });
});
