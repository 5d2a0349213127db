import { expect, test } from "vitest";
import { noPoints } from "./no-points.ts";

test("points are waited for as long as one of the runs may send some", () => {
  expect(noPoints(0)).toMatchObject({ title: "No points yet", reason: expect.stringContaining("by itself") });
});

test("of runs that have ended nothing is waited for", () => {
  for (const ended of [1, 2, 5])
    expect(Object.values(noPoints(ended)).join(" ")).not.toMatch(/yet|appears|by itself/);
  expect(noPoints(1).reason).toBe("The run has ended and sent none.");
  expect(noPoints(2).reason).toBe("Both runs have ended, and neither sent one.");
  expect(noPoints(5).reason).toBe("All 5 runs have ended, and none sent one.");
});
