import { describe, expect, test } from "vitest";
import { TABLE_FORMATS } from "../../contracts/reported/table.ts";
import { readTables } from "../../importers/tables/read-tables.ts";
import { checkTable, TABLE_RULES } from "./registry.ts";
import { OF_MEASUREMENTS } from "./testing/of-measurements.ts";
import { OF_VALUES } from "./testing/of-values.ts";
import { PRINTED_AS, type Printed } from "./testing/printed.ts";

const KINDS = { ...OF_VALUES, ...OF_MEASUREMENTS };

describe.each(Object.entries(KINDS))("%s", (_kind, { rule, has, not }) => {
  const rulesOf = (text: string) =>
    readTables(text).flatMap(({ grid, title }) => checkTable(grid, title).map((one) => one.rule));
  const inFormats = (tables: Printed[]) =>
    TABLE_FORMATS.flatMap((format) =>
      tables
        .filter(({ title }) => format !== "csv" || title === undefined)
        .map((table) => [format, PRINTED_AS[format](table)] as const),
    );
  test.each(inFormats(has))("is found in %s: %s", (_format, text) => {
    expect(rulesOf(text)).toContain(`table/${rule}`);
  });
  test.each(inFormats(not))("is not seen where it is not, in %s: %s", (_format, text) => {
    expect(rulesOf(text)).not.toContain(`table/${rule}`);
  });
});

test("every rule has its kind", () => {
  const kinds = Object.values(KINDS).map(({ rule }) => `table/${rule}`);
  expect(kinds.toSorted()).toEqual(TABLE_RULES.map(({ id }) => id).toSorted());
});

test.each(Object.values(KINDS).filter(({ isOneWay }) => !isOneWay))(
  "$rule finds it in the mirror too",
  ({ rule, has: [table] }) => {
    const mirror: Printed = {
      head: [table.head[0], ...table.rows.map(([name]) => name)],
      rows: table.head.slice(1).map((name, i) => [name, ...table.rows.map((row) => row[i + 1])]),
    };
    const [{ grid, title }] = readTables(PRINTED_AS.markdown(mirror));
    expect(checkTable(grid, title).map((one) => one.rule)).toContain(`table/${rule}`);
  },
);
