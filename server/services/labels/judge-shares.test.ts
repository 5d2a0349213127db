import { expect, test } from "vitest";
import { judgeShares } from "./judge-shares.ts";

/** `hits` of `n` one-step episodes got label 0.2, whose band is 10 to 20 %; the others got 0.9, which has none. */
function looking(hits: number, n: number) {
  const counts = Float64Array.from({ length: 2 * n }, (_, at) =>
    Number((at % 2 === 0) === Math.floor(at / 2) < hits),
  );
  return judgeShares({ clusters: n, categories: 2, counts }, [0.2, 0.9], "episodes", "reports").shares[0];
}

test("a bound that another seed could move across the edge of the band decides nothing", () => {
  const near = looking(97, 400);
  expect(near.share.low).toBeCloseTo(0.2025, 12);
  expect([near.verdict, near.beyond]).toEqual(["unclear", 0]);
  const inside = looking(54, 400);
  expect(inside.share.low).toBeCloseTo(0.1025, 12);
  expect(inside.verdict).toBe("unclear");
});

test("one that clears it is judged, with its distance", () => {
  const far = looking(120, 400);
  expect(far.verdict).toBe("above");
  expect(far.beyond).toBeCloseTo((far.share.low ?? 0) - 0.2, 12);
  expect(looking(60, 400).verdict).toBe("inside");
});

test("labels by other rules than the reports' have no expected band, and mean what their rules give them for", () => {
  const counts = Float64Array.from({ length: 40 }, (_, at) => at % 2);
  const table = { clusters: 20, categories: 2, counts };
  const progress = judgeShares(table, [1, 0.2], "episodes", "progress").shares;
  expect(progress.map(({ verdict, meaning }) => [verdict, meaning])).toEqual([
    ["no band", "solved, or nearer to a solution"],
    ["no band", "only looks"],
  ]);
  expect(judgeShares(table, [1, 0.2], "episodes", null).shares[0]).toMatchObject({
    meaning: "",
    expected: null,
  });
});
