import { expect, test } from "vitest";
import { curveColours } from "./curve-scene.ts";

const variants = (n: number, baseline: number | null = 0) =>
  Array.from({ length: n }, (_, i) => ({ key: `v${i}`, place: i, baseline: i === baseline }));

test("a configuration has the colour of its experiment's page, whatever else is shown", () => {
  const of = (...shown: string[]) => curveColours(variants(5), new Set(shown));
  expect(of("v3").get("v3")).toBe(3);
  expect(of("v0", "v3", "v4").get("v3")).toBe(3);
  expect(of("v0").get("v0")).toBe("ink");
});

test("of so many that some would be grey, those that are shown have the palette", () => {
  const colours = curveColours(variants(40), new Set(["v0", "v30", "v35"]));
  expect(["v0", "v30", "v35"].map((key) => colours.get(key))).toEqual(["ink", 1, 2]);
});

test("beyond the palette the rest is grey and no colour stands for two", () => {
  const keys = variants(30).map((v) => v.key);
  const colours = [...curveColours(variants(30, null), new Set(keys)).values()];
  const named = colours.filter((colour) => colour !== "rest");
  expect([named.length, new Set(named).size]).toEqual([12, 12]);
});
