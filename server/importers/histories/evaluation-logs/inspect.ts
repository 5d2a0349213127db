import { begins, type HistoryReader, ImportError, type SentFile } from "../reader.ts";
import { isStored, parseJson, type Stored } from "../values.ts";
import { readEntry, type ZipEntry, zipEntries } from "../zip.ts";
import { headOf } from "../sent-file.ts";
import { runOfLog } from "./inspect-log.ts";

/** Characters in which the head of a log stands, before its samples. */
const HEAD = 20_000;

/** A log of Inspect as JSON. */
export const inspectReader: HistoryReader = {
  kind: "inspect",
  title: "Inspect log as JSON",
  opens: (file) => /\.json$/i.test(file.name) && begins(file, HEAD, "eval", "status", "task"),
  read(file, _beside, { utcOffsetMinutes }) {
    const head = objectOf(file, file.name);
    const samples = Array.isArray(head.samples) ? head.samples : [];
    const placed = samples.map((sample: unknown, i) => ({ sample, place: `${file.name}, samples[${i}]` }));
    return [runOfLog({ file: file.name, head, samples: placed }, utcOffsetMinutes)];
  },
};

function objectOf(file: SentFile, name: string): Stored {
  const tree = parseJson(file);
  if (!isStored(tree)) throw new ImportError(`${name} holds no object. Nothing was imported.`);
  return tree;
}

const ZIP = "PK\u0003\u0004";

/** A log of Inspect as it writes it while it runs: a zip archive with a file for each sample. */
export const inspectArchiveReader: HistoryReader = {
  kind: "inspect-eval",
  title: "Inspect .eval",
  opens: (file) => /\.eval$/i.test(file.name) && new TextDecoder("latin1").decode(headOf(file, 4)) === ZIP,
  read(file, _beside, { utcOffsetMinutes }) {
    const entries = zipEntries(file);
    const head = headIn(file, entries);
    return [runOfLog({ file: file.name, head, samples: samplesIn(file, entries) }, utcOffsetMinutes)];
  },
};

/** A file of an archive as a file by itself, called by both names. */
const fileOf = (file: SentFile, entry: ZipEntry): SentFile => ({
  name: `${file.name}, ${entry.name.slice(0, 200)}`,
  bytes: readEntry(file, entry),
});

/** How the log began and ended; of one that was cut only how it began, which is no success. */
function headIn(file: SentFile, entries: ReadonlyMap<string, ZipEntry>): Stored {
  const head = entries.get("header.json") ?? entries.get("_journal/start.json");
  if (!head)
    throw new ImportError(
      `${file.name} is no log of Inspect: it holds neither header.json nor _journal/start.json. Nothing was imported.`,
    );
  return objectOf(fileOf(file, head), `${file.name}, ${head.name}`);
}

const PART_OF_JOURNAL = /^_journal\/summaries\/(\d+)\.json$/;
const SAMPLE = /^samples\/.+\.json$/;

/**
 * The samples, by what is summed up of them where that is there, since one with its events may have megabytes: in one file at
 * the end, part by part while it runs. Older logs have the samples alone, which are unpacked one after the other.
 */
function* samplesIn(file: SentFile, entries: ReadonlyMap<string, ZipEntry>) {
  const end = entries.get("summaries.json");
  const parts = [...entries.values()]
    .filter(({ name }) => PART_OF_JOURNAL.test(name))
    .toSorted((a, b) => partOf(a) - partOf(b));
  for (const entry of end ? [end] : parts) {
    const list = parseJson(fileOf(file, entry));
    if (!Array.isArray(list))
      throw new ImportError(`${file.name}, ${entry.name} is no list. Nothing was imported.`);
    for (const [i, sample] of list.entries())
      yield { sample: sample as unknown, place: `${file.name}, ${entry.name}[${i}]` };
  }
  if (end || parts.length > 0) return;
  for (const entry of entries.values())
    if (SAMPLE.test(entry.name))
      yield { sample: parseJson(fileOf(file, entry)), place: `${file.name}, ${entry.name.slice(0, 200)}` };
}

const partOf = ({ name }: ZipEntry): number => Number(PART_OF_JOURNAL.exec(name)?.[1]);
