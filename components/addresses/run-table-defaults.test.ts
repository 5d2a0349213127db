import { expect, test } from "vitest";
import { DEFAULT_COLUMNS, shownColumns } from "./run-table-defaults.ts";

const ids = (columns: ReturnType<typeof shownColumns>) => columns.map(({ id }) => id);

test("a table that is grouped by a default column does not say it again beside each group", () => {
  const all = DEFAULT_COLUMNS.map(({ id }) => id);
  expect(ids(shownColumns(DEFAULT_COLUMNS, "experiment"))).toEqual(all.filter((id) => id !== "experiment"));
  expect(ids(shownColumns(DEFAULT_COLUMNS, null))).toEqual(all);
  expect(ids(shownColumns(DEFAULT_COLUMNS, "seed"))).toEqual(all);
});

test("columns that somebody chose stay as they are", () => {
  const chosen = ["step", "experiment"].map((id) => ({ id, width: null }));
  expect(ids(shownColumns(chosen, "experiment"))).toEqual(["step", "experiment"]);
});
