import { bareWords } from "../../../workers/protocol/python-json.ts";
import { headOf, ImportError, linesOf, type SentFile } from "./sent-file.ts";
import { isStored, type Stored } from "./values.ts";

/** The object of one line of JSON lines, with the words for what is no number that Python writes. */
export function objectInLine(file: SentFile, line: number, text: string): Stored {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    try {
      read = JSON.parse(bareWords(text, (word) => `"${word}"`));
    } catch (error) {
      throw new ImportError(
        `${file.name}, line ${line} is not valid JSON: ${(error as Error).message}. Nothing was imported.`,
        { cause: error },
      );
    }
  }
  if (!isStored(read)) throw new ImportError(`${file.name}, line ${line}: no object. Nothing was imported.`);
  return read;
}

/** The objects of JSON lines with their places, one after the other; no more of the file than a line is in memory. */
export function* objectLines(
  file: SentFile,
): Generator<{ row: Stored; place: string; line: number }, void, void> {
  for (const { text, line } of linesOf(file))
    if (text.trim() !== "")
      yield { row: objectInLine(file, line, text), place: `${file.name}, line ${line}`, line };
}

/** Bytes in which the first line of a log of answers mostly ends. */
const HEAD = 64 * 1024;

/** Whether the first line of JSON lines, as far as it is short, holds these names. */
export function beginsWithNames(file: SentFile, ...names: string[]): boolean {
  if (!/\.(jsonl|ndjson)$/i.test(file.name)) return false;
  const [line] = new TextDecoder().decode(headOf(file, HEAD)).split("\n", 1);
  return /^\s*\{/.test(line) && names.every((name) => line.includes(`"${name}"`));
}
