import { expect, test } from "vitest";
import { tellApart } from "./tell-apart.ts";

const run = (name: string, seed: number, id: string) => ({ name, marks: [`seed ${seed}`, id] });

test("a name that only one has stays as it is", () => {
  expect(tellApart([run("a", 0, "x"), run("b", 0, "y")])).toEqual(["a", "b"]);
});

test("those of one name are told apart by the first mark that differs", () => {
  expect(tellApart([run("a", 0, "x"), run("a", 1, "y"), run("b", 0, "z")])).toEqual([
    "a, seed 0",
    "a, seed 1",
    "b",
  ]);
});

test("a mark that two of them share tells nobody apart: the next one does", () => {
  expect(tellApart([run("a", 0, "x"), run("a", 0, "y"), run("a", 1, "z")])).toEqual(["a, x", "a, y", "a, z"]);
});

test("a name that another was given on purpose stays no name for two", () => {
  const names = tellApart([run("a", 0, "x"), run("a", 1, "y"), run("a, seed 0", 5, "z")]);
  expect(names).toEqual(["a, seed 0, x", "a, seed 1", "a, seed 0, z"]);
});
