import { expect, test } from "vitest";
import { nextSort } from "./head.tsx";

const rr = "metric:eval/rr_at_5:last";
const words = (sort: ReturnType<typeof nextSort>) =>
  sort.map(({ column, direction }) => `${direction} ${column}`).join(", ");

test("a press sorts a quantity from the highest, then from the lowest, then not", () => {
  const first = nextSort([], rr, false);
  const second = nextSort(first, rr, false);
  expect([words(first), words(second), words(nextSort(second, rr, false))]).toEqual([
    `desc ${rr}`,
    `asc ${rr}`,
    "",
  ]);
});

test("words begin with the first letter", () => {
  expect(words(nextSort([], "recipe", false))).toBe("asc recipe");
});

test("a press with Shift leaves the other keys, turns its own where it stands, and takes it away at last", () => {
  const two = nextSort(nextSort([], rr, false), "recipe", true);
  expect(words(two)).toBe(`desc ${rr}, asc recipe`);
  const turned = nextSort(two, rr, true);
  expect(words(turned)).toBe(`asc ${rr}, asc recipe`);
  expect(words(nextSort(turned, rr, true))).toBe("asc recipe");
});

test("a press without Shift drops the other keys", () => {
  const two = nextSort(nextSort([], rr, false), "recipe", true);
  expect(words(nextSort(two, "seed", false))).toBe("desc seed");
});
