import { expect, test } from "vitest";
import { FloatNumber } from "../../protocol/recipes/float-number.ts";
import { leavesOf, readPlainYaml } from "./plain-yaml.ts";

test("a number keeps its kind: with a point it is a float, with digits set apart it is whole", () => {
  const text = "a: 1.0\nb:\n  c: 0.0\n  d: 1_000\n  e: 7\n  f: 1e-5\n  g: 1.5 # of it\n  h: 1_0x\n";
  expect(leavesOf(readPlainYaml(text).tree)).toEqual([
    ["a", new FloatNumber(1)],
    ["b.c", new FloatNumber(0)],
    ["b.d", 1000],
    ["b.e", 7],
    ["b.f", new FloatNumber(1e-5)],
    ["b.g", new FloatNumber(1.5)],
    ["b.h", "1_0x"],
  ]);
});
