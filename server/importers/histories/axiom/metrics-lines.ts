import { historyOf } from "../history.ts";
import { shareOf } from "./evaluations.ts";
import { headOf } from "../sent-file.ts";
import { objectLines } from "../json-lines.ts";
import {
  begins,
  besideOf,
  folderName,
  type HistoryReader,
  ImportError,
  type ImportedRun,
  ownName,
  type SentFile,
} from "../reader.ts";
import {
  flat,
  identity,
  isStored,
  listOf,
  numbersOf,
  objectOf,
  parseJson,
  type Place,
  readMoment,
  refuse,
  spanOfMoments,
  type Stored,
} from "../values.ts";
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
      const name = `${folderName(file, "metrics")}${all.length > 1 ? ` ${i + 1}` : ""}`;
      const run = runOf(file, own, { name, config, summary: {} }, utcOffsetMinutes);
      return all.length === 1
        ? run
        : {
            ...run,
            notes: [
              ...run.notes,
              `The file holds ${all.length} runs: its iterations begin anew in line ${own[0].number}.`,
            ],
          };
    });
  },
};

/** `summary.json` of axiom, which holds the iterations of its last run: that of the lines beside it is the same. */
export const axiomSummaryReader: HistoryReader = {
  kind: "axiom-summary",
  title: "axiom summary.json",
  opens: (file) => ownName(file.name) === "summary.json" && begins(file, 4000, "experiment", "config"),
  read(file, _beside, { utcOffsetMinutes }) {
    const { experiment, config, final_results: final, ...tree } = objectOf(file);
    const lines = listOf(file, tree, "metrics").map((row, i) =>
      lineFrom(row, i + 1, (field) => `${file.name}, metrics[${i}].${field}`, utcOffsetMinutes),
    );
    if (lines.length === 0) throw new ImportError(`${file.name} holds no iteration. Nothing was imported.`);
    const told = {
      name: typeof experiment === "string" ? experiment : folderName(file, "metrics"),
      config: isStored(config) ? flat(config) : {},
      summary: isStored(final) ? numbersOf(final) : {},
    };
    return runsOf(lines).map((own) => runOf(file, own, told, utcOffsetMinutes));
  },
};

function runOf(
  file: SentFile,
  own: readonly Line[],
  told: Pick<ImportedRun, "name" | "config" | "summary">,
  utcOffsetMinutes: number,
): ImportedRun {
  return {
    ...told,
    sourceId: identity("axiom", own[0].timestamp ?? null, own[0].values),
    ...spanOfMoments(own.map(({ at }) => at)),
    state: "finished",
    environment: { source: file.name },
    evaluations: [],
    history: historyOf(own.map(({ iteration, at, values }) => ({ step: iteration, at, values }))),
    notes: zoneNote(
      own.map(({ timestamp }) => timestamp),
      utcOffsetMinutes,
    ),
  };
}

function linesOf(file: SentFile, utcOffsetMinutes: number): Line[] {
  const lines: Line[] = [];
  for (const { row, place, line } of objectLines(file))
    lines.push(lineFrom(row, line, (field) => `${place}, ${field}`, utcOffsetMinutes));
  return lines;
}

function lineFrom(read: Stored, number: number, place: Place, utcOffsetMinutes: number): Line {
  const { iteration, timestamp } = read;
  if (typeof iteration !== "number" || !Number.isInteger(iteration) || iteration < 0)
    throw refuse(place("iteration"), "no number of an iteration", iteration);
  const at = readMoment(timestamp, place("timestamp"), utcOffsetMinutes);
  return { number, iteration, at, timestamp, values: valuesOf(read, place) };
}

/** Shares from counts where there are some, since "accuracy" beside them is a percentage; else fractions as they stand. */
function valuesOf(line: Stored, place: Place): Record<string, number> {
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
