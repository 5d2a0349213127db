import { expect, test } from "vitest";
import { unitOnScale } from "./unit-on-scale.ts";

test("a chart on a log axis says so with its unit, also without one", () => {
  expect(["nats", "", undefined].map((unit) => unitOnScale(unit, true))).toEqual(["nats, log", "log", "log"]);
  expect(["nats", ""].map((unit) => unitOnScale(unit, false))).toEqual(["nats", ""]);
});

test("beside a long caption, which may be cut at its end, it comes first", () => {
  expect(unitOnScale("nats, mean over seeds", true)).toBe("log, nats, mean over seeds");
});
