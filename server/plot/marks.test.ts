import { expect, test } from "vitest";
import { haveDots, seamNames } from "./marks.ts";
import { prepareLines } from "./preparers.ts";
import { rawWindow } from "./testing.ts";

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

test("evaluations are dots on their line as long as they stand apart; points of training are none", () => {
  const dotsOf = (metric: string, n: number) => {
    const { series } = prepareLines({
      series: [
        { key: "a", label: "", window: rawWindow(Array.from({ length: n }, (_, i) => [i, 0.5])), metric },
      ],
      x: { label: "train step", kind: "number" },
      y: { kind: "share" },
    });
    return haveDots(series[0], undefined, plot);
  };
  expect(dotsOf("eval/rr_at_5", 5)).toBe(true);
  expect(dotsOf("eval/rr_at_5", 100)).toBe(false);
  expect(dotsOf("reward/raw", 5)).toBe(false);
});
