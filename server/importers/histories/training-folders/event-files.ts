import { isEvents } from "../../../contracts/imports/wanted-files.ts";
import { eventFileTail } from "../../../folders/event-file.ts";
import { tagPrefix } from "../../../folders/folder.ts";
import { isPhase } from "../../../folders/log-names.ts";
import type { Told } from "../../../folders/told.ts";
import { countOf } from "../../../wording/counts.ts";
import { writeBytes } from "../../../wording/quantities.ts";
import { KeptHistories } from "../kept-histories.ts";
import { folderOf, type HistoryReader, ImportError, ownName, type SentFile } from "../reader.ts";
import { chunksOf, MOST_AT_ONCE, sizeOf } from "../sent-file.ts";
import { identity } from "../values.ts";
import { stateAround } from "./trainer-state.ts";

const folder = ({ name }: SentFile): string => folderOf(name).slice(0, -1);

/** The folder of the run that an event file is of: the highest above it that holds some too, or whose phase it holds. */
function runFolderOf(file: SentFile, folders: ReadonlySet<string>): string {
  const own = folder(file);
  const parts = own.split("/");
  for (let depth = 0; depth < parts.length; depth++) {
    const above = parts.slice(0, depth).join("/");
    if (above !== own && folders.has(above)) return above;
  }
  return isPhase(parts[parts.length - 1]) ? parts.slice(0, -1).join("/") : own;
}

/** When a writer began the file, by its name: events.out.tfevents.SECONDS.HOST. */
const begunAt = ({ name }: SentFile): number => Number(/\.tfevents\.(\d+)/.exec(name)?.[1] ?? 0);

interface EventsOfRun {
  history: KeptHistories;
  first: Told["history"][number] | null;
  startedAt: number | null;
  endedAt: number | null;
  facts: Told["facts"];
  media: number;
  /** Sentences on files that end inside a record. */
  cuts: string[];
}

const RUN = "run";

/** Reads one file to its end, no more of it than some records in memory. */
function readInto(all: EventsOfRun, file: SentFile, prefix: string): void {
  const damaged = (byte: number): never => {
    throw new ImportError(`${file.name} is damaged at byte ${byte}. Nothing was imported.`);
  };
  const tail = eventFileTail(file.name, prefix, damaged);
  const writer = all.history.writer(RUN);
  let rest: Uint8Array = new Uint8Array();
  let end = 0;
  for (const chunk of chunksOf(file)) {
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    const { told, used } = tail.take(bytes);
    rest = bytes.subarray(used);
    end += used;
    if (rest.length > MOST_AT_ONCE)
      throw new ImportError(
        `${file.name} has a record of more than ${writeBytes(MOST_AT_ONCE)} at byte ${end}. Nothing was imported.`,
      );
    for (const row of told.history) {
      const names = Object.keys(row.values);
      for (const name of names) writer.put(name, row.values[name]);
      all.history.endRow(RUN, writer, names.length, row.step ?? 0, row.at);
      all.first ??= row;
      if (row.at === null) continue;
      all.startedAt = Math.min(all.startedAt ?? row.at, row.at);
      all.endedAt = Math.max(all.endedAt ?? row.at, row.at);
    }
    all.media += told.media.length;
    all.facts.config = { ...all.facts.config, ...told.facts.config };
    all.facts.summary = { ...all.facts.summary, ...told.facts.summary };
  }
  if (end < sizeOf(file))
    all.cuts.push(
      `${ownName(file.name)} ends inside a record at byte ${end}: what stands before it was imported.`,
    );
}

/** Event files of TensorBoard: those of one folder, of its phases and of the folders below it are one run. */
export const eventFilesReader: HistoryReader = {
  kind: "event-files",
  title: "TensorBoard event files",
  opens: ({ name }) => isEvents(name),
  read(file, beside) {
    const events = beside.filter(({ name }) => isEvents(name));
    const folders = new Set(events.map(folder));
    const root = runFolderOf(file, folders);
    const own = events
      .filter((other) => runFolderOf(other, folders) === root)
      .toSorted((a, b) => begunAt(a) - begunAt(b) || (a.name < b.name ? -1 : 1));
    if (own[0] !== file) return [];
    const ownFolders = new Set(own.map(folder));
    const all: EventsOfRun = {
      history: new KeptHistories(file),
      first: null,
      startedAt: null,
      endedAt: null,
      facts: {},
      media: 0,
      cuts: [],
    };
    for (const one of own) readInto(all, one, tagPrefix(one.name, ownFolders));
    const { first, startedAt, endedAt, facts, media, cuts } = all;
    if (first === null) {
      if (own.length < beside.length) return [];
      throw new ImportError(`${file.name} holds no number. Nothing was imported.`);
    }
    const state = stateAround(file, beside);
    return [
      {
        sourceId: identity("event-files", first.at, first.step, first.values),
        name: root.split("/").at(-1) || "TensorBoard",
        startedAt,
        endedAt,
        state: cuts.length > 0 ? "killed" : "finished",
        config: facts.config ?? {},
        environment: { source: file.name },
        summary: { ...facts.summary },
        evaluations: [],
        history: all.history.history(RUN),
        notes: [
          ...cuts,
          ...(media > 0
            ? [
                `${countOf(media, "histogram, image or sound", "histograms, images and sounds")} were left out: ablab follow brings them in.`,
              ]
            : []),
          ...(state ? [`${state.name} holds the same values without their times and was left out.`] : []),
        ],
      },
    ];
  },
};
