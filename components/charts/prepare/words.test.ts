import { expect, test } from "vitest";
import { noPoints, unitOnScale } from "./words.ts";

test("points are waited for as long as one of the runs may send some", () => {
  expect(noPoints(0).title).toBe("No points yet");
});

test("of runs that have ended nothing is waited for", () => {
  for (const ended of [1, 2, 5]) expect(Object.values(noPoints(ended)).join(" ")).not.toMatch(/yet|appears/);
  expect(noPoints(1).reason).toBe("The run has ended and sent none.");
  expect(noPoints(2).reason).toBe("Both runs have ended, and neither sent one.");
  expect(noPoints(5).reason).toBe("All 5 runs have ended, and none sent one.");
});

test("a chart on a log axis says so with its unit, also without one", () => {
  expect(["nats", "", undefined].map((unit) => unitOnScale(unit, true))).toEqual(["nats, log", "log", "log"]);
  expect(["nats", ""].map((unit) => unitOnScale(unit, false))).toEqual(["nats", ""]);
});

test("beside a long caption, which may be cut at its end, it comes first", () => {
  expect(unitOnScale("nats, mean over seeds", true)).toBe("log, nats, mean over seeds");
});
