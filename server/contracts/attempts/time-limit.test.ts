import { expect, test } from "vitest";
import { limitsOfTexts, parseTimeLimit } from "./time-limit.ts";

test("a time limit is a number with its unit, and nothing else", () => {
  expect(["90s", "45m", " 12 h ", "2d"].map(parseTimeLimit)).toEqual([90, 2700, 43_200, 172_800]);
  expect(["", "12", "1.5h", "-2h", "h", "2w", "99999999999s"].map(parseTimeLimit)).toEqual(
    Array(7).fill(null),
  );
});

test("what is not typed is not chosen, and what cannot be read is null", () => {
  expect(limitsOfTexts({ time: "", retries: "" })).toEqual({});
  expect(limitsOfTexts({ time: "12h", retries: "2" })).toEqual({ timeLimitS: 43_200, retries: 2 });
  expect(limitsOfTexts({ time: "soon", retries: "" })).toBeNull();
  expect(limitsOfTexts({ time: "", retries: "two" })).toBeNull();
});
