import * as fc from "fast-check";
import { expect, test } from "vitest";
import { gaussian, integer, mulberry32, sfc32, shuffle, stream, uniform, type Rng } from "./rng.ts";

const words = (rng: Rng, count: number) => Array.from({ length: count }, () => rng() * 4294967296);

/** Golden words come from the authors' C code (Ettinger's mulberry32, PractRand's sfc32), compiled with gcc. */
test("mulberry32 gives the words of the reference code", () => {
  expect(words(mulberry32(0), 4)).toEqual([1144304738, 1416247, 958946056, 627933444]);
  expect(words(mulberry32(42), 4)).toEqual([2581720956, 1925393290, 3661312704, 2876485805]);
  expect(words(mulberry32(0xffffffff), 4)).toEqual([3850105811, 813802916, 3073704848, 4054706436]);
});

test("sfc32 gives the words of the reference code", () => {
  expect(words(sfc32(1, 2, 3, 4), 6)).toEqual([7, 34, 56623200, 188882296, 3431242869, 399395954]);
  expect(words(sfc32(0xdeadbeef, 0xcafebabe, 0x12345678, 1), 3)).toEqual([
    2846652846, 1853018141, 3786122168,
  ]);
});

test("a stream depends on its seed and indices and on nothing else", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.array(fc.maxSafeInteger(), { maxLength: 4 }), (seed, indices) => {
      const first = words(stream(seed, ...indices), 8);
      stream(seed + 1, 7)();
      expect(words(stream(seed, ...indices), 8)).toEqual(first);
    }),
  );
});

test("streams of different seeds, indices, orders and depths never start alike", () => {
  const starts = new Set<string>();
  const add = (seed: number, ...indices: number[]) => starts.add(words(stream(seed, ...indices), 3).join());
  let count = 0;
  for (let seed = 0; seed < 40; seed++)
    for (let i = 0; i < 40; i++) {
      add(seed, i);
      add(seed, i, 0);
      add(seed + 2 ** 32, i);
      add(-seed - 1, i);
      count += 4;
    }
  expect(starts.size).toBe(count);
});

test("first numbers of neighbouring streams are uniform and uncorrelated", () => {
  const count = 20_000;
  const firsts = Array.from({ length: count }, (_, i) => stream(5, i)());
  const bins = Array.from({ length: 20 }, () => 0);
  for (const x of firsts) bins[Math.floor(x * 20)]++;
  const chiSquare = bins.reduce((sum, n) => sum + (n - count / 20) ** 2 / (count / 20), 0);
  // 19 degrees of freedom: 43.8 is exceeded once in a thousand.
  expect(chiSquare).toBeLessThan(43.8);
  let covariance = 0;
  for (let i = 1; i < count; i++) covariance += (firsts[i] - 0.5) * (firsts[i - 1] - 0.5);
  expect(Math.abs(covariance / count) * 12).toBeLessThan(4 / Math.sqrt(count));
});

test("uniform and integer stay in their ranges, ends of integer included", () => {
  const rng = stream(1);
  const seen = new Set<number>();
  for (let k = 0; k < 2000; k++) {
    const x = uniform(rng, -3, 2);
    expect(x >= -3 && x < 2).toBe(true);
    seen.add(integer(rng, 4, 9));
  }
  expect(seen).toEqual(new Set([4, 5, 6, 7, 8, 9]));
});

test("shuffle permutes in place and every place gets every element equally often", () => {
  const rng = stream(2);
  const counts = [0, 0, 0, 0];
  for (let k = 0; k < 8000; k++) {
    const array = [0, 1, 2, 3];
    expect(shuffle(rng, array)).toBe(array);
    expect(new Set(array)).toEqual(new Set([0, 1, 2, 3]));
    counts[array.indexOf(0)]++;
  }
  for (const n of counts) expect(Math.abs(n - 2000)).toBeLessThan(160);
});

test("gaussian is finite for every uniform number and has mean 0, variance 1 and normal tails", () => {
  expect(Number.isFinite(gaussian(() => 0))).toBe(true);
  expect(Number.isFinite(gaussian(() => 1 - 2 ** -32))).toBe(true);
  const rng = stream(3);
  const xs = Array.from({ length: 40_000 }, () => gaussian(rng));
  const mean = xs.reduce((a, b) => a + b) / xs.length;
  const variance = xs.reduce((a, b) => a + (b - mean) ** 2, 0) / xs.length;
  const beyond2 = xs.filter((x) => Math.abs(x) > 2).length / xs.length;
  expect(Math.abs(mean)).toBeLessThan(0.02);
  expect(Math.abs(variance - 1)).toBeLessThan(0.03);
  expect(Math.abs(beyond2 - 0.0455)).toBeLessThan(0.004);
});
