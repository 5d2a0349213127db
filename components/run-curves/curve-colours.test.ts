import { expect, test } from "vitest";
import { assignColours } from "#server/plot/colours.ts";
import { curveColours } from "./curve-scene.ts";

/** Configurations as the page of their experiment colours them. */
function variants(n: number, baseline: number | null = 0, experimentId = "exp_a") {
  const own = Array.from({ length: n }, (_, i) => ({ key: `${experimentId} v${i}`, place: i }));
  const colours = assignColours(own, baseline === null ? null : own[baseline].key);
  return own.map((one) => ({ ...one, experimentId, colour: colours.get(one.key) ?? ("rest" as const) }));
}
const keys = (of: { key: string }[]) => of.map(({ key }) => key);

test("a configuration has the colour of its experiment's page, whatever else is shown", () => {
  const all = variants(5);
  const of = (...shown: number[]) => curveColours(all, new Set(shown.map((i) => all[i].key)));
  expect(of(3).get(all[3].key)).toBe(3);
  expect(of(0, 3, 4).get(all[3].key)).toBe(3);
  expect(of(0).get(all[0].key)).toBe("ink");
});

test("beside another experiment each keeps its colours, and both baselines are ink", () => {
  const [a, b] = [variants(3), variants(4, 0, "exp_b")];
  const colours = curveColours([...a, ...b], new Set(keys([...a, ...b])));
  expect(keys(a).map((key) => colours.get(key))).toEqual(["ink", 1, 2]);
  expect(keys(b).map((key) => colours.get(key))).toEqual(["ink", 1, 2, 3]);
});

test("of so many that some would be grey, those that are shown have the palette, and the other experiment keeps its own", () => {
  const [all, other] = [variants(40), variants(3, 0, "exp_b")];
  const shown = [all[0], all[30], all[35], other[2]];
  const colours = curveColours([...all, ...other], new Set(keys(shown)));
  expect(keys(shown).map((key) => colours.get(key))).toEqual(["ink", 1, 2, 2]);
});

test("beyond the palette the rest is grey and no colour stands for two of an experiment", () => {
  const all = variants(30, null);
  const colours = [...curveColours(all, new Set(keys(all))).values()];
  const named = colours.filter((colour) => colour !== "rest");
  expect([named.length, new Set(named).size]).toEqual([12, 12]);
});
