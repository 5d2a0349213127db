import {
  begins,
  besideOf,
  type HistoryReader,
  ImportError,
  type ImportedRun,
  type ReadOptions,
  requireEachOnce,
  type SentFile,
} from "../reader.ts";
import {
  benchmarkOf,
  flat,
  identity,
  isStored,
  parseJson,
  parseYaml,
  readMoment,
  type Stored,
} from "../values.ts";
import { ONE_LIST, protocolOf, readEpisode, spanOf, zoneNote } from "./episodes.ts";
import { ofModel } from "./results-db.ts";

/** Characters in which the names of an evaluation stand. */
const HEAD = 4000;

/** The export of a `results.db`, where that did not come with it. */
export const resultsJsonReader: HistoryReader = {
  kind: "results-json",
  title: "OR-Debug-Bench results.json",
  opens: (file) => /\.json$/i.test(file.name) && begins(file, HEAD, "models", "summary"),
  read(file, beside, options) {
    const read = parseJson(file);
    // It was written from the database that lies beside it, which holds more.
    if (besideOf(file, beside, "results.db")) return [];
    const models = isStored(read) ? read.models : undefined;
    if (!isStored(models))
      throw new ImportError(`${file.name}: "models" is no object of models. Nothing was imported.`);
    const config = parseYaml(besideOf(file, beside, "config.yaml"));
    return Object.entries(models).flatMap(([model, told]) => {
      const rows = isStored(told) ? told.per_problem_results : undefined;
      if (!isStored(told) || !Array.isArray(rows))
        throw new ImportError(
          `${file.name}: models.${model}.per_problem_results is no list. Nothing was imported.`,
        );
      if (rows.length === 0) return [];
      const summary = isStored(told.summary) ? told.summary : {};
      return [
        ofModel(
          {
            kind: "results-db",
            model,
            file: file.name,
            rows: rows.map((stored, i) => ({
              stored: storedRow(stored, `${file.name}, models.${model}.per_problem_results[${i}]`),
              place: (field) => `${file.name}, models.${model}.per_problem_results[${i}].${field}`,
            })),
          },
          { config, commit: null, summaries: new Map([[model, summary]]) },
          options,
        ),
      ];
    });
  },
};

function storedRow(value: unknown, place: string): Stored {
  if (!isStored(value)) throw new ImportError(`${place} is no episode. Nothing was imported.`);
  return value;
}

/** One evaluation of one model: `*_eval*.json`, and `.partial.json`, which holds what there was when it stopped. */
export const evalJsonReader: HistoryReader = {
  kind: "eval-json",
  title: "OR-Debug-Bench evaluation as JSON",
  opens: (file) => /\.json$/i.test(file.name) && begins(file, HEAD, "results", "problem_id"),
  read: (file, _beside, options) => [ofEvaluation(file, options)],
};

function ofEvaluation(file: SentFile, { utcOffsetMinutes, benchmark }: ReadOptions): ImportedRun {
  const read = parseJson(file);
  const list = isStored(read) ? read.results : undefined;
  if (!isStored(read) || !Array.isArray(list) || list.length === 0)
    throw new ImportError(`${file.name}: "results" is no list of episodes. Nothing was imported.`);
  const rows = list.map((stored, i) => storedRow(stored, `${file.name}, results[${i}]`));
  const place = (i: number) => (field: string) => `${file.name}, results[${i}].${field}`;
  const episodes = rows.map((stored, i) => readEpisode(stored, place(i), utcOffsetMinutes));
  requireEachOnce(
    episodes.map(({ row }) => row.problem),
    (problem, i) => `${place(i)("problem_id")}: ${problem} stands there twice`,
  );
  const { results: _results, summary, ...facts } = read;
  const model = [facts.model_name, facts.model].find((name) => typeof name === "string");
  const isPartial = !isStored(summary);
  const [first] = rows;
  return {
    // An evaluation that went on has the same first episode as the part of it that was written before.
    sourceId: identity(
      "or-debug-eval",
      model,
      facts.dataset,
      first.problem_id,
      first.wall_clock_seconds,
      first.total_tokens,
    ),
    name: model ?? file.name,
    ...spanOf(episodes),
    state: isPartial ? "killed" : "finished",
    config: flat(facts),
    environment: { source: file.name },
    summary: isStored(summary) ? flat(summary) : {},
    evaluations: [
      {
        key: "final",
        benchmark: benchmarkOf(facts.dataset) ?? benchmark,
        final: !isPartial,
        at:
          readMoment(facts.timestamp, `${file.name}, timestamp`, utcOffsetMinutes) ??
          spanOf(episodes).endedAt,
        protocol: protocolOf(facts),
        rows: episodes.map(({ row }) => row),
      },
    ],
    history: [],
    notes: [
      ...zoneNote([facts.timestamp, first.timestamp], utcOffsetMinutes),
      ...(episodes.some(({ row }) => row.diagnosis) ? [ONE_LIST] : []),
      ...(facts.temperature === undefined
        ? ["The source does not say at which temperature it was sampled."]
        : []),
      ...(isPartial ? ["The file has no summary: the evaluation had not ended when it was written."] : []),
    ],
  };
}
