import { describe, expect, test } from "vitest";
import { claims } from "./claims.ts";
import { manyToOne } from "./many-to-one.ts";
import { isTestedRowByRow, rowByRow } from "./row-by-row.ts";
import { SHARE_COLLAPSE } from "./at-the-boundary.ts";
import { countFallen, skewOf, usualOf } from "./skew.ts";

const BASE = [71, 74, 72];
const CELL = [75.5, 78, 77];

describe("rows that are tested by themselves", () => {
  test("are those of large tables, beside a calm baseline, and of sides of very different size", () => {
    expect(isTestedRowByRow(BASE, [CELL, CELL, CELL, CELL])).toBe(false);
    expect(
      isTestedRowByRow(
        BASE,
        Array.from({ length: 9 }, () => CELL),
      ),
    ).toBe(true);
    expect(isTestedRowByRow([71, 71.2, 71.1], [CELL, BASE, CELL])).toBe(true);
    expect(isTestedRowByRow([71, 71.2, 71.1], [CELL, BASE])).toBe(false);
    expect(isTestedRowByRow([...BASE, ...BASE], [CELL])).toBe(true);
  });

  test("with one comparison and equal spreads it is Welch's t, which `manyToOne` is too", () => {
    const [own] = rowByRow([1, 2, 3], [[5, 6, 7]]).rows;
    const [other] = manyToOne([1, 2, 3], [[5, 6, 7]]).rows;
    expect(own.p).toBeCloseTo(other.p ?? 0, 10);
    expect(own.df).toBeCloseTo(4, 10);
  });

  test("has Šidák's p over the rows, and an interval without 0 exactly where p is below 5 %", () => {
    const others = [CELL, [70, 76, 73.5], [80, 79.5, 80.5], [60, 75, 68]];
    const alone = rowByRow(BASE, others).rows;
    for (const { p, low, high } of alone) expect((p ?? 1) < 0.05).toBe((low ?? -1) > 0 || (high ?? 1) < 0);
    const together = manyToOne(BASE, others).rows;
    alone.forEach(({ df }, i) => expect(df).toBeLessThanOrEqual((together[i].df ?? 0) + 1e-12));
  });

  test("never has more degrees of freedom than the smaller side alone allows where the other is endless", () => {
    const many = Array.from({ length: 400 }, (_, i) => (i % 7) / 1000);
    expect(rowByRow(many, [CELL]).rows[0].df).toBeLessThan(2.05);
  });

  test("is what a column of nine comparisons claims by, and says", () => {
    const cells = new Map([
      ["base", new Map(BASE.map((v, i) => [i, v]))],
      ...Array.from({ length: 9 }, (_, c): [string, Map<number, number>] => [
        `c${c}`,
        new Map(CELL.map((v, i) => [i, v + c / 10])),
      ]),
    ]);
    const found = claims({ cells, baseline: "base" });
    expect(found.method).toBe("welch_sidak");
    expect(found.alone).toEqual({ comparisons: 1, level: 0.95 ** (1 / 9) });
    expect(found.rows[0].p).toBeGreaterThan(0.05);
  });
});

describe("sides that no test of a few runs holds for", () => {
  const calm = [0.6, 0.61, 0.62];
  const of = (own: number[], base: number[]) =>
    skewOf([own, base], usualOf([own, base, calm, calm], SHARE_COLLAPSE));

  test("a run that lies far from the others collapsed, on either side, by points of a share or by spreads", () => {
    expect(of([0.6, 0.61, 0.3], calm)).toBe("collapse");
    expect(of(calm, [0.6, 0.61, 0.5])).toBe("collapse");
    const [wide, narrow] = [
      [60, 61, 55],
      [60, 61, 62],
    ];
    expect(skewOf([wide, narrow], usualOf([wide, narrow], null))).toBeNull();
    expect(of(calm, [0.55, 0.6, 0.65])).toBeNull();
  });

  test("several runs that lie together and far from the others collapsed, also where they are most of them", () => {
    const unit = [0, 1, 2, 1, 0, 2, 1, 1];
    const of = (own: number[]) => skewOf([own, unit], usualOf([own, unit, unit], null));
    expect(of([-10, -11, 1, 0, 2, 1, 1, 0])).toBe("collapse");
    expect(of([-10, -11, -10, -9, -10, -10, 1, 0])).toBe("collapse");
    expect(of([-4, -3, -2, -1, 0, 1, 2, 3])).toBeNull();
    expect(of([-1, -2, -1, 0, 3, 2, 3, 4])).toBeNull();
  });

  test("where lower is better a share collapses upward, and of two groups the higher one did", () => {
    const errors = { ...SHARE_COLLAPSE, better: "lower" as const };
    const cell = [0.1, 0.11, 0.5];
    expect(countFallen(cell, usualOf([cell, calm], errors))).toBe(1);
    expect(countFallen([0.5, 0.51, 0.1], usualOf([cell, calm], SHARE_COLLAPSE))).toBe(1);
    const parted = [0.1, 0.1, 0.11, 0.3, 0.3, 0.31, 0.3];
    expect(countFallen(parted, usualOf([calm, calm, parted], { ...errors, distance: 0.5 }))).toBe(4);
    expect(countFallen(parted, usualOf([calm, calm, parted], null))).toBe(3);
  });

  test("shares near an end are skewed where they scatter unlike each other, or are too few to show it", () => {
    const tight = [0.97, 0.971, 0.969, 0.97, 0.972];
    expect(of([0.99, 0.95, 0.98, 0.96, 0.94], tight)).toBe("near_the_end");
    expect(of([0.98, 0.981, 0.979, 0.98, 0.982], tight)).toBeNull();
    expect(of([0.98, 0.981, 0.979], [0.97, 0.971, 0.969])).toBe("near_the_end");
    expect(of([0.6, 0.61, 0.59], [0, 0, 0])).toBeNull();
  });
});
