import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** A folder cannot be made. The message names it, says why and what to do; `code` is that of the system. */
export class FolderError extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.name = "FolderError";
    this.code = code;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** What keeps a folder from being made below `parent`, and what to do about it. */
function reasonOf(code: string, parent: string): string {
  if (code === "EEXIST") return `${parent} is not a directory. Move that file away`;
  if (code === "ENOSPC" || code === "EDQUOT") return `the disk of ${parent} is full. Free some space`;
  if (code === "ENAMETOOLONG") return "its name is too long. Shorten it";
  return `nothing can be made in ${parent} (${code}). Make that writable for this user`;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder, private unless told, and those above it that are missing. One by one from the nearest that is there: Node's own
 * recursion never ends below one that takes no folders, as those of /proc. `instead` says how to name another one.
 * Throws `FolderError`.
 */
export function makeFolder(path: string, instead: string, mode = 0o700): void {
  const missing: string[] = [];
  let at = resolve(path);
  try {
    for (; !isFolder(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
    while (missing.length > 0) {
      at = missing.pop() as string;
      makeOne(at, mode);
    }
  } catch (error) {
    const code = codeOf(error);
    const reason = reasonOf(code, code === "EEXIST" ? at : dirname(at));
    throw new FolderError(`The folder ${path} cannot be made: ${reason}, or ${instead}.`, code);
  }
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (codeOf(error) !== "EEXIST" || !isFolder(folder)) throw error;
  }
}
