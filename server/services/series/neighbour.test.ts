import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nextDown, nextUp } from "./neighbour.ts";

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

test("no double lies between a number and its neighbour", () => {
  fc.assert(
    fc.property(finite, (x) => {
      const up = nextUp(x);
      expect(up).toBeGreaterThan(x);
      const middle = x / 2 + up / 2;
      expect(middle <= x || middle >= up).toBe(true);
      expect(nextDown(up)).toBe(x === 0 ? 0 : x);
    }),
  );
  expect([nextUp(2 ** 53), nextDown(2 ** 53)]).toEqual([2 ** 53 + 2, 2 ** 53 - 1]);
  expect([nextUp(-0), nextDown(0)]).toEqual([5e-324, -5e-324]);
});
