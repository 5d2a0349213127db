import { expect, test } from "vitest";
import { binsNote } from "./bins-note.ts";

const exact = { aligned: "exact", coarsened: false } as const;
const binned = { aligned: "binned", coarsened: false } as const;

test("bins are told as soon as one band is of them, and wide ones as such", () => {
  expect(binsNote([exact, exact])).toBeNull();
  expect(binsNote([exact, binned])).toBe("each run by its means in bins of x");
  expect(binsNote([binned, { ...binned, coarsened: true }])).toBe(
    "each run by its means in bins of x, as wide as the points of the sparsest run are apart",
  );
});
