import * as fc from "fast-check";
import { expect, test } from "vitest";
import { alignExactly, alignInBins } from "./align-runs.ts";
import { bucketPoints } from "./bucket-points.ts";

const line = (points: [number, number][]) => ({
  x: Float64Array.from(points, ([x]) => x),
  value: Float64Array.from(points, ([, value]) => value),
});

test("runs with the same x are put together there, one that is shorter or has a NaN is missing there", () => {
  const aligned = alignExactly(
    [
      line([
        [1, 10],
        [2, 20],
        [3, 30],
      ]),
      line([
        [1, 11],
        [2, Number.NaN],
      ]),
      line([[3, -Infinity]]),
      line([[3, Infinity]]),
    ],
    100,
  );
  expect(aligned).toEqual({
    aligned: "exact",
    x: [1, 2, 3],
    values: [[10, 11], [20], [30]],
    nonFinite: [0, 1, 2],
    posInf: [0, 0, 1],
    negInf: [0, 0, 1],
  });
});

test("a run that logs every tenth x of another does not agree with it, one that misses a single x does", () => {
  const every = (step: number, count: number, without = -1) =>
    line(
      Array.from({ length: count }, (_, i): [number, number] => [step * i, 1]).filter(([x]) => x !== without),
    );
  expect(alignExactly([every(1, 101), every(10, 11)], 200)).toBeNull();
  expect(alignExactly([every(1, 101), every(2, 51)], 200)).toBeNull();
  expect(alignExactly([every(50, 5), every(50, 5, 100)], 200)?.values.map(({ length }) => length)).toEqual([
    2, 2, 1, 2, 2,
  ]);
});

test("runs that each lack another x agree: every x is there with those that have it", () => {
  const without = (missing: number) =>
    line(Array.from({ length: 50 }, (_, x): [number, number] => [x, 1]).filter(([x]) => x !== missing));
  const aligned = alignExactly([7, 12, 23, 31, 44].map(without), 200);
  expect(aligned?.x).toHaveLength(50);
  expect(aligned?.values.map(({ length }) => length).filter((n) => n === 4)).toHaveLength(5);
  const every = (first: number) =>
    line(Array.from({ length: 50 }, (_, i): [number, number] => [first + 2 * i, 1]));
  expect(alignExactly([every(0), every(1)], 200)).toBeNull();
});

test("runs that merely interleave do not agree, nor do more x than are asked for", () => {
  const [odd, even] = [
    line([
      [1, 1],
      [3, 1],
    ]),
    line([
      [2, 1],
      [4, 1],
    ]),
  ];
  expect(alignExactly([odd, even], 100)).toBeNull();
  expect(alignExactly([odd], 1)).toBeNull();
});

test("a run counts once at an x that two of its attempts have", () => {
  expect(
    alignExactly(
      [
        line([
          [1, 5],
          [2, 5],
          [1, 7],
        ]),
      ],
      100,
    )?.values,
  ).toEqual([[7], [5]]);
});

test("in bins every run has one vote, whatever it logged how often, and its vote is its mean", () => {
  const point = fc.tuple(
    fc.double({ min: 0, max: 100, noNaN: true }),
    fc.oneof(fc.double({ min: -9, max: 9, noNaN: true }), fc.constantFrom(Number.NaN, Infinity, -Infinity)),
  );
  const run = fc.uniqueArray(point, { selector: ([x]) => x, minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(
      fc.array(run, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 2, max: 20 }),
      (runs, bins) => {
        const span: [number, number] = [0, 100];
        const binOf = (x: number) => Math.min(bins - 1, Math.floor(x / (100 / bins)));
        const blocks = runs.map((points) => {
          const sorted = points.toSorted((a, b) => a[0] - b[0]);
          const columns = { ...line(sorted), at: new Float64Array(sorted.length) };
          return [bucketPoints(columns, { from: 0, to: 100 }, bins).block];
        });
        const { x, values, nonFinite, posInf, negInf, aligned } = alignInBins(blocks, span, bins);
        expect([aligned, x.length]).toEqual(["binned", bins]);
        for (let bin = 0; bin < bins; bin++) {
          const inBin = runs.map((points) =>
            points.filter(([at]) => binOf(at) === bin).map(([, value]) => value),
          );
          const expected = inBin.flatMap((inside) => {
            const finite = inside.filter(Number.isFinite);
            return finite.length === 0 ? [] : [finite.reduce((a, b) => a + b, 0) / finite.length];
          });
          const all = inBin.flat();
          const only = (what: number) => all.filter((value) => value === what).length;
          expect([nonFinite[bin], posInf[bin], negInf[bin]]).toEqual([
            all.filter((value) => !Number.isFinite(value)).length,
            only(Infinity),
            only(-Infinity),
          ]);
          expect(values[bin]).toHaveLength(expected.length);
          expected.forEach((value, i) => expect(values[bin][i]).toBeCloseTo(value, 9));
        }
      },
    ),
  );
});
