import { existsSync, lstatSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { readableEntries } from "../../scripts/content/entries.ts";
import { appendEvent } from "../append-event.ts";
import type { RunDirectory } from "../run-directory.ts";

/**
 * What a script changed outside its own folder, through the links there. All runs of the recipe see the same files, so a person
 * has to know. By a bounded look at times: what something else changed meanwhile is named too.
 */

const MOST_LOOKED_AT = 5000;
const DEEPEST = 4;
const MOST_NAMED = 20;
/** What is written without a thought of the run: a repository's own records, and bytecode. */
const OF_OTHERS = /^(\.git|__pycache__)$/;

/** Paths below `work`, seen through its links, of files that were written since `sinceMs`. */
export function findWrittenThrough(work: string, sinceMs: number): { paths: string[]; more: number } {
  const found: string[] = [];
  let left = MOST_LOOKED_AT;
  const isNew = (path: string) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= sinceMs;
  function look(folder: string, below: string, isLinked: boolean, depth: number): void {
    for (const entry of readableEntries(folder)) {
      if (OF_OTHERS.test(entry.name) || (left -= 1) < 0) continue;
      const whole = join(folder, entry.name);
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (depth < DEEPEST || !isLinked) look(whole, path, isLinked, depth + 1);
      } else if (!entry.isSymbolicLink()) {
        if (isLinked && entry.isFile() && isNew(whole)) found.push(path);
      } else if (!isLinked && isAbsolute(readlinkSync(whole))) {
        const facts = statSync(whole, { throwIfNoEntry: false });
        if (facts?.isDirectory()) look(whole, path, true, 0);
        else if (facts?.isFile() && facts.mtimeMs >= sinceMs) found.push(path);
      }
    }
  }
  look(work, "", false, 0);
  return { paths: found.slice(0, MOST_NAMED), more: Math.max(0, found.length - MOST_NAMED) };
}

/**
 * Notes on a run that has ended what it wrote through links; once, whoever follows it. The mark comes after the note: a worker that
 * dies between them notes it again, which is better than never. Throws what cannot be read or written.
 */
export function noteWrittenThrough(directory: RunDirectory): void {
  const start = directory.start();
  const mark = join(directory.path, "looked-through");
  if (!start || existsSync(mark) || !lstatSync(directory.work, { throwIfNoEntry: false })) return;
  const { paths, more } = findWrittenThrough(directory.work, start.startedAt);
  if (paths.length > 0) {
    const names = `${paths.join(", ")}${more > 0 ? `, ${more} more` : ""}`;
    const message = `Files changed through links while this run was under way, where all runs of the recipe see them: ${names}.`;
    appendEvent(directory.events, {
      t: "note",
      at: Date.now(),
      level: "info",
      message: message.slice(0, 2000),
    });
  }
  writeFileSync(mark, "", { mode: 0o600 });
}
