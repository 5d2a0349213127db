import { expect, test } from "vitest";
import { claimMethod, familyNotes } from "./claims.ts";

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
