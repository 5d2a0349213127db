import { expect, test } from "vitest";
import { simulateNull } from "./simulate-null.ts";

test("in 200 worlds in which nothing differs, claims and coverage lie where they are stated", () => {
  const rates = simulateNull(200, 1);
  expect(rates.filter((r) => !r.holds)).toEqual([]);
  expect(rates).toHaveLength(7);
});

test("it is the same experiment for the same seed, and another for another", () => {
  expect(simulateNull(20, 5)).toEqual(simulateNull(20, 5));
  expect(simulateNull(20, 5)).not.toEqual(simulateNull(20, 6));
});
