import { closeSync, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { isWanted, MOST_IMPORT_FILES } from "../contracts/imports/wanted-files.ts";
import { countOf, writeCount } from "../wording/counts.ts";
import { CliError, usageError } from "./exit.ts";

/** A path inside a folder, with forward slashes. */
const pathIn = (root: string, path: string): string => relative(root, path).split(sep).join("/");

/** Regular files below a folder. Links are not followed: what they lead to was not chosen. */
function filesBelow(dir: string, root = dir): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith(".") ? [] : filesBelow(path, root);
    return entry.isFile() && isWanted(pathIn(root, path)) ? [path] : [];
  });
}

/** A file with what lies beside it and says more of it, or all files of a folder. */
function pathsOf(path: string): { root: string; paths: string[] } {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return { root: path, paths: filesBelow(path) };
  if (!found?.isFile()) throw usageError(`There is no file or folder ${path}; links are not followed.`);
  const root = dirname(path);
  const beside = [`${basename(path)}-wal`, "config.yaml", "config.json", "git_hash.txt"].filter((name) =>
    lstatSync(join(root, name), { throwIfNoEntry: false })?.isFile(),
  );
  return { root, paths: [...new Set([path, ...beside.map((name) => join(root, name))])] };
}

export interface FileOnDisk {
  name: string;
  path: string;
}

/** The files of an import at a path: one with what lies beside it, or all of a folder that are read. */
export function filesOf(path: string): FileOnDisk[] {
  const { root, paths } = pathsOf(path);
  if (paths.length === 0) throw new CliError(`${path} holds no file that is imported.`);
  if (paths.length > MOST_IMPORT_FILES)
    throw new CliError(
      `${path} holds ${countOf(paths.length, "file")}; an import takes ${writeCount(MOST_IMPORT_FILES)}.`,
    );
  return paths.map((one) => ({ name: pathIn(root, one), path: one }));
}

/** Bytes of a request: below the limit of one as base64, and a multiple of 3, so that parts need no padding. */
const PART = 3 * 128 * 1024;

interface Part {
  name: string;
  bytes: string;
  goesOn?: boolean;
}

/** Files in parts, small ones together; no more than a part is in memory. */
export function* batchesOf(files: readonly FileOnDisk[]): Generator<Part[], void, void> {
  let batch: Part[] = [];
  let size = 0;
  const buffer = Buffer.alloc(PART);
  for (const { name, path } of files) {
    const handle = openSync(path, "r");
    try {
      for (let at = 0, read = PART; read === PART; at += read) {
        read = readSync(handle, buffer, 0, PART, at);
        if (read === 0 && at > 0) break;
        if (size + read > PART && batch.length > 0) {
          yield batch;
          [batch, size] = [[], 0];
        }
        batch.push({
          name,
          bytes: buffer.toString("base64", 0, read),
          ...(at > 0 && { goesOn: true }),
        });
        size += read + name.length + 60;
      }
    } finally {
      closeSync(handle);
    }
  }
  if (batch.length > 0) yield batch;
}
