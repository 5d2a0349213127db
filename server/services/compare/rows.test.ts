import { expect, test } from "vitest";
import { problemHashes } from "../testing.ts";
import { compareEvaluations } from "./overview.ts";
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
