import { isResult } from "./log-names.ts";
import type { Told } from "./told.ts";

const isLog = (path: string) => /(^|\/)(trainer_log|logging)\.jsonl$/.test(path) || isResult(path);
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/**
 * One training writes the same values into several files. The event files are taken first, then logs of a line each, then
 * histories that are written at once; each value is taken of one of them, and what is left out is said.
 */
export class Repeats {
  #logged = new Set<string>();

  /** A log of lines: nothing of it where event files lie beside. */
  ofLines(path: string, told: Told, hasEvents: boolean): Told {
    if (!isLog(path) || told.history.length === 0) return told;
    if (hasEvents) return leftOut(path, told);
    for (const { values } of told.history) for (const name in values) this.#logged.add(name);
    return told;
  }

  /** A history that repeats: what no log of lines has. */
  ofHistory(path: string, told: Told, hasEvents: boolean): Told {
    if (told.history.length === 0) return told;
    if (hasEvents) return leftOut(path, told);
    if (this.#logged.size === 0) return told;
    const history = told.history.map((row) => ({
      ...row,
      values: Object.fromEntries(Object.entries(row.values).filter(([name]) => !this.#logged.has(name))),
    }));
    return { ...told, history };
  }
}

function leftOut(path: string, told: Told): Told {
  told.notes.set(
    "twice",
    `The history in ${nameOf(path)} is left out: the event files of this folder hold the same values, as they were logged.`,
  );
  return { ...told, history: [] };
}
