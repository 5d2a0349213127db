import { beforeAll, expect, test } from "vitest";
import { loadOracle, type Oracle } from "../../lp/oracle.ts";
import { stream } from "../../math/rng.ts";
import { LEVEL_NAMES, LEVELS, toModel } from "./draft.ts";
import { drawFaultyDraft, type FaultyDraft } from "./inject-faults.ts";
import { applyFault, type Draft } from "./fault.ts";

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

const judge = (draft: Draft) =>
  oracle.solve(toModel(draft, [...draft.rows.keys()], "draft"), { integer: false });
const draws = LEVEL_NAMES.map((level): [typeof level, FaultyDraft[]] => [
  level,
  Array.from({ length: 70 }, (_, k) => drawFaultyDraft(stream(21, k), level)),
]);

test.each(draws)(
  "%s: by HiGHS the clean model has the stated optimum and the first fault alone makes it infeasible",
  (_, cases) => {
    for (const { clean, originalObjective, faults } of cases) {
      const truth = judge(clean);
      expect(truth.status).toBe("optimal");
      expect(truth.objective).toBeCloseTo(originalObjective, 6);
      expect(judge(applyFault(clean, faults[0])).status).toBe("infeasible");
      expect(judge(faults.reduce(applyFault, clean)).status).toBe("infeasible");
    }
  },
);

test.each(draws)(
  "%s: the number and types of faults are the level's, and every type occurs",
  (level, cases) => {
    const [least, most] = LEVELS[level].faults;
    for (const { faults } of cases) {
      expect(faults.length).toBeGreaterThanOrEqual(least);
      expect(faults.length).toBeLessThanOrEqual(most);
    }
    const types = new Set(cases.flatMap(({ faults }) => faults.map((fault) => fault.type)));
    expect([...types].sort((a, b) => (a < b ? -1 : 1))).toEqual(LEVELS[level].types);
  },
);

test("no two faults change the same row or column, and no fault's reason is changed by another", () => {
  for (const { faults } of draws.flatMap(([, cases]) => cases)) {
    const rows = faults.flatMap((fault) => fault.reservedRows);
    const replaced = faults.flatMap((fault) => fault.replacedRows.map(({ row }) => row));
    const columns = faults.flatMap((fault) => fault.columnBounds.map(({ column }) => column));
    expect(new Set(rows).size).toBe(rows.length);
    expect(new Set(columns).size).toBe(columns.length);
    for (const row of replaced) expect(rows).toContain(row);
  }
});

test("applying a fault leaves the clean draft as it was", () => {
  const { clean, faults } = drawFaultyDraft(stream(3), "hard");
  const copy = structuredClone(clean);
  faults.reduce(applyFault, clean);
  expect(clean).toEqual(copy);
});
