import { existsSync, type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type CheckpointReference, stepOfName } from "../../protocol/attempts/checkpoints.ts";
import { type FoundFile, MOST_FILES } from "../../protocol/attempts/files.ts";
import type { Assignment } from "../../protocol/messages.ts";
import { OUTPUT } from "../../scripts/script-command.ts";
import { openRunDirectory } from "../run-directory.ts";
import { RefusedAssignment } from "../session.ts";

/** What an attempt's trainer leaves on this machine: checkpoints by reference, and other files. */

export const outputFolder = (attemptFolder: string): string => join(attemptFolder, OUTPUT);

/** Where the checkpoint lies that an attempt goes on from; null where it begins anew. Throws `RefusedAssignment` where it is gone. */
export function checkpointPath({ checkpoint }: Assignment, home: string): string | null {
  return checkpoint ? placeOfCheckpoint(checkpoint, home, "Retry the run from its start.") : null;
}

/** The same for what was read of a checkpoint that an input names. */
export function placeOfCheckpoint(checkpoint: CheckpointReference, home: string, advice: string): string {
  const folder = outputFolder(openRunDirectory(home, checkpoint.attemptId).path);
  const path = join(folder, ...checkpoint.path.split("/"));
  if (existsSync(path)) return path;
  throw new RefusedAssignment(
    `The checkpoint ${checkpoint.path} of attempt ${checkpoint.attemptId} is no longer in ${folder}. ${advice}`,
  );
}

/** Folders that loggers fill for themselves; what they say arrives by their own wires. */
const OF_LOGGERS = new Set(["wandb", "trackio", "mlruns", "__pycache__"]);
/** A checkpoint that holds this is still being written (transformers). */
const INCOMPLETE = "checkpoint-is-incomplete.txt";
/** Most names that are looked at: a trainer that writes a million files is not to keep its worker busy. */
const MOST_LOOKED_AT = 20_000;
const DEEPEST = 6;

/** A name against the texts between the stars of a pattern. Each is taken where it comes first, so that no pattern takes long. */
function isNamed(name: string, [first, ...more]: readonly string[]): boolean {
  const last = more.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const piece of more) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** A path against a pattern in which `*` stands for any part of one name. */
function matcher(pattern: string | undefined): (path: string) => boolean {
  if (pattern === undefined) return () => false;
  const wanted = pattern
    .replace(/\/+$/, "")
    .split("/")
    .map((part) => part.split("*"));
  return (path) => {
    const names = path.split("/");
    return names.length === wanted.length && names.every((name, i) => isNamed(name, wanted[i]));
  };
}

interface Look {
  left: number;
}

function entriesOf(folder: string, look: Look): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith(".") && (entry.isFile() || entry.isDirectory()))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const taken = entries.slice(0, Math.max(0, look.left));
    look.left -= taken.length;
    return taken;
  } catch {
    return [];
  }
}

/** Size, number and newest time of all files of a folder; null where it is incomplete or empty. */
function sumOf(folder: string, look: Look, depth = 0): Pick<FoundFile, "bytes" | "files" | "at"> | null {
  let [bytes, files, at] = [0, 0, 0];
  for (const entry of entriesOf(folder, look)) {
    const path = join(folder, entry.name);
    if (entry.name === INCOMPLETE) return null;
    const part = entry.isFile() ? factsOf(path) : depth < DEEPEST ? sumOf(path, look, depth + 1) : null;
    if (!part) continue;
    bytes += part.bytes;
    files += part.files;
    at = Math.max(at, part.at);
  }
  return files === 0 ? null : { bytes, files, at };
}

function factsOf(path: string): Pick<FoundFile, "bytes" | "files" | "at"> | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? { bytes: stat.size, files: 1, at: Math.round(stat.mtimeMs) } : null;
}

/**
 * What lies in an output folder, checkpoints first and the newest of them before others. Links are not followed, and hidden
 * files are somebody's work in progress.
 */
export function listOutput(
  folder: string,
  pattern: string | undefined,
): { files: FoundFile[]; more: number } {
  const isCheckpoint = matcher(pattern);
  const look = { left: MOST_LOOKED_AT };
  const found: FoundFile[] = [];
  const walk = (below: string, depth: number): void => {
    for (const entry of entriesOf(join(folder, below), look)) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (path.length > 400 || OF_LOGGERS.has(entry.name)) continue;
      const whole = join(folder, path);
      if (isCheckpoint(path)) {
        const facts = entry.isFile() ? factsOf(whole) : sumOf(whole, look);
        if (facts) found.push({ path, kind: "checkpoint", ...facts, step: stepOfName(path) });
      } else if (entry.isDirectory()) {
        if (depth < DEEPEST) walk(path, depth + 1);
      } else {
        const facts = factsOf(whole);
        if (facts) found.push({ path, kind: "file", ...facts, step: null });
      }
    }
  };
  walk("", 0);
  const rank = (file: FoundFile) => (file.kind === "checkpoint" ? 0 : 1);
  const sorted = found.toSorted((a, b) => rank(a) - rank(b) || b.at - a.at);
  return { files: sorted.slice(0, MOST_FILES), more: Math.max(0, sorted.length - MOST_FILES) };
}
