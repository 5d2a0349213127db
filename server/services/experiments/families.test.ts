import { expect, test } from "vitest";
import { columnFamilies, type TableQuestion } from "./families.ts";

const OWN: TableQuestion = {
  headline: ["eval/rr_at_5", "eval/rr", "eval/da", "eval/op"],
  primary: "eval/rr_at_5",
  also: [],
  isReread: () => false,
};

test("the primary metric is alone, and the table's other metrics share the level among themselves", () => {
  const families = columnFamilies(OWN);
  expect([...families.values()].map(({ columns }) => columns)).toEqual([1, 3, 3, 3]);
  expect([...families.values()].map(({ primary }) => primary)).toEqual([true, false, false, false]);
});

test("whatever is asked for beside them, the table's own metrics keep their families", () => {
  const own = [...columnFamilies(OWN)];
  for (const also of [["policy/kl"], ["policy/kl", "group/std", "policy/kl"], ["eval/rr"], ["eval/rr_at_5"]])
    expect([...columnFamilies({ ...OWN, also })].slice(0, own.length)).toEqual(own);
});

test("what is asked for pays once for every exploratory column, the table's and the asked ones", () => {
  const families = columnFamilies({ ...OWN, also: ["policy/kl", "group/std", "policy/kl", "eval/rr"] });
  expect([...families.keys()]).toEqual([...OWN.headline, "policy/kl", "group/std"]);
  expect(families.get("group/std")).toEqual({ primary: false, asked: true, columns: 5 });
});

test("a metric read otherwise is asked for, and the others of the table do not pay for that", () => {
  const exploratory = columnFamilies({ ...OWN, isReread: (metric) => metric === "eval/da" });
  expect(exploratory.get("eval/da")).toEqual({ primary: false, asked: true, columns: 4 });
  expect(exploratory.get("eval/rr")?.columns).toBe(3);
  const first = columnFamilies({ ...OWN, primary: "eval/da", isReread: (metric) => metric === "eval/da" });
  expect(first.get("eval/da")).toEqual({ primary: false, asked: true, columns: 4 });
  expect([...first.values()].some(({ primary }) => primary)).toBe(false);
  expect(first.get("eval/op")).toEqual({ primary: false, asked: false, columns: 3 });
});

test("a table without metrics of its own has what is asked for as one family", () => {
  const families = columnFamilies({ ...OWN, headline: [], primary: null, also: ["loss", "accuracy"] });
  expect([...families.values()].map(({ columns }) => columns)).toEqual([2, 2]);
});
