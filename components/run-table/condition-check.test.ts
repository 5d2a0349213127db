import { expect, test } from "vitest";
import { type ColumnRef, parseColumnId } from "#server/contracts/run-table-columns.ts";
import { conditionWords, errorOf, hintOf } from "./condition-words.ts";

const column = (id: string) => parseColumnId(id) as ColumnRef;
const share = column("metric:eval/rr_at_5:last");

test("a bare number beyond a share is not taken for per cent in silence", () => {
  expect(errorOf(share, "gt", "60")).toBe(
    "A share lies between 0 and 1, and 60 is beyond. Write 60 % for per cent.",
  );
  for (const value of ["-60", "101", "1e3"])
    expect(errorOf(share, "gt", value)).toBe(`A share lies between 0 and 1, and ${value} is beyond.`);
  for (const value of ["0.6", "60 %", "600%", "1", "-1"]) expect(errorOf(share, "gt", value)).toBeNull();
});

test("where a share's x or points are compared, any number is", () => {
  for (const reducer of ["at", "best_at", "n"]) {
    const counted = column(`metric:eval/rr_at_5:${reducer}`);
    expect(errorOf(counted, "gt", "60")).toBeNull();
    expect(hintOf(counted)).toBe("a number: 0.5, 1e-3");
  }
  expect(errorOf(column("metric:policy/kl:last"), "gt", "60")).toBeNull();
});

test("what is no number, or nothing, is said where a number is needed", () => {
  expect(errorOf(share, "gt", "much")).toMatch(/“much” is no number/);
  expect(errorOf(share, "eq", "  ")).toBe("Write what to compare with.");
  expect(errorOf(share, "bad", "")).toBeNull();
  expect(errorOf(column("param:optimizer"), "eq", "adam")).toBeNull();
});

test("moments and lengths of time are taken as people write them", () => {
  const launched = column("launched");
  for (const value of ["2026-11-28", "28 Nov", "yesterday", "3 days ago"])
    expect(errorOf(launched, "gt", value)).toBeNull();
  expect(errorOf(launched, "gt", "soon")).toContain("is no date");
  expect(errorOf(column("time"), "gt", "2 h 5 min")).toBeNull();
  expect(errorOf(column("time"), "gt", "soon")).toContain("no length of time");
  expect(conditionWords({ column: "launched", op: "gt", value: "28 Nov" })).toBe("Launched after 28 Nov");
});
