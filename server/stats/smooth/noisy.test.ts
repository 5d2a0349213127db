import { describe, expect, test } from "vitest";
import { isNoisy } from "./noisy.ts";

const series = (n: number, at: (i: number) => number) => Array.from({ length: n }, (_, i) => at(i));
/** Between -1 and 1, the same at every run of the test. */
const jitter = (i: number) => Math.sin(i * 12.9898) * Math.cos(i * 78.233);

describe("a series is noisy", () => {
  test("where it goes up and down from point to point as far as it goes altogether", () => {
    expect(isNoisy(series(40, jitter))).toBe(true);
  });

  test("where a trend is hidden by the way from point to point, in whatever unit", () => {
    for (const unit of [1e-12, 1, 1e12])
      expect(isNoisy(series(100, (i) => unit * (i / 100 + 0.3 * jitter(i))))).toBe(true);
  });

  test("whatever a spike of it is and whatever of it is no number", () => {
    const noise = series(60, jitter);
    expect(isNoisy(noise.with(30, 1e9))).toBe(true);
    expect(isNoisy([...noise, Number.NaN, Number.POSITIVE_INFINITY])).toBe(true);
  });
});

describe("a series is not noisy", () => {
  test("that is a line, straight or bent, with a little jitter or none", () => {
    expect(isNoisy(series(20, (i) => i))).toBe(false);
    expect(isNoisy(series(200, (i) => Math.exp(-i / 60)))).toBe(false);
    expect(isNoisy(series(200, (i) => i / 200 + 0.02 * jitter(i)))).toBe(false);
  });

  test("that is flat, also with spikes, since a smoothed line would only lower them", () => {
    expect(isNoisy(series(100, () => 3))).toBe(false);
    expect(isNoisy(series(100, (i) => (i % 25 === 7 ? 9 : 0)))).toBe(false);
  });

  test("of fewer than 20 points, which are each looked at", () => {
    expect(isNoisy(series(19, jitter))).toBe(false);
    expect(isNoisy([])).toBe(false);
    expect(isNoisy([Number.NaN])).toBe(false);
    expect(isNoisy([...series(19, jitter), Number.NaN, Number.POSITIVE_INFINITY])).toBe(false);
  });
});
