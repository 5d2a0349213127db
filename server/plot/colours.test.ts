import { expect, test } from "vitest";
import { assignColours } from "./colours.ts";

const variants = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    key: `v${index + 1}`,
    place: index,
  }));

test("the baseline is ink, and the others have the colours of their places whatever it is", () => {
  const cells = ["grpo", "dgro", "prm"].map((key, place) => ({ key, place }));
  expect([...assignColours(cells, "grpo").values()]).toEqual(["ink", 1, 2]);
  expect(assignColours(cells, "dgro").get("prm")).toBe(2);
  expect(assignColours(cells.toReversed(), "grpo").get("dgro")).toBe(1);
  expect(assignColours(cells.slice(2), null).get("prm")).toBe(2);
});

test("of two experiments the first keeps its colours, and no colour stands for two", () => {
  const colours = assignColours(
    [
      { key: "a0", place: 0 },
      { key: "a3", place: 3 },
      { key: "b0", place: 0 },
      { key: "b3", place: 3 },
    ],
    null,
  );
  expect(Object.fromEntries(colours)).toEqual({ a0: 1, a3: 3, b0: 2, b3: 4 });
});

test("beyond twelve the rest is grey, never recycled", () => {
  const colours = [...assignColours(variants(57), null).values()];
  expect(colours.filter((colour) => colour === "rest")).toHaveLength(45);
  expect(new Set(colours.filter((colour) => colour !== "rest")).size).toBe(12);
});
