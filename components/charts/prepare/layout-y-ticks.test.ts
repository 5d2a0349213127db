import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitDomain } from "./fit-domain.ts";
import { layoutYTicks } from "./layout-y-ticks.ts";

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
          const atFoot = toPx(ticks[0].value);
          const most = Math.max(Math.abs(domain[0]), Math.abs(domain[1]));
          if (most >= 1 && most <= 100 * (domain[1] - domain[0]))
            expect(Math.abs(atFoot) < 0.01 || (atFoot > 0 && atFoot < 13)).toBe(true);
          for (const [index, { value }] of ticks.slice(1).entries())
            expect(toPx(value) - toPx(ticks[index].value)).toBeGreaterThan(12);
        },
      ),
    );
  });
});
