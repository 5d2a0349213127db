import { expect, test } from "vitest";
import type { Cell } from "./cells.ts";
import { claimColumn, type ColumnCell } from "./claim-column.ts";
import type { SeedFacts } from "./cell-values.ts";

const facts = (seed: number, value: number | null) =>
  ({ seed, value: () => value, problems: () => 300, onRecord: { reward: null } }) as unknown as SeedFacts;

const cellOf = (name: string, seeds: Record<number, number | null>): ColumnCell => ({
  cell: { cell: name, config: name, baseline: name === "baseline" } as Cell,
  seeds: Object.entries(seeds).map(([seed, value]) => facts(Number(seed), value)),
  missing: [],
  forbidden: [],
});

const QUESTION = {
  metric: "eval/rr",
  primary: false,
  primaryBy: "declared" as const,
  asked: false,
  columns: 3,
  sharedStarts: false,
  definition: "",
};
const FIVE = { 0: 0.4, 1: 0.43, 2: 0.45, 3: 0.41, 4: 0.44 };

test("a configuration without a value says nothing about how many seeds a claim rests on", () => {
  const cells = [cellOf("baseline", FIVE), cellOf("a", { ...FIVE, 0: 0.5 }), cellOf("empty", {})];
  expect(claimColumn(QUESTION, cells).column.family).not.toContain("seldom");
  const three = { 0: 0.5, 1: 0.53, 2: 0.56 };
  const few = [cellOf("baseline", FIVE), cellOf("a", three), cellOf("empty", {})];
  expect(claimColumn(QUESTION, few).column.family).toMatch(
    /With 3\sseeds such claims are seldom found: they need 5\.$/,
  );
});

test("a column tells the least and the most degrees of freedom of its rows, and none where nothing is tested", () => {
  const wide = { 0: 0.1, 1: 0.9, 2: 0.5, 3: 0.3, 4: 0.7 };
  const { column } = claimColumn(QUESTION, [
    cellOf("baseline", FIVE),
    cellOf("alike", { 0: 0.5, 1: 0.53, 2: 0.55, 3: 0.51, 4: 0.54 }),
    cellOf("wide", wide),
  ]);
  expect(column.method).toMatch(/, 4\.\d+ to 8(\.0+)? degrees of freedom; 2\scomparisons/);
  expect(
    claimColumn(QUESTION, [cellOf("baseline", FIVE), cellOf("a", { 0: 0.4 })]).column,
  ).not.toHaveProperty("method");
});

test("with shared starts two more seeds are two more pairs, and their worth is that of these pairs", () => {
  const own = { 0: 0.5, 1: 0.56, 2: 0.53, 7: 0.6, 8: 0.5, 9: 0.55 };
  const base = { 0: 0.4, 1: 0.43, 2: 0.45, 3: 0.41, 4: 0.44, 5: 0.4 };
  const { column } = claimColumn({ ...QUESTION, sharedStarts: true }, [
    cellOf("baseline", base),
    cellOf("a", own),
  ]);
  expect(column.detectableWith?.seeds).toBe(5);
});

const THREE = { 0: 0.4, 1: 0.43, 2: 0.45 };
const SIX_MOVED = { 0: 0.62, 1: 0.66, 2: 0.63, 3: 0.65, 4: 0.61, 5: 0.64 };
const SIX = { 0: 0.5, 1: 0.53, 2: 0.56, 3: 0.51, 4: 0.54, 5: 0.52 };

test("a baseline with few seeds is what a claim rests on, however many its configurations have", () => {
  const { column } = claimColumn(QUESTION, [cellOf("baseline", THREE), cellOf("a", SIX)]);
  expect(column.family).toMatch(/With 3\sseeds such claims are seldom found/);
  expect(column.detectableWith?.seeds).toBe(6);
});

test("what a design could show is that of the row that shows least", () => {
  const many = claimColumn(QUESTION, [
    cellOf("baseline", SIX),
    cellOf("a", SIX_MOVED),
    cellOf("b", SIX),
  ]).column;
  const { column } = claimColumn(QUESTION, [
    cellOf("baseline", SIX),
    cellOf("a", SIX_MOVED),
    cellOf("few", { 0: 0.42, 1: 0.45, 2: 0.44 }),
  ]);
  expect(column.detectableWith?.seeds).toBe(6);
  expect(column.detectable).toBeGreaterThan(many.detectable ?? Number.NaN);
});

test("an exploratory column has the same differences as a primary one, at the level of its family", () => {
  const cells = [cellOf("baseline", THREE), cellOf("a", SIX)];
  const of = (columns: number) => claimColumn({ ...QUESTION, columns }, cells);
  const [alone, three] = [of(1), of(3)];
  expect(three.column.level).toBeCloseTo(1 - 0.05 / 3, 12);
  const [narrow, wide] = [alone, three].map(({ differences }) => differences.get("a"));
  expect(wide?.value).toBe(narrow?.value);
  expect(wide?.low).toBeLessThan(narrow?.low ?? Number.NaN);
  expect(wide?.p).toBeCloseTo(3 * (narrow?.p ?? Number.NaN), 12);
});
