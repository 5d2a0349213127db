import { expect, test } from "vitest";
import { sharedExperiment, sideColours } from "./side-colours.ts";

const side = (cell: string, experimentId = "e") => ({ experimentId, cell });
const known = ["base", "a", "b", "c"].map((cell, place) => ({
  key: `e ${cell}`,
  place,
  baseline: cell === "base",
}));

test("a configuration has the colour of its experiment's page, whatever its place here", () => {
  expect(sideColours([side("base"), side("c"), side("a")], known)).toEqual(["ink", 3, 1]);
});

test("the first side is ink, and a baseline that is not takes a colour nobody has", () => {
  expect(sideColours([side("b"), side("base"), side("a")], known)).toEqual(["ink", 4, 1]);
});

test("without a shared experiment colours follow the places", () => {
  expect(sideColours([side("a"), side("b", "f"), side("c")], null)).toEqual(["ink", 1, 2]);
  expect(sideColours([side("a"), side("gone")], known)).toEqual(["ink", 1]);
});

test("sides share an experiment only where each is another configuration of it", () => {
  expect(sharedExperiment([side("a"), side("b")])).toBe("e");
  expect(sharedExperiment([side("a"), side("a")])).toBeNull();
  expect(sharedExperiment([side("a"), side("b", "f")])).toBeNull();
});
