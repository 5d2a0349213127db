import { expect, test } from "vitest";
import { writeSpan, writeX } from "./write-x.ts";

test("a step is said with all of its digits", () => {
  expect(writeX(1_048_576, "count")).toBe("1,048,576");
  expect(writeX(2 ** 53, "number")).toBe("9,007,199,254,740,992");
  expect(writeX(-12, "number")).toBe("−12");
});

test("fractions are as short as they are, durations are in words", () => {
  expect(writeX(97.27, "number")).toBe("97.27");
  expect(writeX(1 / 3, "number")).toBe("0.333333");
  expect(writeX(1.5e-7, "number")).toBe("1.5e-7");
  expect(writeX(-90_000, "duration")).toBe("−90\u202fs");
});

test("a bucket is a stretch, a point is itself", () => {
  expect(writeSpan(250, 259, "count")).toBe("250 to 259");
  expect(writeSpan(250, 250, "count")).toBe("250");
});
