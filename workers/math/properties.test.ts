import * as fc from "fast-check";
import { expect, test } from "vitest";
import { clippedSurrogate, klK3, klK3Slope } from "./clipped-surrogate.ts";
import { entropy } from "./entropy.ts";
import { groupAdvantages } from "./group-advantage.ts";
import { groupStatistics, isZeroVariance } from "./group-statistics.ts";
import { maskedSoftmax } from "./masked-softmax.ts";
import { mean, standardDeviation } from "./moments.ts";
import { bestAllowed, sampleIndex } from "./sampling.ts";

const finite = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
const logProbability = fc.double({ min: -12, max: -1e-6, noNaN: true });
const rewards = fc.array(finite(100), { minLength: 2, maxLength: 16 });
const policy = fc
  .array(fc.tuple(finite(40), fc.boolean()), { minLength: 1, maxLength: 60 })
  .filter((entries) => entries.some(([, allowed]) => allowed));

function distribution(entries: [number, boolean][], shift = 0) {
  const scores = Float64Array.from(entries, ([score]) => score + shift);
  const mask = Uint8Array.from(entries, ([, allowed]) => (allowed ? 1 : 0));
  const probabilities = new Float64Array(scores.length);
  const logNormaliser = maskedSoftmax(scores, 0, mask, 0, scores.length, 1, probabilities);
  return { scores, mask, probabilities, logNormaliser };
}

test("a masked softmax sums to one, gives the forbidden nothing and does not move when all scores shift", () => {
  fc.assert(
    fc.property(policy, finite(50), (entries, shift) => {
      const { probabilities, mask, logNormaliser } = distribution(entries);
      const shifted = distribution(entries, shift);
      expect(probabilities.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
      probabilities.forEach((p, i) => {
        if (mask[i] === 0) expect(p).toBe(0);
        expect(shifted.probabilities[i]).toBeCloseTo(p, 9);
      });
      expect(shifted.logNormaliser).toBeCloseTo(logNormaliser + shift, 9);
    }),
  );
});

test("a softmax over nothing allowed says so", () => {
  const scores = new Float32Array(3);
  expect(() => maskedSoftmax(scores, 0, new Uint8Array(3), 0, 3, 1, new Float64Array(3))).toThrow(
    "None of 3 actions is allowed",
  );
});

test("entropy lies between 0 and the log of the number of allowed entries", () => {
  fc.assert(
    fc.property(policy, (entries) => {
      const { probabilities, mask } = distribution(entries);
      const h = entropy(probabilities);
      expect(h).toBeGreaterThanOrEqual(0);
      expect(h).toBeLessThanOrEqual(Math.log(mask.filter((m) => m === 1).length) + 1e-9);
    }),
  );
});

test("a drawn index is allowed, and the share of u that draws it is its probability", () => {
  fc.assert(
    fc.property(policy, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (entries, u) => {
      const { probabilities, mask } = distribution(entries);
      const drawn = sampleIndex(probabilities, probabilities.length, u);
      expect(mask[drawn]).toBe(1);
      const below = probabilities.slice(0, drawn).reduce((a, b) => a + b, 0);
      expect(u).toBeGreaterThanOrEqual(below - 1e-12);
      expect(u).toBeLessThanOrEqual(below + probabilities[drawn] + 1e-12);
    }),
  );
});

test("the best allowed entry is allowed and no allowed one scores higher", () => {
  fc.assert(
    fc.property(policy, (entries) => {
      const { scores, mask } = distribution(entries);
      const best = bestAllowed(scores, mask, 0, scores.length);
      expect(mask[best]).toBe(1);
      scores.forEach((score, i) => mask[i] === 1 && expect(score).toBeLessThanOrEqual(scores[best]));
    }),
  );
});

test("k3 is never negative, is zero exactly at equality, and its slope is its derivative", () => {
  fc.assert(
    fc.property(logProbability, logProbability, (logp, reference) => {
      expect(klK3(logp, reference)).toBeGreaterThanOrEqual(0);
      expect(klK3(logp, logp)).toBe(0);
      expect(klK3Slope(logp, logp)).toBeCloseTo(0, 15);
      const h = 1e-6;
      const numeric = (klK3(logp + h, reference) - klK3(logp - h, reference)) / (2 * h);
      expect(Math.abs(klK3Slope(logp, reference) - numeric)).toBeLessThan(
        1e-4 * Math.max(1, Math.abs(numeric)),
      );
    }),
  );
});

test("the clipped surrogate is never below the unclipped loss and equals it where nothing is clipped", () => {
  fc.assert(
    fc.property(logProbability, logProbability, finite(5), (logp, old, advantage) => {
      const { loss, slope, clipped } = clippedSurrogate(logp, old, advantage, 0.2, 0.28);
      const free = -Math.exp(logp - old) * advantage;
      expect(loss).toBeGreaterThanOrEqual(free);
      if (clipped) expect(slope).toBe(0);
      else expect([loss, slope]).toEqual([free, free]);
    }),
  );
});

test("advantages sum to zero, and the group's scale makes them blind to a positive factor on the rewards", () => {
  fc.assert(
    fc.property(rewards, fc.double({ min: 0.1, max: 10, noNaN: true }), (values, factor) => {
      const centred = groupAdvantages(values, "none");
      expect(mean(centred)).toBeCloseTo(0, 9);
      fc.pre(standardDeviation(values, 0) > 1);
      const scaled = groupAdvantages(
        values.map((v) => v * factor),
        "group",
      );
      groupAdvantages(values, "group").forEach((a, i) => expect(scaled[i]).toBeCloseTo(a, 2));
    }),
  );
});

test("a dead group has only zero advantages, so no epsilon and no noise can revive it", () => {
  fc.assert(
    fc.property(finite(1e6), fc.integer({ min: 2, max: 32 }), (reward, size) => {
      const equal = Array.from({ length: size }, () => reward);
      expect(isZeroVariance(equal)).toBe(true);
      for (const scale of ["group", "none"] as const)
        expect(groupAdvantages(equal, scale)).toEqual(equal.map(() => 0));
    }),
  );
});

test("whether a group is dead does not depend on the scale of its rewards", () => {
  const scale = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(rewards, scale, (values, factor) => {
      const low = Math.min(...values);
      const range = Math.max(...values) - low;
      // Differences that underflow when scaled are no rewards.
      fc.pre(range === 0 || range > 1e-6 * Math.max(1e-200, ...values.map(Math.abs)));
      expect(isZeroVariance(values.map((v) => v * factor))).toBe(range === 0);
    }),
  );
});

test("rounding does not make a group alive, and a NaN does not make it dead", () => {
  expect(isZeroVariance([0.1 + 0.2, 0.3, 0.3])).toBe(true);
  expect(isZeroVariance([0.3, 0.3 + 1e-6])).toBe(false);
  expect(isZeroVariance([1, Number.NaN, 1])).toBe(false);
  expect(isZeroVariance([0, 0, 0])).toBe(true);
});

test("the causes of dead groups never exceed the dead groups, and each share lies in 0 to 1", () => {
  const group = fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(group, { minLength: 1, maxLength: 20 }), (all) => {
      const s = groupStatistics(
        all.map((raw) => ({ raw, shaped: raw })),
        0,
        1,
      );
      const solved = all.filter((g) => g.every((r) => r === 1)).length / all.length;
      expect(s.allSolvedShare).toBe(solved);
      expect(s.allSolvedShare + s.allFailedShare).toBeLessThanOrEqual(s.zeroShare + 1e-12);
      expect(s.zeroShare).toBeLessThanOrEqual(1);
    }),
  );
});
