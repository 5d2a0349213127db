import { statSync } from "node:fs";
import type Database from "better-sqlite3";
import { asDamage } from "../damage.ts";
import {
  clearDigests,
  digestOfPage,
  hasDigests,
  hasOurForm,
  isOpen,
  makeRows,
  NO_DIGEST,
  ownPages,
  pageCount,
  pageSize,
  readDigests,
  setOpen,
  writeDigests,
} from "./digest-rows.ts";
import { LOG_START, readLog, type LogPosition } from "./log-file.ts";
import { keptDescriptor, rawPages } from "./raw-file.ts";

type Client = Database.Database;

/**
 * Keeps the checksum of every page that is written. A page reaches the file only by a checkpoint of the write-ahead log; so
 * checkpoints are made here, after the digests of what the log holds, and SQLite makes none by itself.
 */

/** Frames after which the log goes into the file, about 16 MB. */
const CHECKPOINT_FRAMES = 4000;

/** To ask for the length of the log costs a fiftieth of a small commit, so it is not done after each. */
const MOST_COMMITS_BETWEEN = 32;

/** A log file that has grown by as many bytes, about 4 MB, is looked at before that: some commits are large. */
const GROWN_BYTES = CHECKPOINT_FRAMES * 1024;

/** One for what was new, one that finds nothing but pages of digests. */
const ROUNDS = 4;

interface Keeping {
  /** Busy, frames in the log, frames of it that are in the file. */
  look: Database.Statement;
  /** Frames in the log when they were last counted, commits since, commits until the next time, and bytes of its file. */
  counted: { frames: number; commits: number; next: number; bytes: number };
  /** How far the log was read. */
  read: LogPosition;
  /** Digests that could not be written yet, as on a full disk. */
  pending: Map<number, number>;
  /** As row 0 has it; null before it was looked at. */
  isOpen: boolean | null;
  /** The transaction that is under way sets row 0. */
  isOpening: boolean;
  /** Another program has brought a log into the file whose pages were never seen. */
  isForeign: boolean;
  /** The digests are of an older form. */
  isOlder: boolean;
}

const keepings = new WeakMap<Client, Keeping>();

/** Frames in the log; 0 where there is none. */
const framesOf = (keeping: Keeping): number => Math.max(0, (keeping.look.get() as number[])[1]);

/** From here on the connection keeps digests; what it leaves in the log is taken up when it is closed, or by the next. */
export function keepDigests(client: Client): void {
  if (client.memory) return;
  client.pragma("wal_autocheckpoint = 0");
  const look = client.prepare("pragma wal_checkpoint(noop)").raw();
  const keeping: Keeping = {
    look,
    counted: { frames: 0, commits: 0, next: 1, bytes: 0 },
    read: LOG_START,
    pending: new Map(),
    isOpen: null,
    isOpening: false,
    isForeign: false,
    isOlder: false,
  };
  keepings.set(client, keeping);
  const close = client.close.bind(client);
  client.close = () => {
    const hasWritten = client.open && changesOf(client) > 0;
    if (hasWritten && !client.inTransaction) tryDigests(client, keeping);
    return close();
  };
}

const changesOf = (client: Client): number =>
  client.prepare("select total_changes()").pluck().get() as number;

/** Whether digests are kept in the file, which is looked at when it is first written: merely opening it reads nothing. */
function isKept(client: Client, keeping: Keeping): boolean {
  if (keeping.isOpen !== null) return true;
  if (!hasDigests(client)) return false;
  keeping.isOpen = isOpen(client);
  keeping.isOlder = !hasOurForm(client);
  keeping.isForeign = keeping.isOpen && !logHasOwn(client);
  return true;
}

/** Whether the log has row 0, as each one has in which pages were written since their digests. */
export function logHasOwn(client: Client): boolean {
  const own = ownPages(client);
  let found = false;
  readLog(client.name, LOG_START, Infinity, (page) => (found ||= own.has(page)));
  return found;
}

/** Says in the transaction that begins that pages are written; `afterCommit` once it is committed. */
export function beforeWrite(client: Client): void {
  const keeping = keepings.get(client);
  if (!keeping) return;
  keeping.isOpening = isKept(client, keeping) && keeping.isOpen === false;
  if (keeping.isOpening) setOpen(client, true);
}

/** Brings the log into the file where it has grown long. What was committed is committed, so it never throws. */
export function afterCommit(client: Client): void {
  const keeping = keepings.get(client);
  if (!keeping) return;
  if (keeping.isOpening) keeping.isOpen = true;
  const { counted } = keeping;
  counted.commits += 1;
  const bytes = statSync(`${client.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (counted.commits < counted.next && bytes < counted.bytes + GROWN_BYTES) return;
  const frames = framesOf(keeping);
  const isAnew = frames < counted.frames;
  const since = frames < keeping.read.frames ? 0 : keeping.read.frames;
  const grown = frames - since;
  const perCommit = Math.max(1, (frames - (isAnew ? 0 : counted.frames)) / counted.commits);
  const left = Math.floor((CHECKPOINT_FRAMES - grown) / perCommit);
  keeping.counted = {
    frames,
    commits: 0,
    next: Math.max(1, Math.min(MOST_COMMITS_BETWEEN, left)),
    bytes,
  };
  if (grown >= CHECKPOINT_FRAMES) checkpoint(client);
}

/** Brings the log into the file, after the digests of its pages. */
export function checkpoint(client: Client, mode: "passive" | "truncate" = "passive"): void {
  const keeping = keepings.get(client);
  if (keeping) tryDigests(client, keeping);
  try {
    client.pragma(`wal_checkpoint(${mode})`);
  } catch (error) {
    asDamage(client, error);
  }
}

function tryDigests(client: Client, keeping: Keeping): void {
  try {
    if (framesOf(keeping) === 0 || !isKept(client, keeping) || keeping.isForeign || keeping.isOlder) return;
    takeDigests(client, keeping);
  } catch (error) {
    // Those that were read wait for the next time. Until then row 0 says that some are missing.
    asDamage(client, error);
  }
}

/** Reads what is new in the log and writes its digests, which takes pages of their own and changes no other. */
function takeDigests(client: Client, keeping: Keeping): void {
  makeRows(client);
  let isNew = true;
  for (let round = 0; isNew && round < ROUNDS; round++) {
    const own = ownPages(client);
    const pages = pageCount(client);
    isNew = false;
    keeping.read = readLog(client.name, keeping.read, framesOf(keeping), (page, digest, content) => {
      if (page > pages) return;
      // Of the first page only a part counts.
      const is = page === 1 ? digestOfPage(page, content) : digest;
      keeping.pending.set(page, own.has(page) ? NO_DIGEST : is);
      isNew ||= !own.has(page);
    });
    if (!isNew && keeping.isOpen === false) break;
    client
      .transaction(() => {
        writeDigests(client, keeping.pending);
        if (keeping.isOpen !== false) setOpen(client, false);
      })
      .immediate();
    keeping.isOpen = false;
    keeping.pending.clear();
  }
}

/** Whether a page has none, but for those that the digests lie in. */
function lacksDigests(client: Client): boolean {
  const own = ownPages(client);
  return readDigests(client).digests.some(
    (digest, page) => page > 0 && digest === NO_DIGEST && !own.has(page),
  );
}

/**
 * Gives digests to pages from before there were any, and to all pages anew where another program has written or they are of an older form. Reads the file
 * once where any is missing.
 */
export function completeDigests(client: Client): void {
  const keeping = keepings.get(client);
  if (!keeping || !isKept(client, keeping)) return;
  if (keeping.isForeign || keeping.isOlder) clearDigests(client);
  if (keeping.isForeign && !keeping.isOlder)
    console.error(
      `Another program wrote into ${client.name} after a server was killed; its checksums of pages are made anew.`,
    );
  keeping.isOlder = false;
  if (!lacksDigests(client)) return;
  keeping.isForeign = false;
  setOpen(client, true);
  keeping.isOpen = true;
  checkpoint(client, "truncate");
  if (framesOf(keeping) > 0 || !lacksDigests(client)) return;
  const own = ownPages(client);
  const { digests } = readDigests(client);
  const found = new Map<number, number>();
  for (const [page, content] of rawPages(keptDescriptor(client.name), pageSize(client), pageCount(client)))
    if (digests[page] === NO_DIGEST && !own.has(page)) found.set(page, digestOfPage(page, content));
  client.transaction(() => writeDigests(client, found)).immediate();
}
