import { describe, expect, test } from "vitest";
import { writePlace, writeStretch, writeTicks } from "./axes.ts";

describe("a place on an axis", () => {
  test("that is a step is said with all of its digits", () => {
    expect(writePlace(1_048_576, "count")).toBe("1,048,576");
    expect(writePlace(2 ** 53)).toBe("9,007,199,254,740,992");
    expect(writePlace(-12)).toBe("−12");
  });

  test("that is a fraction is as short as it is, a duration is in words", () => {
    expect(writePlace(97.27)).toBe("97.27");
    expect(writePlace(1 / 3)).toBe("0.333333");
    expect(writePlace(1.5e-7)).toBe("1.5e-7");
    expect(writePlace(-90_000, "duration")).toBe("−90\u202fs");
  });
});

test("a bucket is a stretch, a point is itself", () => {
  expect(writeStretch(250, 259, "count")).toBe("250 to 259");
  expect(writeStretch(250, 250, "count")).toBe("250");
});

test("large numbers at unequal distances say how far they are from the first, however many digits that takes", () => {
  const texts = writeTicks([536870911.9941776, 536870911.9941779, 536870912], "number").map(
    ({ text }) => text,
  );
  expect(texts).toEqual(["536,870,911.994177580", "+0.000000298", "+0.005822324"]);
});
