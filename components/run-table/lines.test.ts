import { expect, test } from "vitest";
import type { Finding } from "#server/contracts/finding.ts";
import type { RunEntry, RunTable, TableRun } from "#server/contracts/run-table.ts";
import { assembleLines } from "./lines.ts";

const cell = (value: number) => ({
  kind: "metric" as const,
  value,
  n: 1,
  nonFinite: null,
  x: 1,
  attempt: null,
  share: null,
});
const entry = (id: string, value: number, findings: Finding[] | null = null): RunEntry => ({
  kind: "run",
  key: id,
  inGroup: false,
  run: { id, findings } as TableRun,
  cells: [cell(value)],
});
const table = (offset: number, entries: RunEntry[]): RunTable => ({
  offset,
  columns: ["metric:a:last"],
  entries,
  length: 300,
  runs: 300,
  resumed: 0,
  same: [],
  empty: [],
  all: 400,
  groups: null,
  counts: {},
  notes: [],
});
const nothing = { tables: [], cells: [], checks: [] };

test("nothing fetched is nothing to show", () => {
  expect(assembleLines(nothing)).toBeNull();
});

test("pages stand at their places; what was not fetched is not there", () => {
  const lines = assembleLines({
    ...nothing,
    tables: [table(100, [entry("b", 2)]), table(0, [entry("a", 1)])],
  });
  expect([0, 1, 100].map((i) => lines?.entryAt(i)?.key)).toEqual(["a", undefined, "b"]);
  expect([lines?.length, lines?.runs, lines?.all]).toEqual([300, 300, 400]);
});

test("further columns are put to their runs by key, although the runs have moved between the two answers", () => {
  const lines = assembleLines({
    ...nothing,
    tables: [table(0, [entry("new", 9), entry("a", 1)])],
    cells: [{ columns: ["metric:b:last"], cells: { a: [cell(5)], gone: [cell(7)] } }],
  });
  const at = (index: number, column: string) => {
    const found = lines?.entryAt(index);
    const value = found && lines?.cellOf(found, column);
    return value && value.kind === "metric" ? value.value : value;
  };
  expect([at(0, "metric:a:last"), at(1, "metric:a:last")]).toEqual([9, 1]);
  expect([at(0, "metric:b:last"), at(1, "metric:b:last")]).toEqual([undefined, 5]);
});

test("what the rules found comes from the latest look; without one it is unknown, not empty", () => {
  const said = [{ rule: "D01" } as Finding];
  const tables = [table(0, [entry("a", 1), entry("b", 1, []), entry("c", 1, [])])];
  const lines = assembleLines({ ...nothing, tables, checks: [{ findings: { c: said }, unread: 1 }] });
  expect(["a", "b", "c"].map((id) => lines?.findingsOf(id))).toEqual([null, [], said]);
});
