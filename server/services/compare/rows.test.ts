import { expect, test } from "vitest";
import { problemHashes } from "../testing.ts";
import { compareEvaluations } from "./overview.ts";
import { intervalsInWords } from "./rows.ts";
import { comparisonWorld } from "./testing.ts";

test("the sentence on the intervals says what each was made by: of few problems a bootstrap, from 1,000 values on t", () => {
  const told = (n: number) => {
    const many = problemHashes(n, "sized");
    const { ctx, idOf } = comparisonWorld({ baseline: { hashes: many, solvedAt: () => 3 } });
    return compareEvaluations(ctx, { ids: [idOf("baseline")], k: 5, common: false });
  };
  const madeBy = (comparison: ReturnType<typeof told>) =>
    Object.fromEntries(comparison.rows.map(({ id, values: [value] }) => [id, value.by]));
  const few = told(30);
  const shares = { rr_at_5: "wilson", rr: "wilson", clean: "wilson", steps: "t" };
  expect(madeBy(few)).toEqual({ ...shares, op: "bootstrap", "da.root": "bootstrap" });
  expect(few.intervals).toMatch(/Clean by Wilson; .*OP by bootstrap; Steps by Student's t/);
  expect(madeBy(told(1000))).toEqual({ ...shares, op: "t", "da.root": "t" });
});

test("whole families are said by the field that a value carries, whatever the method's text says", () => {
  const value = (by: "families" | "wilson") => ({
    value: 1,
    low: 0.9,
    high: 1,
    n: 40,
    unit: "problem" as const,
    definition: "",
    hits: null,
    method: "families of words",
    by,
  });
  const row = (title: string, ...values: ReturnType<typeof value>[]) => ({
    id: title,
    title,
    unit: "share" as const,
    better: "higher" as const,
    definition: "",
    differences: [],
    values,
  });
  expect(
    intervalsInWords([row("Solved", value("families"), value("wilson")), row("RR", value("wilson"))]),
  ).toBe("Solved by whole families or Wilson; RR by Wilson; 95 % over problems");
});
