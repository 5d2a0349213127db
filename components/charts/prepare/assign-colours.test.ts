import { expect, test } from "vitest";
import { assignColours } from "./assign-colours.ts";

const variants = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `v${index + 1}` }));

test("the baseline is ink and takes no colour away", () => {
  expect([...assignColours([{ key: "grpo" }, { key: "dgro" }], "grpo")]).toEqual([
    ["grpo", "ink"],
    ["dgro", 1],
  ]);
});

test("a stored colour survives sorting and filtering", () => {
  const colours = assignColours([{ key: "new" }, { key: "old", stored: 1 }], null);
  expect(colours.get("old")).toBe(1);
  expect(colours.get("new")).toBe(2);
});

test("two variants that claim one colour do not share it", () => {
  const colours = assignColours(
    [
      { key: "a", stored: 3 },
      { key: "b", stored: 3 },
    ],
    null,
  );
  expect(colours.get("a")).toBe(3);
  expect(colours.get("b")).toBe(1);
});

test("beyond twelve the rest is grey, never recycled", () => {
  const colours = [...assignColours(variants(57), null).values()];
  expect(colours.filter((colour) => colour === "rest")).toHaveLength(45);
  expect(new Set(colours.filter((colour) => colour !== "rest")).size).toBe(12);
});
