import { expect, test } from "vitest";
import { problemHashes } from "../testing.ts";
import { differingProblems } from "./differing-problems.ts";
import { comparisonWorld } from "./testing.ts";

const { ctx, idOf } = comparisonWorld({
  baseline: { hashes: problemHashes(700, "list"), solvedAt: (i) => (i < 600 ? 3 : 8) },
  no_kl: { hashes: problemHashes(700, "list"), solvedAt: (i) => (i < 550 ? null : 4) },
});
const list = (filter: "flipped" | "gained" | "lost" | "steps", k = 5, search = "") =>
  differingProblems(ctx, { a: idOf("baseline"), b: idOf("no_kl"), k, filter, search });

test("gained, lost and both are counted at k; the rows are capped and the total is not", () => {
  expect([list("gained").total, list("lost").total, list("flipped").total, list("steps").total]).toEqual([
    100, 550, 650, 700,
  ]);
  expect(list("flipped").rows).toHaveLength(500);
  expect(list("gained", 8).total).toBe(0);
});

test("a row says what both did, and the search finds a problem by its key or its hash", () => {
  const [row, ...more] = list("gained", 5, "P699").rows;
  expect(more).toEqual([]);
  expect(row).toMatchObject({ key: "p699", type: "A", solvedA: true, stepsA: 8, solvedB: true, stepsB: 4 });
  expect(list("gained", 5, row.hash.slice(0, 12)).total).toBe(1);
});
