import { assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { passAtK } from "./pass-at-k.ts";

/** By the definition, with whole numbers. */
function byCounting(drawn: number, right: number, k: number): number {
  const choose = (n: number, m: number): bigint => {
    let product = 1n;
    for (let i = 1n; i <= BigInt(m); i++) product = (product * (BigInt(n) - BigInt(m) + i)) / i;
    return n < m ? 0n : product;
  };
  return 1 - Number(choose(drawn - right, k)) / Number(choose(drawn, k));
}

// Python: 1 - comb(n - c, k) / comb(n, k), equation 1 of Chen et al. 2021 (arXiv 2107.03374).
test.each([
  [16, 0, 8, 0],
  [16, 1, 8, 0.5],
  [16, 2, 8, 0.7666666666666667],
  [16, 3, 8, 0.9],
  [10, 3, 1, 0.3],
  [10, 3, 5, 0.9166666666666666],
  [200, 10, 100, 0.9992289739372822],
  [8, 1, 8, 1],
])("of %i drawn with %i right, pass@%i is %f", (drawn, right, k, expected) => {
  expect(passAtK(drawn, right, k)).toBeCloseTo(expected, 12);
});

test("it is what counting subsets gives, between 0 and 1, and c / n for one", () => {
  assert(
    property(
      integer({ min: 1, max: 60 }),
      integer({ min: 0, max: 60 }),
      integer({ min: 1, max: 60 }),
      (n, c, k) => {
        const right = Math.min(c, n);
        if (k > n) {
          expect(passAtK(n, right, k)).toBeNull();
          return;
        }
        expect(passAtK(n, right, k)).toBeCloseTo(byCounting(n, right, k), 9);
        expect(passAtK(n, right, 1)).toBeCloseTo(right / n, 12);
      },
    ),
  );
});
