import { expect, test } from "vitest";
import { makeWorld } from "../testing.ts";
import { addTables } from "./add.ts";
import { deleteReportedTable } from "./delete.ts";
import { getReported } from "./get.ts";
import { listReported } from "./list.ts";
import { addReference } from "./reference.ts";

const TEXT =
  "# Ablation\n| config | mean reward | Δ |\n|--|--|--|\n| base | 27.4 | |\n| no_kl | 38.8 | +11.4 |\n| asym_clip | 54.3 | +26.9 |\n| dynamic | 39.0 | +12.9 |";
const asked = { text: TEXT, document: "a report", documentDate: "2026-01-17" };

test("a table is kept as reported with what objects to it, and the same table again changes nothing", () => {
  const { ctx } = makeWorld();
  const [table] = addTables(ctx, asked);
  expect(table).toMatchObject({ title: "Ablation", document: "a report", isKnown: false });
  expect(table.findings.map(({ rule }) => rule)).toContain("table/difference");
  expect(addTables(ctx, asked)).toMatchObject([{ id: table.id, isKnown: true }]);
  expect(listReported(ctx)).toMatchObject([{ id: table.id, rows: 4, findings: { warning: 1 } }]);
  expect(getReported(ctx, { id: table.id }).grid).toEqual(table.grid);
  deleteReportedTable(ctx, { id: table.id });
  expect(listReported(ctx)).toEqual([]);
});

test("a text without a table is refused by its field, and stores nothing", () => {
  const { ctx } = makeWorld();
  expect(() => addTables(ctx, { ...asked, text: "no table" })).toThrow("There is no table");
  expect(listReported(ctx)).toEqual([]);
});

test("what contradicts itself in the reference tables is found, and they come in once", () => {
  const { ctx } = makeWorld();
  const tables = addReference(ctx);
  const rules = new Set(tables.flatMap(({ findings }) => findings.map(({ rule }) => rule)));
  for (const rule of [
    "scaled-rewards",
    "ratio-of-deviations",
    "variance-of-deviation",
    "deviation-of-noise",
    "impossible-share",
    "implied-count",
    "percent-of-percent",
    "total",
    "counted-total",
    "mean",
    "outside-expected",
    "above-ceiling",
    "at-ceiling",
    "same-entry",
    "no-signal",
    "constant-reward",
    "step-count",
    "sources-disagree",
    "few-problems",
    "within-error",
    "split-overlap",
    "placeholder",
  ])
    expect(rules).toContain(`table/${rule}`);
  expect(addReference(ctx).every(({ isKnown }) => isKnown)).toBe(true);
  expect(listReported(ctx)).toHaveLength(tables.length);
});
