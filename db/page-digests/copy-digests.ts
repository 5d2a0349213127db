import { closeSync, openSync } from "node:fs";
import Database from "better-sqlite3";
import {
  clearDigests,
  digestOfPage,
  hasDigests,
  makeRows,
  ownPages,
  pageCount,
  pageSize,
  setOpen,
  writeDigests,
} from "./digest-rows.ts";
import { rawPages } from "./raw-file.ts";

/** Gives a file that nobody else has open, as a copy that was just made, checksums of its own pages. */
export function digestsOfCopy(path: string): void {
  const client = new Database(path, { fileMustExist: true });
  // Its caller has the whole file written to the disk afterwards.
  client.pragma("journal_mode = memory");
  client.pragma("synchronous = off");
  // Closing it takes away locks of this process, so the connection is closed first.
  const fd = openSync(path, "r");
  try {
    if (!hasDigests(client)) return;
    setOpen(client, false);
    clearDigests(client);
    makeRows(client);
    const own = ownPages(client);
    const found = new Map<number, number>();
    for (const [page, content] of rawPages(fd, pageSize(client), pageCount(client)))
      if (!own.has(page)) found.set(page, digestOfPage(page, content));
    client.transaction(() => writeDigests(client, found)).immediate();
  } finally {
    client.close();
    closeSync(fd);
  }
}
