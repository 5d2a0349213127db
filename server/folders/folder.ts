import { anyLogReader, metricsReader, milesMachineReader } from "./json-lines.ts";
import { eventFileTail } from "./event-file.ts";
import { configReader } from "./configurations.ts";
import { csvReader } from "./csv-table.ts";
import { completionsReader, trainerStateReader } from "./hugging-face.ts";
import { isEvents, isMoment, isPhase } from "./log-names.ts";
import { Repeats } from "./repeats.ts";
import { nemoGymReader } from "./nemo-gym.ts";
import { primeRlReaders } from "./prime-rl.ts";
import { completionLinesReader, milesTrajectoryReader, verlReader } from "./rollout-files.ts";
import { isTail, type Reader, type Tail, type Told } from "./told.ts";

/** A file of the folder: its path inside it with forward slashes, and what tells that it changed. */
export interface FolderFile {
  path: string;
  bytes: number;
  /** ms since the epoch. */
  changedAt: number;
}

/** A part of a file that is to be read now. */
export interface Wanted {
  path: string;
  from: number;
  to: number;
}

/** What was read, with the writer whose rows these are and the numbers of the first ones. */
export interface ToldBy extends Told {
  writer: string;
  first: { history: number; system: number };
}

/** Read at once at most; a larger file that grows is read in parts, a larger one that is written at once is left out. */
export const MOST_AT_ONCE = { tail: 8 * 1024 * 1024, whole: 256 * 1024 * 1024 };

const folderOf = (path: string) => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "");

/**
 * What stands before the tags of an event file. Writers put the same tag into sibling folders ("train", "validation") or into
 * a folder below (add_scalars); a folder named by a time (add_hparams) is neither.
 */
export function tagPrefix(path: string, folders: ReadonlySet<string>): string {
  const own = folderOf(path);
  const name = own.slice(own.lastIndexOf("/") + 1);
  if (isPhase(name)) return `${name}/`;
  const parts = own.split("/");
  const numbered = /^(.*[_-])\d+$/.exec(own)?.[1];
  const isBeside = (other: string) =>
    other !== own && other.startsWith(numbered!) && /^\d+$/.test(other.slice(numbered!.length));
  // Two runs side by side, PPO_1 and PPO_2, are followed as one: each keeps its values.
  if (numbered !== undefined && [...folders].some(isBeside)) return `${name}/`;
  for (let depth = parts.length - 1; depth >= 0; depth--) {
    if (!folders.has(parts.slice(0, depth).join("/")) || own === "") continue;
    return isMoment(name) ? "" : `${parts.slice(depth).join("/")}/`;
  }
  return "";
}

interface Followed {
  reader: Reader;
  tail: Tail | null;
  used: number;
  bytes: number;
  changedAt: number;
  rows: { history: number; system: number };
  /** How often the file was begun anew. */
  begun: number;
  /** Bytes that are read at once: more where one record does not fit. */
  window: number;
  isForeign: boolean;
}

/** What a training leaves in its folder, live and after: which parts of which files are to be read, and what they say. */
export class Folder {
  #files = new Map<string, Followed>();
  #eventFolders = new Set<string>();
  #repeats = new Repeats();
  #readers: Reader[] = [
    { opens: isEvents, tail: (path) => eventFileTail(path, tagPrefix(path, this.#eventFolders)) },
    completionsReader(),
    trainerStateReader(),
    ...primeRlReaders(),
    milesTrajectoryReader(),
    milesMachineReader(),
    metricsReader(),
    csvReader((path) => this.#files.has(path)),
    completionLinesReader(),
    verlReader(),
    nemoGymReader(),
    configReader(),
    anyLogReader(),
  ];

  /** Whether a file of the last call has to rest until the next. */
  isWaiting = false;

  /** Whether a path is of a kind that is read. */
  reads = (path: string): boolean => this.#readers.some((reader) => reader.opens(path));

  /** What is to be read of these files now. A file that is written at once is wanted when it has rested since the last call. */
  wanted(files: readonly FolderFile[]): Wanted[] {
    this.isWaiting = false;
    for (const { path } of files) if (isEvents(path)) this.#eventFolders.add(folderOf(path));
    const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return sorted.flatMap((file) => this.#wantedOf(file));
  }

  #wantedOf(file: FolderFile): Wanted[] {
    const { path, bytes, changedAt } = file;
    const reader = this.#readers.find((one) => one.opens(path));
    if (!reader || (isTail(reader) ? false : bytes > MOST_AT_ONCE.whole)) return [];
    const known = this.#files.get(path);
    if (!known) {
      const tail = isTail(reader) ? reader.tail(path) : null;
      const rows = { history: 0, system: 0 };
      this.#files.set(path, {
        reader,
        tail,
        used: 0,
        bytes: -1,
        changedAt,
        rows,
        begun: 1,
        window: MOST_AT_ONCE.tail,
        isForeign: false,
      });
      return this.#wantedOf(file);
    }
    if (known.isForeign) return [];
    if (known.tail) {
      if (bytes < known.used && isTail(reader)) {
        Object.assign(known, {
          tail: reader.tail(path),
          used: 0,
          rows: { history: 0, system: 0 },
          begun: known.begun + 1,
        });
      }
      const to = Math.min(bytes, known.used + Math.min(known.window, MOST_AT_ONCE.whole));
      return to > known.used && bytes !== known.bytes ? [{ path, from: known.used, to }] : [];
    }
    const hasRested = known.bytes === bytes && known.changedAt === changedAt;
    const isRead = known.used === 1;
    if (!hasRested) this.isWaiting = true;
    Object.assign(known, { bytes, changedAt, used: hasRested ? 1 : 0 });
    return hasRested && !isRead ? [{ path, from: 0, to: bytes }] : [];
  }

  /** Reads a wanted part. Null where it says nothing. Throws what a damaged file makes a reader throw; it is not read again. */
  async take({ path, from, to }: Wanted, bytes: Uint8Array): Promise<ToldBy | null> {
    const file = this.#files.get(path);
    if (!file) return null;
    const hasEvents = this.#eventFolders.size > 0;
    if (!file.tail) {
      if (isTail(file.reader)) return null;
      const read = await file.reader.read(path, bytes);
      const told = read.writer === undefined ? read : this.#repeats.ofHistory(path, read, hasEvents);
      return { first: { history: 0, system: 0 }, ...told, writer: read.writer ?? path };
    }
    const { told, used } = file.tail.take(bytes);
    if (used < 0) {
      file.isForeign = true;
      return null;
    }
    file.used = from + used;
    // What is left at the end of a file is an unfinished record, worth reading again once the file has grown.
    file.bytes = to;
    file.window = used === 0 ? file.window * 2 : MOST_AT_ONCE.tail;
    const first = { ...file.rows };
    file.rows = { history: first.history + told.history.length, system: first.system + told.system.length };
    const once = this.#repeats.ofLines(path, told, hasEvents);
    return { ...once, writer: file.begun === 1 ? path : `${path} ${file.begun}`, first };
  }
}
