import { expect, test } from "vitest";
import { writeFaultTypes } from "./fault-types.ts";

const all = (words: string[]) => words.map((word) => ({ word, count: 2 }));

test("a few types are listed with how many problems there are of each", () => {
  expect(
    writeFaultTypes([
      { word: "A", count: 600 },
      { word: "EECE", count: 1 },
    ]),
  ).toBe("A 600, EECE 1");
});

test("of many mixes of faults the problems with each fault are counted, one with a fault twice only once", () => {
  const letters = ["A", "B", "C", "D"];
  const mixes = letters.flatMap((first) => letters.map((second) => first + second));
  expect(writeFaultTypes(all(mixes))).toBe("16 mixes of A 14, B 14, C 14, D 14");
});

test("of many types that are no letters the first are listed, and how many more there are", () => {
  const named = Array.from({ length: 15 }, (_, i) => `type ${i}`);
  expect(writeFaultTypes(all(named))).toMatch(/^type 0 2, .*type 11 2 and 3 more$/);
});
