import { readWholeResults } from "#db/foreign/read-results.ts";
import { tablesOfSent } from "#db/foreign/sent-database.ts";
import { isSqlite, refusedBySqlite, sentDatabase } from "../sqlite-file.ts";
import {
  besideOf,
  type HistoryReader,
  ImportError,
  type ImportedRun,
  requireEachOnce,
  type ReadOptions,
  type SentFile,
} from "../reader.ts";
import { benchmarkOf, flat, identity, isStored, parseYaml, type Stored } from "../values.ts";
import { ONE_LIST, protocolOf, readEpisode, spanOf, zoneNote } from "./episodes.ts";

/** A `results.db` of LLM-for-OR: an evaluation by problem for each model in it. */
export const resultsDbReader: HistoryReader = {
  kind: "results-db",
  title: "OR-Debug-Bench results.db",
  // One that SQLite cannot read is opened too, to be refused by name.
  opens: (file) =>
    isSqlite(file) && (tablesOfSent(sentDatabase(file, []))?.includes("evaluation_results") ?? true),
  read(file, beside, options) {
    const { results, summaries } = refusedBySqlite(() => readWholeResults(sentDatabase(file, beside)));
    const near: Near = {
      config: parseYaml(besideOf(file, beside, "config.yaml")),
      commit: commitOf(besideOf(file, beside, "git_hash.txt")),
      summaries: new Map(summaries.map((one) => [one.model_name, one])),
    };
    const rows = results.map((stored) => ({
      stored,
      place: (field: string) =>
        `${file.name}, table evaluation_results, row ${String(stored.id)}, column ${field}`,
    }));
    for (const { stored, place } of rows)
      if (typeof stored.model_name !== "string" || stored.model_name === "")
        throw new ImportError(`${place("model_name")} names no model. Nothing was imported.`);
    return [...Map.groupBy(rows, ({ stored }) => stored.model_name as string)].map(([model, own]) =>
      ofModel({ kind: "results-db", model, rows: own, file: file.name }, near, options),
    );
  },
};

function commitOf(file: SentFile | undefined): string | null {
  const text = file ? new TextDecoder().decode(file.bytes.subarray(0, 200)).trim() : "";
  return /^[0-9a-f]{7,64}$/.test(text) ? text : null;
}

/** What the files of an experiment say of it beside its episodes. */
export interface Near {
  config: Stored;
  commit: string | null;
  summaries: ReadonlyMap<unknown, Stored>;
}

export interface ModelRows {
  kind: string;
  model: string;
  rows: readonly { stored: Stored; place: (field: string) => string }[];
  file: string;
}

/** The run of one model, of rows that a database or its export holds: both are one source. */
export function ofModel(
  { kind, model, rows, file }: ModelRows,
  { config, commit, summaries }: Near,
  { utcOffsetMinutes, benchmark }: ReadOptions,
): ImportedRun {
  const episodes = rows.map(({ stored, place }) => readEpisode(stored, place, utcOffsetMinutes));
  requireEachOnce(
    episodes.map(({ row }) => row.problem),
    (problem, i) => `${rows[i].place("problem_id")}: ${problem} of ${model} stands there twice`,
  );
  const summary = summaries.get(model) ?? {};
  const own = { ...agentConfig(summary), ...config };
  const { agent_config: _config, model_name: _name, timestamp: _time, ...figures } = summary;
  const first = rows[0].stored;
  const named = benchmarkOf(own.dataset) ?? benchmark;
  return {
    // What was appended later leaves the first episode of a model as it was.
    sourceId: identity("or-debug-bench", model, first.problem_id, first.timestamp ?? null),
    name: model,
    ...spanOf(episodes),
    state: "finished",
    config: flat(own),
    environment: { source: file, ...(commit && { commit }) },
    summary: flat(figures),
    evaluations: [
      {
        key: "final",
        benchmark: named,
        final: true,
        at: spanOf(episodes).endedAt,
        protocol: protocolOf(own),
        rows: episodes.map(({ row }) => row),
      },
    ],
    history: [],
    notes: [
      ...zoneNote(
        rows.map(({ stored }) => stored.timestamp),
        utcOffsetMinutes,
      ),
      ...(episodes.some(({ row }) => row.diagnosis) ? [ONE_LIST] : []),
      ...(kind === "results-db" && own.max_steps === undefined
        ? ["The source does not say how many steps an episode may take: 20 is assumed."]
        : []),
    ],
  };
}

function agentConfig({ agent_config: text }: Stored): Stored {
  try {
    const read: unknown = typeof text === "string" ? JSON.parse(text) : null;
    return isStored(read) ? read : {};
  } catch {
    return {};
  }
}
