import { historyOf } from "../history.ts";
import { headOf } from "../sent-file.ts";
import { besideOf, type HistoryReader, ImportError, type ImportedRun, type SentFile } from "../reader.ts";
import { flat, identity, isStored, parseJson, readMoment, refuse, type Stored } from "../values.ts";
import { zoneNote } from "../or-debug-bench/episodes.ts";

interface Line {
  number: number;
  iteration: number;
  at: number | null;
  timestamp: unknown;
  values: Record<string, number>;
}

const PARTS = ["train", "val", "test"] as const;

/** `metrics.jsonl` of axiom: iterations of one or several runs, one behind the other, as counts or as fractions. */
export const axiomMetricsReader: HistoryReader = {
  kind: "axiom-metrics",
  title: "axiom metrics.jsonl",
  opens: (file) =>
    /\.jsonl$/i.test(file.name) && /^\s*\{\s*"iteration"/.test(new TextDecoder().decode(headOf(file, 200))),
  read(file, beside, { utcOffsetMinutes }) {
    const lines = linesOf(file, utcOffsetMinutes);
    const config = configOf(besideOf(file, beside, "config.json"));
    return runsOf(lines).map((own, i, all): ImportedRun => {
      const times = own.flatMap(({ at }) => at ?? []);
      return {
        sourceId: identity("axiom", own[0].timestamp ?? null, own[0].values),
        name: `${nameOf(file)}${all.length > 1 ? ` ${i + 1}` : ""}`,
        startedAt: times.length > 0 ? Math.min(...times) : null,
        endedAt: times.length > 0 ? Math.max(...times) : null,
        state: "finished",
        config,
        environment: { source: file.name },
        summary: {},
        evaluations: [],
        history: historyOf(own.map(({ iteration, at, values }) => ({ step: iteration, at, values }))),
        notes: [
          ...zoneNote(
            own.map(({ timestamp }) => timestamp),
            utcOffsetMinutes,
          ),
          ...(all.length > 1
            ? [`The file holds ${all.length} runs: its iterations begin anew in line ${own[0].number}.`]
            : []),
        ],
      };
    });
  },
};

const nameOf = ({ name }: SentFile): string => name.split("/").at(-2) ?? "metrics";

function linesOf(file: SentFile, utcOffsetMinutes: number): Line[] {
  const texts = new TextDecoder().decode(file.bytes).split("\n");
  return texts.flatMap((text, i): Line[] => {
    const number = i + 1;
    // The last line of a file that is written may be cut.
    if (text.trim() === "") return [];
    const place = (field: string) => `${file.name}, line ${number}, ${field}`;
    const read = lineOf(text, `${file.name}, line ${number}`);
    const { iteration, timestamp } = read;
    if (typeof iteration !== "number" || !Number.isInteger(iteration) || iteration < 0)
      throw refuse(place("iteration"), "no number of an iteration", iteration);
    const at = readMoment(timestamp, place("timestamp"), utcOffsetMinutes);
    return [{ number, iteration, at, timestamp, values: valuesOf(read, place) }];
  });
}

function lineOf(text: string, place: string): Stored {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new ImportError(`${place} is not valid JSON. Nothing was imported.`, { cause: error });
  }
  if (!isStored(read)) throw new ImportError(`${place} is no object. Nothing was imported.`);
  return read;
}

/** Shares from counts where there are some, since "accuracy" beside them is a percentage; else fractions as they stand. */
function valuesOf(line: Stored, place: (field: string) => string): Record<string, number> {
  const nested = PARTS.flatMap((part) => {
    const told = line[part];
    if (!isStored(told)) return [];
    const types = isStored(told.by_type) ? Object.entries(told.by_type) : [];
    return [
      ...(isStored(told.overall) ? [[`${part}/accuracy`, told.overall] as const] : []),
      ...types.map(([type, counts]) => [`${part}/accuracy/${type}`, counts] as const),
    ].map(([name, counts]) => [name, shareOf(counts, place(name))] as const);
  });
  const plain = Object.entries(line).flatMap(([name, value]) => {
    if (name === "iteration" || typeof value !== "number") return [];
    const [, part, rest] = /^(train|val|test)_(.+)$/.exec(name) ?? [];
    if (/(accuracy|rate)$/.test(name) && (value < 0 || value > 1))
      throw refuse(place(name), "no fraction between 0 and 1, and the line does not say of how many", value);
    return [[part === undefined ? name : `${part}/${rest}`, value] as const];
  });
  return Object.fromEntries([...nested, ...plain]);
}

function shareOf(counts: unknown, place: string): number {
  const { passed, total } = isStored(counts) ? counts : {};
  if (typeof passed !== "number" || typeof total !== "number" || !(total > 0) || passed > total || passed < 0)
    throw refuse(place, "no count of passed of total", counts);
  return passed / total;
}

/** Lines were appended by one run after the other: an iteration that does not rise begins another run. */
function runsOf(lines: readonly Line[]): Line[][] {
  const runs: Line[][] = [];
  let last = Infinity;
  for (const line of lines) {
    if (line.iteration <= last) runs.push([]);
    runs[runs.length - 1].push(line);
    last = line.iteration;
  }
  return runs;
}

const configOf = (file: SentFile | undefined) => {
  const read = file ? parseJson(file) : {};
  return isStored(read) ? flat(read) : {};
};
