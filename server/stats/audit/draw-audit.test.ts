import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Candidate, drawAudit, usualThreshold } from "./draw-audit.ts";

const binary = (accepted: number, rejected: number): Candidate[] =>
  Array.from({ length: accepted + rejected }, (_, i) => ({
    reward: i < accepted ? 1 : 0,
    length: (i * 37) % 101,
  }));
const FIFTY = { threshold: 0.5, size: 50, seed: 1 };
const accepted = (candidates: readonly Candidate[], draw: ReturnType<typeof drawAudit>) =>
  draw.order.filter(({ index }) => candidates[index].reward >= 0.5).length;

test("as many are drawn of what is accepted as of what is rejected, however rare one is", () => {
  const all = binary(60, 940);
  const draw = drawAudit(all, FIFTY);
  expect(draw.order).toHaveLength(50);
  expect(accepted(all, draw)).toBe(25);
  expect(draw.strata.map(({ accepted: is, size }) => [is, size > 0])).toEqual([
    [true, true],
    [true, true],
    [false, true],
    [false, true],
  ]);
});

test("a side that has fewer leaves the rest to the other, and fewer than asked for are all drawn", () => {
  expect(accepted(binary(4, 500), drawAudit(binary(4, 500), FIFTY))).toBe(4);
  const few = drawAudit(binary(7, 5), FIFTY);
  expect(few.order.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual([...Array(12).keys()]);
});

test("one reward and no length are one stratum", () => {
  const alike = Array.from({ length: 80 }, () => ({ reward: 1, length: null }));
  expect(drawAudit(alike, FIFTY).strata).toMatchObject([{ accepted: true, size: 80 }]);
});

test("graded rewards part what is accepted, and what is rejected, into halves", () => {
  const graded = Array.from({ length: 400 }, (_, i) => ({ reward: i / 400, length: i % 7 }));
  const { strata } = drawAudit(graded, FIFTY);
  expect(strata).toHaveLength(8);
  expect(Math.min(...strata.map(({ drawn }) => drawn.length))).toBeGreaterThan(4);
});

const someCandidates = fc.array(
  fc.record({
    reward: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: -2, max: 2, noNaN: true })),
    length: fc.option(fc.integer({ min: 0, max: 300 })),
  }),
  { maxLength: 150 },
);

test("whatever is there: none twice, every stratum counted, and the same seed draws the same ones", () => {
  fc.assert(
    fc.property(someCandidates, fc.integer({ min: 1, max: 80 }), fc.integer(), (all, size, seed) => {
      const asked = { threshold: 0.25, size, seed };
      const draw = drawAudit(all, asked);
      const drawn = draw.order.map(({ index }) => index);
      return (
        drawn.length === Math.min(size, all.length) &&
        new Set(drawn).size === drawn.length &&
        draw.strata.reduce((sum, stratum) => sum + stratum.size, 0) === all.length &&
        draw.order.every(({ index, stratum }) => draw.strata[stratum].drawn.includes(index)) &&
        draw.strata.every(({ accepted: is, drawn: of }) => of.every((i) => all[i].reward >= 0.25 === is)) &&
        JSON.stringify(drawAudit(all, asked)) === JSON.stringify(draw)
      );
    }),
  );
});

test("each completion of a stratum is as likely to be drawn", () => {
  const all = binary(10, 10);
  const counts = Array.from({ length: 20 }, () => 0);
  for (let seed = 0; seed < 2000; seed++)
    for (const { index } of drawAudit(all, { threshold: 0.5, size: 8, seed }).order) counts[index] += 1;
  // 800 are expected of each, give or take 22.
  expect(Math.min(...counts)).toBeGreaterThan(700);
  expect(Math.max(...counts)).toBeLessThan(900);
});

test("until a person says otherwise the verifier accepts from halfway on; one reward alone is right where it is positive", () => {
  expect(usualThreshold([0, 1, 1])).toBe(0.5);
  expect(usualThreshold([-1, 3])).toBe(1);
  expect(usualThreshold([1, 1])).toBe(1);
  expect(usualThreshold([0, 0])).toBe(1);
  expect(usualThreshold([-2])).toBe(-1);
});
