import * as fc from "fast-check";
import { expect, test } from "vitest";
import { coverAt, parseSplit, passAgainstStart, type TriedProblem } from "./against-start.ts";

const tries = (n: number, right: number, parsed: number | null = null) => ({ n, right, parsed });

test("pass@k of both policies comes out as Chen et al. compute it", () => {
  const problems: TriedProblem[] = [
    { start: tries(4, 1), trained: tries(4, 4) },
    { start: tries(4, 2), trained: tries(4, 0) },
  ];
  const [one, two, four] = passAgainstStart(problems);
  expect([one, two, four].map(({ k }) => k)).toEqual([1, 2, 4]);
  expect(one).toMatchObject({ start: 0.375, trained: 0.5 });
  // 1 - C(3, 2) / C(4, 2) and 1 - C(2, 2) / C(4, 2).
  expect(two.start).toBeCloseTo((1 / 2 + 5 / 6) / 2, 12);
  expect(four).toMatchObject({ start: 1, trained: 0.5 });
  expect(four.difference.value).toBe(-0.5);
});

test("k goes as far as the problem with the fewest tries", () => {
  const problems = [{ start: tries(16, 3), trained: tries(5, 1) }];
  expect(passAgainstStart(problems).map(({ k }) => k)).toEqual([1, 2, 4]);
  expect(passAgainstStart([])).toEqual([]);
});

test("Cover@tau counts problems that are solved that reliably", () => {
  const problems = [0, 1, 2, 3, 4].map((right) => ({ start: tries(4, right), trained: tries(4, 4) }));
  for (const [tau, share] of [
    [0.25, 0.8],
    [0.5, 0.6],
    [0.75, 0.4],
    [1, 0.2],
  ])
    expect(coverAt(problems, "start", tau)).toBeCloseTo(share, 12);
  expect(coverAt(problems, "trained", 1)).toBe(1);
});

test("a gain that comes from answers that can be read now is no gain in right ones", () => {
  const split = parseSplit([{ start: tries(10, 2, 4), trained: tries(10, 5, 10) }]);
  expect(split).toMatchObject({
    n: 1,
    start: { parsed: 0.4, right: 0.2 },
    trained: { parsed: 1, right: 0.5 },
  });
  expect(split?.nowParsed).toBeCloseTo(0.3, 12);
  expect(split?.nowRight).toBeCloseTo(0, 12);
});

test("where nobody says whether answers could be read there is no split", () => {
  expect(parseSplit([{ start: tries(4, 1), trained: tries(4, 1, 4) }])).toBeNull();
  expect(parseSplit([])).toBeNull();
});

const someTries = fc
  .integer({ min: 1, max: 20 })
  .chain((n) =>
    fc
      .integer({ min: 0, max: n })
      .chain((parsed) => fc.integer({ min: 0, max: parsed }).map((right) => tries(n, right, parsed))),
  );
const someProblems = fc.array(fc.record({ start: someTries, trained: someTries }), {
  minLength: 1,
  maxLength: 12,
});

test("the parts of the gain add up to it, and pass@k never falls with k", () => {
  fc.assert(
    fc.property(someProblems, (problems) => {
      const split = parseSplit(problems)!;
      const gain = split.trained.right - split.start.right;
      const rows = passAgainstStart(problems);
      return (
        Math.abs(split.nowParsed + split.nowRight - gain) < 1e-9 &&
        rows.every(({ start }, i) => i === 0 || start >= rows[i - 1].start - 1e-12)
      );
    }),
    { numRuns: 40 },
  );
});
