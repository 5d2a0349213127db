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
  const opOf = ({ rows }: ReturnType<typeof told>) => rows.find(({ id }) => id === "op")?.values[0].method;
  const few = told(30);
  expect(few.intervals).toBe(
    "RR@5, RR, Clean by Wilson; Steps by Student's t; OP, DA, da.root (DIAGNOSE) by bootstrap; 95 % over problems",
  );
  expect(opOf(few)).toMatch(/bootstrap/);
  const all = told(1000);
  expect(all.intervals).toBe(
    "RR@5, RR, Clean by Wilson; Steps, OP, DA, da.root (DIAGNOSE) by Student's t; 95 % over problems",
  );
  expect(opOf(all)).toMatch(/t interval/);
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
