import type { PreviewTablesInput, ReadTableAnswer } from "../../contracts/reported/reported.ts";
import { ServiceError } from "../../errors.ts";
import { readTables, TableError } from "../../importers/tables/read-tables.ts";
import { checkTable } from "../../checks/tables/registry.ts";

/** The tables of a text with what the rules say of each; nothing is stored. */
export function previewTables({ text }: PreviewTablesInput): ReadTableAnswer[] {
  try {
    return readTables(text).map((table) => ({ ...table, findings: checkTable(table.grid, table.title) }));
  } catch (error) {
    throw error instanceof TableError ? new ServiceError("invalid", error.message, { field: "text" }) : error;
  }
}
