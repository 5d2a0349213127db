import type Database from "better-sqlite3";
import type { ComparedPages } from "../page-digests/check-pages.ts";

/** What a full check looked at of one table. */
export interface CheckedTable {
  table: string;
  rows: number;
  /** `pages`: checksums of all pages of it and its indexes. `blocks`: checksums of its points. `digests`: of its files. */
  by: ("pages" | "blocks" | "digests")[];
  /** Pages of it that were compared, and how many it has with its indexes. */
  comparedPages: number;
  pages: number;
  /** Why values of it were not looked at; null where they all were. */
  unchecked: string | null;
}

interface Pages {
  compared: number;
  all: number;
}

function pagesByTable(client: Database.Database, { compared }: ComparedPages): Map<string, Pages> {
  const tables = new Map<string, Pages>();
  const rows = client
    .prepare(
      "select coalesce(s.tbl_name, d.name), d.pageno from dbstat d left join sqlite_schema s on s.name = d.name",
    )
    .raw();
  for (const [table, page] of rows.iterate() as Iterable<[string, number]>) {
    const pages = tables.get(table) ?? { compared: 0, all: 0 };
    pages.all += 1;
    if (compared[page] === 1) pages.compared += 1;
    tables.set(table, pages);
  }
  return tables;
}

/** Says of every table of a file what was looked at. `blocks` are tables whose points have checksums of their own. */
export function checkedTables(
  client: Database.Database,
  pages: ComparedPages,
  blocks: ReadonlySet<string>,
): CheckedTable[] {
  const names = client
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .pluck()
    .all() as string[];
  const byTable = pagesByTable(client, pages);
  return ["sqlite_schema", ...names].map((table) => {
    const { compared, all } = byTable.get(table) ?? { compared: 0, all: 0 };
    const by: CheckedTable["by"] = [];
    if (pages.why === null && compared === all) by.push("pages");
    if (blocks.has(table)) by.push("blocks");
    if (table === "artifacts" || table === "chunk_data") by.push("digests");
    const missing = all - compared;
    return {
      table,
      rows: client.prepare(`select count(*) from "${table}"`).pluck().get() as number,
      by,
      comparedPages: compared,
      pages: all,
      unchecked: pages.why ?? (missing > 0 ? `${missing} of ${all} pages have no checksum yet` : null),
    };
  });
}
