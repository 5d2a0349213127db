import { expect, test } from "vitest";
import { clearness } from "./tooltip-host.tsx";

test("a difference is clear only when its interval excludes zero", () => {
  expect(clearness({ low: -0.6, high: 6 }, "higher")).toBeUndefined();
  expect(clearness({ low: 0, high: 6 }, "higher")).toBeUndefined();
  expect(clearness(null, "higher")).toBeUndefined();
});

test("the direction of the metric decides which way is better", () => {
  expect(clearness({ low: 3.2, high: 9 }, "higher")).toBe("better");
  expect(clearness({ low: 3.2, high: 9 }, "lower")).toBe("worse");
  expect(clearness({ low: -0.81, high: -0.25 }, "lower")).toBe("better");
  expect(clearness({ low: -7, high: -0.4 }, "higher")).toBe("worse");
});

test("without a direction a clear difference has no colour", () => {
  expect(clearness({ low: 3.2, high: 9 }, undefined)).toBe("yes");
});
