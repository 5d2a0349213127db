import type Database from "better-sqlite3";
import { isCorrupt } from "../damage.ts";
import {
  digestOfPage,
  hasDigests,
  hasOurForm,
  isOpen,
  NO_DIGEST,
  ownPages,
  pageCount,
  pageSize,
  PAGES_PER_ROW,
  readDigests,
  type ReadDigests,
} from "./digest-rows.ts";
import { logHasOwn } from "./keep-digests.ts";
import { LOG_START, readLog } from "./log-file.ts";
import { pageHolder } from "./page-holder.ts";
import { rawPage, rawPages } from "./raw-file.ts";

type Client = Database.Database;

export interface ComparedPages {
  /** By page, from 1: 1 where it was compared, or lies in the log, whose frames SQLite checks. */
  compared: Uint8Array;
  /** Why none was; null where they were. */
  why: string | null;
}

/** The digests of a file, or SQLite's word for the damage to them. */
function tryRead(client: Client): ReadDigests | string {
  try {
    return readDigests(client);
  } catch (error) {
    if (isCorrupt(error)) return error.message;
    throw error;
  }
}

/** Why the digests of a file say nothing about it; null where they do. */
function findingTo(client: Client): string | null {
  if (!hasDigests(client)) return "the file is from a version that kept no checksums of pages";
  if (!hasOurForm(client))
    return "the file is from a version that kept other checksums of pages; the next start of the server makes them anew";
  if (isOpen(client) && !logHasOwn(client))
    return "another program wrote into the file since; the next start of the server makes checksums anew";
  return null;
}

/** In a file that gives pages back one page in so many says what points at those behind it (sqlite.org/fileformat, 1.8). */
const isMap = (page: number, size: number): boolean => (page - 2) % (Math.floor(size / 5) + 1) === 0;

/**
 * Compares each page of a database file with the checksum that it had when it was written, and says which table and rows lie
 * in one that is another. `client` is in a read transaction, so that the log keeps what it holds; `fd` is of the file.
 */
export function* checkPages(client: Client, fd: number): Generator<string, ComparedPages> {
  const pages = pageCount(client);
  const compared = new Uint8Array(pages + 1);
  const why = findingTo(client);
  if (why !== null) return { compared, why };
  const read = tryRead(client);
  if (typeof read === "string") {
    yield `Table page_digests cannot be read (${read}), so no page is compared.`;
    return { compared, why: "its checksums cannot be read" };
  }
  const { digests, damaged } = read;
  for (const row of damaged)
    yield `Row ${row} of table page_digests is not as it was written; pages ${(row - 1) * PAGES_PER_ROW + 1} to ${row * PAGES_PER_ROW} are not compared.`;
  const wrong: number[] = [];
  readLog(client.name, LOG_START, Infinity, (page) => (compared[page] = 1));
  for (const page of ownPages(client)) compared[page] = 1;
  const size = pageSize(client);
  for (const [page, content] of rawPages(fd, size, pages)) {
    if (compared[page] === 1 || digests[page] === NO_DIGEST) continue;
    compared[page] = 1;
    if (digestOfPage(page, content) !== digests[page]) wrong.push(page);
  }
  if (wrong.length === 0) return { compared, why };
  const holderOf = pageHolder(client, new Set(wrong), (page) => rawPage(fd, size, page));
  for (const page of wrong) {
    const holder = holderOf(page);
    if (holder !== null) yield `Page ${page} of the file is not as it was written: ${holder}.`;
    else if (isMap(page, size))
      yield `Page ${page} of the file is not as it was written: a map of where pages are, and no value of a table.`;
  }
  return { compared, why };
}
