import type { Db } from "#db/client.ts";
import { selectReported } from "#db/queries/reported.ts";
import { remembered } from "#db/remembered.ts";
import { entriesOf, type ReportedEntry } from "../../checks/tables/reported-values.ts";

/**
 * The entries of a reported table, read from its cells once: a stored table never changes, and pages that only offer to show one
 * ask for those of all.
 */
const entriesById: (db: Db, id: string) => readonly ReportedEntry[] | undefined = remembered(
  [{ table: "reported_tables", event: "delete", key: "id" }],
  (db, id) => {
    const table = selectReported(db, id);
    return table && entriesOf(table.grid, table.title);
  },
);

export const reportedEntries = (db: Db, { id }: { id: string }): readonly ReportedEntry[] =>
  entriesById(db, id) ?? [];

/** Whether two names of entries or configurations are one: by their letters and digits. */
export const sameName = (a: string, b: string): boolean => bareName(a) === bareName(b);

/** A name by its letters and digits: "no_kl" and "No KL" are one. */
export const bareName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
