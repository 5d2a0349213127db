import { expect, test } from "vitest";
import { seamNames } from "./marks.ts";

const plot = { left: 0, right: 200, top: 20, bottom: 100 };
const seam = (x: number, label: string) => ({ x, label });
const namesOf = (...seams: { x: number; label: string }[]) =>
  seamNames(seams, (x) => x, plot).map(({ label, anchor }) => `${label} ${anchor}`);

test("the name of an only seam stands on the side that has more room", () => {
  expect(namesOf(seam(20, "attempt 2"))).toEqual(["attempt 2 start"]);
  expect(namesOf(seam(150, "attempt 2"))).toEqual(["attempt 2 end"]);
});

test("of several seams a name that would run into the one before it or out of the plot is left out", () => {
  const close = [seam(20, "easy, medium"), seam(40, "hard"), seam(110, "medium, hard"), seam(190, "hard")];
  expect(namesOf(...close.toReversed())).toEqual(["easy, medium start", "medium, hard start"]);
});
