import { expect, test } from "vitest";
import { fileName } from "./file-name.ts";

test("charts of one title from several pages have different names, and none is said twice", () => {
  expect(fileName("Reward, raw", ["Ablation in a minute", "Curves"])).toBe(
    "Ablation in a minute, Curves, Reward, raw",
  );
  expect(fileName("Reward, raw", [])).toBe("Reward, raw");
  expect(fileName("RR@5", ["RR@5"])).toBe("RR@5");
});

test("whatever runs are called, a file system takes the name", () => {
  expect(fileName("loss", ["a/b: c?", "..\\x"])).toBe("a-b- c-, ..-x, loss");
  expect(fileName("..", [])).toBe("chart");
  const long = fileName("t".repeat(300), ["e".repeat(300), "r".repeat(300), "p".repeat(300)]);
  expect(new TextEncoder().encode(`${long}.csv`).length).toBeLessThanOrEqual(255);
});
