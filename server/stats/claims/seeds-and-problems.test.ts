import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noNarrowerThanSeeds, pooledSources, seedsAndProblems } from "./seeds-and-problems.ts";
import { claims } from "./claims.ts";
import type { RunsByProblem } from "./runs-by-problem.ts";
import { readGolden, relativeError } from "../testing.ts";

type Table = (number | null)[][];
const golden = readGolden("seeds-and-problems.json") as {
  cases: {
    own: Table;
    baseline: Table;
    level: number;
    shared: boolean;
    answer: [d: number, A: number[], Q: number, O: number[], V: number, df: number, half: number, p: number];
  }[];
};

const runs = (table: Table): RunsByProblem => new Map(table.map((row, seed) => [seed, row]));
const isTested = (row?: {
  low: number | null;
  high: number | null;
  p: number | null;
}): row is { low: number; high: number; p: number } =>
  row !== undefined && row.low !== null && row.high !== null && row.p !== null;
const bits = (text: string): Table => text.split(" ").map((row) => row.split("").map(Number));
const OWN = bits("1111111111 1111001001 1011011111");
const BASE = bits("0100000000 0000100101 1101010101");

describe("new seeds and new problems", () => {
  test("a table of 3 x 10 zeros and ones has the printed figures", () => {
    const { value, low, high, df, parts, n, problems, leftOut, missing } = seedsAndProblems({
      own: runs(OWN),
      baseline: runs(BASE),
    });
    expect({ n, problems, leftOut, missing }).toEqual({ n: 3, problems: 10, leftOut: 0, missing: null });
    const figures = [
      [value, 0.4666666667],
      [parts?.runs[0], 0.01333333333],
      [parts?.runs[1], 0.02111111111],
      [parts?.problems, 0.01530864198],
      [parts?.residual[0], 0.004691358025],
      [parts?.residual[1], 0.006296296296],
      [df, 4.404425451],
      [((high ?? 0) - (low ?? 0)) / 2, 0.5274144698],
    ];
    for (const [found, printed] of figures)
      expect(relativeError(found ?? 0, printed ?? 0)).toBeLessThan(1e-9);
  });

  test("numpy and scipy agree, also with unequal seeds, in a family, and with shared starts", () => {
    for (const { own, baseline, level, shared, answer } of golden.cases) {
      const cells = { own: runs(own), baseline: runs(baseline) };
      const found = seedsAndProblems(cells, { level, sharedStarts: shared });
      const [d, A, Q, O, V, df, half, p] = answer;
      const pairs = [
        [found.value, d],
        [found.parts?.problems, Q],
        [(found.se ?? 0) ** 2, V],
        [found.df, df],
        [((found.high ?? 0) - (found.low ?? 0)) / 2, half],
        [found.p, p],
        ...A.map((a, i) => [found.parts?.runs[i], a]),
        ...O.map((o, i) => [found.parts?.residual[i], o]),
      ];
      for (const [is, expected] of pairs) expect(relativeError(is ?? 0, expected ?? 0)).toBeLessThan(1e-9);
    }
  });

  test("a family of 4 has the interval at 98.75 % and four times the p", () => {
    const cells = { own: runs(OWN), baseline: runs(BASE) };
    const alone = seedsAndProblems(cells, { level: 0.9875 });
    const family = seedsAndProblems(cells, { comparisons: 4 });
    expect(family.low).toBeCloseTo(alone.low ?? 0, 12);
    expect(family.p).toBeCloseTo(4 * (alone.p ?? 0), 12);
  });

  test("values may come as typed arrays with NaN for none, and give the same answer as nulls", () => {
    const holes = OWN.map((row) => row.map((v, p) => (p === 3 ? null : v)));
    const typed = new Map(holes.map((row, seed) => [seed, Float64Array.from(row, (v) => v ?? Number.NaN)]));
    const baseline = runs(BASE);
    expect(seedsAndProblems({ own: typed, baseline })).toEqual(
      seedsAndProblems({ own: runs(holes), baseline }),
    );
  });
});

describe("problems without a value", () => {
  test("one run without a value takes its problem out of all runs, and how many that were is said", () => {
    const holes = OWN.map((row, j) => row.map((v, p) => (j === 1 && (p === 2 || p === 7) ? null : v)));
    const found = seedsAndProblems({ own: runs(holes), baseline: runs(BASE) });
    const cut = (table: Table) => runs(table.map((row) => row.filter((_, p) => p !== 2 && p !== 7)));
    const direct = seedsAndProblems({ own: cut(OWN), baseline: cut(BASE) });
    expect(found).toMatchObject({ problems: 8, leftOut: 2 });
    expect({ ...found, leftOut: 0 }).toEqual(direct);
  });

  test("a run without any value is a missing run and takes no problem with it", () => {
    const table = [...OWN, OWN[0].map(() => null)];
    const baseline = runs(BASE);
    expect(seedsAndProblems({ own: runs(table), baseline })).toEqual(
      seedsAndProblems({ own: runs(OWN), baseline }),
    );
  });

  test("too few seeds or problems: the difference with the reason", () => {
    const say = (own: Table, baseline: Table, sharedStarts = false) =>
      seedsAndProblems({ own: runs(own), baseline: runs(baseline) }, { sharedStarts }).missing;
    expect(say(OWN.slice(1), BASE)).toBe("too_few_seeds");
    expect(say(OWN, BASE.slice(1))).toBe("baseline_too_few_seeds");
    expect(say(OWN.slice(1), BASE, true)).toBe("too_few_common_seeds");
    expect(
      say(
        OWN.map((r) => r.slice(0, 2)),
        BASE.map((r) => r.slice(0, 2)),
      ),
    ).toBe("too_few_problems");
    expect(
      say(
        OWN.map((r) => r.map(() => 1)),
        BASE.map((r) => r.map(() => 0)),
      ),
    ).toBe("no_spread");
    const nothing = seedsAndProblems({
      own: runs([[null], [null], [null]]),
      baseline: runs([[1], [1], [0]]),
    });
    expect(nothing).toMatchObject({ value: null, low: null, problems: 1, n: 0, missing: "too_few_seeds" });
  });

  test("runs of unequal length are refused: their problems cannot be matched", () => {
    expect(() => seedsAndProblems({ own: runs([[1, 2], [1]]), baseline: runs([[1, 2]]) })).toThrow(
      "one entry per problem",
    );
  });
});

test("it is never narrower than either source of error alone, and no figure is NaN", () => {
  const table = fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 6, maxLength: 6 }), {
    minLength: 3,
    maxLength: 5,
  });
  fc.assert(
    fc.property(table, table, fc.boolean(), (own, base, sharedStarts) => {
      const found = seedsAndProblems({ own: runs(own), baseline: runs(base) }, { sharedStarts });
      if (found.low === null) return found.missing !== null && found.p === null;
      const { runs: A, problems } = found.parts ?? { runs: [Number.NaN], problems: Number.NaN };
      const v = (found.se ?? 0) ** 2;
      const sum = A.reduce((a, b) => a + b, 0);
      return (
        v >= sum * (1 - 1e-12) &&
        v >= problems * (1 - 1e-12) &&
        Number.isFinite(found.p) &&
        (found.df ?? 0) > 0
      );
    }),
    { numRuns: 150 },
  );
});

test("beside the interval over seeds alone it holds that one and has no smaller p, in any family and world", () => {
  const table = fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 8, maxLength: 8 }), {
    minLength: 3,
    maxLength: 5,
  });
  const meansOf = (rows: number[][]) =>
    new Map(rows.map((row, seed) => [seed, row.reduce((sum, v) => sum + v, 0) / row.length]));
  let wasNarrower = 0;
  fc.assert(
    fc.property(
      table,
      fc.array(table, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (base, cells, shared) => {
        const named = cells.map((rows, i): [string, number[][]] => [`cell ${i}`, rows]);
        const found = claims({
          cells: new Map([["base", base] as [string, number[][]], ...named].map(([k, v]) => [k, meansOf(v)])),
          baseline: "base",
          plan: { sharedStarts: shared },
        });
        return named.every(([name, rows]) => {
          const seeds = found.rows.find(({ cell }) => cell === name);
          const both = seedsAndProblems(
            { own: runs(rows), baseline: runs(base) },
            { comparisons: found.comparisons || 1, sharedStarts: shared },
          );
          if (!isTested(seeds) || !isTested(both)) return true;
          wasNarrower += Number(both.high - both.low < seeds.high - seeds.low);
          const said = noNarrowerThanSeeds(seeds, both);
          const excludes = said.low > 0 || said.high < 0;
          return (
            said.low <= seeds.low &&
            said.high >= seeds.high &&
            said.high - said.low >= both.high - both.low &&
            said.p >= Math.max(seeds.p, both.p) &&
            excludes === said.p < 0.05
          );
        });
      },
    ),
    { numRuns: 50 },
  );
  expect(wasNarrower).toBeGreaterThan(3);
});

test("two intervals that exclude zero on opposite sides leave nothing to claim", () => {
  const found = noNarrowerThanSeeds({ low: 1, high: 3, p: 0.01 }, { low: -2, high: -1, p: 0.02 });
  expect(found).toEqual({ low: -2, high: 3, p: 1 });
});

describe("sources of error pooled over cells", () => {
  const THIRD = bits("1110001111 1010011011");
  const parts = (own: Table, baseline: Table) => {
    const found = seedsAndProblems({ own: runs(own), baseline: runs(baseline) }).parts;
    if (!found) throw new Error("no parts");
    return found;
  };

  test("weight sigma squared and the residual of each cell by its seeds minus one, and average tau squared over the pairs", () => {
    const two = parts(OWN, BASE);
    const [own, base] = [0, 1].map((i) => ({
      residual: two.residual[i] * 3 * 10,
      sigma: two.runs[i] * 3 - two.residual[i] * 3,
    }));
    const found = pooledSources([runs(BASE), runs(OWN)]);
    expect(found?.sigma[0]).toBeCloseTo(Math.sqrt((own.sigma + base.sigma) / 2), 12);
    expect(found?.residual).toEqual([found?.residual[0], found?.residual[0]]);
    expect(found?.residual[0]).toBeCloseTo(Math.sqrt((own.residual + base.residual) / 2), 12);
    expect(found?.tau).toBeCloseTo(Math.sqrt(two.problems * 10 - (own.residual + base.residual) / 3), 12);
  });

  test("with the baseline's problems they are the square of the spread over seeds that the same cells have", () => {
    const cells = [BASE, OWN, THIRD];
    const found = pooledSources(cells.map(runs));
    const squares = cells.flatMap((table) => {
      const means = table.map((row) => row.reduce<number>((sum, v) => sum + (v ?? 0), 0) / row.length);
      const middle = means.reduce((sum, v) => sum + v, 0) / means.length;
      return means.map((v) => (v - middle) ** 2);
    });
    const pooled = squares.reduce((sum, v) => sum + v, 0) / 5;
    const [sigma, residual] = [found?.sigma[0] ?? 0, found?.residual[0] ?? 0];
    expect(sigma ** 2 + residual ** 2 / 10).toBeCloseTo(pooled, 12);
  });

  test("one cell alone says nothing of a difference", () => {
    expect(pooledSources([runs(BASE)])).toBeNull();
    expect(pooledSources([runs(BASE), runs([OWN[0]])])).toBeNull();
  });
});

test("problems of one family count as one: copies of each problem change nothing, and say how many families there are", () => {
  const rows = {
    own: ["1111111100", "1111001001", "1011011111"],
    base: ["0100000000", "0000100101", "1101010101"],
  };
  const runs = (of: string[], copies: number) =>
    new Map(
      of.map((row, seed) => [
        seed,
        Array.from(row).flatMap((v) => Array.from({ length: copies }, () => Number(v))),
      ]),
    );
  const cells = (copies: number) => ({ own: runs(rows.own, copies), baseline: runs(rows.base, copies) });
  const once = seedsAndProblems(cells(1));
  const families = Int32Array.from({ length: 30 }, (_, i) => Math.floor(i / 3));
  const copied = seedsAndProblems(cells(3), { families });
  expect(copied.problems).toBe(10);
  for (const part of ["value", "low", "high", "p"] as const)
    expect(copied[part]).toBeCloseTo(once[part] ?? 0, 10);
  const independent = seedsAndProblems(cells(3));
  expect((independent.high ?? 0) - (independent.low ?? 0)).toBeLessThan((once.high ?? 0) - (once.low ?? 0));
});
