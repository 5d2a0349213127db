import { open, readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { Folder, type FolderFile } from "../../folders/folder.ts";
import type { sendTo } from "./send-told.ts";

const MOST_DEPTH = 8;
const MOST_FILES = 50_000;
/** Where nothing of a training is: caches, repositories, other people's packages. */
const SKIP = new Set(["node_modules", "__pycache__", "wandb", "mlruns"]);

/** Files below a folder that are read, the others by name, and when the newest of all changed. Links are not followed. */
async function filesBelow(
  root: string,
  folder: Folder,
): Promise<{ files: FolderFile[]; others: string[]; changedAt: number }> {
  const files: FolderFile[] = [];
  const others: string[] = [];
  let changedAt = 0;
  const open = [{ path: root, depth: 0 }];
  for (let place = open.pop(); place !== undefined && files.length < MOST_FILES; place = open.pop()) {
    const entries = await readdir(place.path, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(place.path, entry.name);
      if (
        entry.isDirectory() &&
        place.depth < MOST_DEPTH &&
        !SKIP.has(entry.name) &&
        !entry.name.startsWith(".")
      )
        open.push({ path, depth: place.depth + 1 });
      if (!entry.isFile()) continue;
      const inside = relative(root, path).split(sep).join("/");
      // A file that went away between the two calls is none.
      const found = await stat(path).catch(() => null);
      if (!found) continue;
      changedAt = Math.max(changedAt, found.mtimeMs);
      if (folder.reads(inside)) files.push({ path: inside, bytes: found.size, changedAt: found.mtimeMs });
      else others.push(inside);
    }
  }
  return { files, others, changedAt };
}

/** Bytes of a file; fewer where it has become shorter. */
async function readPart(path: string, from: number, to: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(to - from);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export interface FollowedCounts {
  files: number;
  rows: number;
  completions: number;
  changedAt: number;
  /** Whether something was new, or a file that is just written is still to be read. */
  isMore: boolean;
}

/** Follows one folder: each call of `pass` reads what is new in it and sends it. */
export function followFolder(
  root: string,
  sender: ReturnType<typeof sendTo>,
  complain: (message: string) => void,
) {
  const folder = new Folder();
  const counts = { rows: 0, completions: 0 };
  const read = new Set<string>();
  let found: string[] = [];
  return {
    /** Files that were there at the last pass and of which nothing was read, by their path in the folder. */
    unread: () => found.filter((path) => !read.has(path)).toSorted(),
    async pass(): Promise<FollowedCounts> {
      const { files, others, changedAt } = await filesBelow(root, folder);
      let isMore = false;
      for (let wanted = folder.wanted(files); wanted.length > 0; wanted = folder.wanted(files)) {
        for (const part of wanted) {
          const told = await readPart(join(root, part.path), part.from, part.to)
            .then((bytes) => folder.take(part, bytes))
            .catch((error: unknown) => {
              const why = error instanceof Error ? error.message : String(error);
              complain(`${part.path} cannot be read (${why}); it is read again when it changes.`);
              return null;
            });
          isMore = true;
          if (told === null) continue;
          for (const message of told.notes.values()) complain(message);
          await sender.send(told);
          read.add(part.path);
          counts.rows += told.history.length + told.system.length;
          counts.completions += told.rollouts.length;
        }
      }
      found = [...others, ...files.map(({ path }) => path)];
      return { files: read.size, ...counts, changedAt, isMore: isMore || folder.isWaiting };
    },
  };
}
