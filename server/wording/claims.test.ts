import { expect, test } from "vitest";
import { claimMethod, familyNotes, scattersWords } from "./claims.ts";

const FAMILY = { comparisons: 4, columns: 1, level: 0.95 };

test("columns of one family are said together, columns without a family not at all", () => {
  expect(
    familyNotes([
      { title: "RR@5", family: "Primary." },
      { title: "RR", family: "Exploratory." },
      { title: "DA" },
      { title: "Clean", family: "Exploratory." },
      { title: "Steps", family: "" },
    ]),
  ).toEqual(["RR@5: Primary.", "RR and Clean: Exploratory."]);
});

test("degrees of freedom of one row are one number, of several the least and the most", () => {
  expect(claimMethod("hasler_hothorn", [3.01, 3.01], FAMILY)).toContain(", 3.01 degrees of freedom;");
  expect(claimMethod("hasler_hothorn", [3.01, 2.23], FAMILY)).toContain(", 2.23 to 3.01 degrees of freedom;");
});

test("a calm cell is so many times less spread out than the others, not a small part of a time as much", () => {
  expect(scattersWords("a", 5.82)).toBe("The SD of a is 5.82x the others'");
  expect(scattersWords("a", 0.025)).toBe("The SD of a is 1/40.0 of the others'");
  expect(scattersWords("a", null)).toBe("Only a varies between seeds");
  for (const none of [0, 1e-12])
    expect(scattersWords("a", none)).toBe("a does not vary between seeds, the others do");
});
