import { expect, test } from "vitest";
import { chosenSets } from "./prm.ts";

const KNOWN = ["new", "b", "c", "d", "e", "f", "g"].map((id) => ({ id }));

test("without a set that is there, the newest one is read", () => {
  expect(chosenSets([], KNOWN)).toEqual(["new"]);
  expect(chosenSets(["gone"], KNOWN)).toEqual(["new"]);
  expect(chosenSets(["gone"], [])).toEqual([]);
});

test("sets keep the order of the address, each once, and no more than can be told apart", () => {
  expect(chosenSets(["c", "b", "gone", "c"], KNOWN)).toEqual(["c", "b"]);
  expect(
    chosenSets(
      KNOWN.map((set) => set.id),
      KNOWN,
    ),
  ).toHaveLength(6);
});
