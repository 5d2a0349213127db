import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detectableFlips, mcnemar } from "./mcnemar.ts";
import { draws } from "../testing.ts";

test("450 shared problems of which 45 flip show 4.2 points (Connor 1987: n = 450 for that difference)", () => {
  const d = detectableFlips({ n: 450, flips: 45 }) ?? 0;
  const needed = (1.959964 * Math.sqrt(0.1) + 0.841621 * Math.sqrt(0.1 - d * d)) ** 2 / d ** 2;
  expect(needed).toBeCloseTo(450, 3);
  expect(d).toBeCloseTo(0.0415, 3);
});

test("what it calls detectable is shown by McNemar's interval in about 80 % of worlds", () => {
  const [n, share] = [450, 0.1];
  const d = detectableFlips({ n, flips: n * share }) ?? 0;
  const random = draws(45);
  const worlds = 400;
  let shown = 0;
  for (let world = 0; world < worlds; world++) {
    const flips = random.binomial(n, share);
    const onlyB = random.binomial(flips, 0.5 + d / share / 2);
    if ((mcnemar(flips - onlyB, onlyB, n).p ?? 1) < 0.05) shown++;
  }
  expect(shown / worlds).toBeGreaterThan(0.7);
  expect(shown / worlds).toBeLessThan(0.88);
});

test("it falls with more problems at the same share, and grows with level and power", () => {
  fc.assert(
    fc.property(fc.integer({ min: 15, max: 400 }), fc.integer({ min: 2, max: 9 }), (flips, times) => {
      const counts = { n: flips * times, flips };
      const d = detectableFlips(counts) ?? Number.NaN;
      return (
        (detectableFlips({ n: 2 * counts.n, flips: 2 * flips }) ?? 1) < d &&
        (detectableFlips(counts, { level: 0.99 }) ?? 1) > d &&
        (detectableFlips(counts, { power: 0.9 }) ?? 1) > d &&
        d <= flips / counts.n
      );
    }),
  );
});

describe("edges", () => {
  test("too few flips carry no difference at all", () => {
    expect(detectableFlips({ n: 20, flips: 1 })).toBeNull();
    expect(detectableFlips({ n: 20, flips: 0 })).toBeNull();
    expect(detectableFlips({ n: 0, flips: 0 })).toBeNull();
  });
  test("nonsense is refused", () => {
    expect(() => detectableFlips({ n: 10, flips: 11 })).toThrow("11 of 10");
    expect(() => detectableFlips({ n: 10.5, flips: 0 })).toThrow("whole");
    expect(() => detectableFlips({ n: 10, flips: -1 })).toThrow("none to all");
    expect(() => detectableFlips({ n: 10, flips: 0 }, { power: 0.01 })).toThrow("Power");
    expect(() => detectableFlips({ n: 10, flips: 0 }, { level: 1 })).toThrow();
  });
});
