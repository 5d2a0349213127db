import { type HistoryReader, ImportError, type ImportedRun, type SentFile } from "../reader.ts";
import { zoneNote } from "../or-debug-bench/episodes.ts";
import { beginsWithNames, objectLines } from "../json-lines.ts";
import { flat, identity, isStored, readMoment, refuse, type Stored } from "../values.ts";
import { drawnAt, evaluationsOf, type ScoredSample } from "./scored-samples.ts";

/** What an event says of its sample: whether it matched, or what a model or a rule gave it. */
function scoreOf(type: unknown, data: Stored, place: string): number | null {
  if (type === "match") {
    if (typeof data.correct !== "boolean") throw refuse(`${place}, data.correct`, "no truth", data.correct);
    return data.correct ? 1 : 0;
  }
  if (type !== "metrics") return null;
  const told = [data.score, data.accuracy, data.correct].find(
    (one) => typeof one === "number" || typeof one === "boolean",
  );
  return told === undefined ? null : Number(told);
}

interface Log {
  spec: Stored;
  samples: Map<string, ScoredSample>;
  report: Stored | null;
  lastAt: unknown;
  /** Samples of which nothing says whether they were solved. */
  asked: Set<string>;
}

function readLog(file: SentFile): Log {
  const log: Log = { spec: {}, samples: new Map(), report: null, lastAt: null, asked: new Set() };
  for (const { row, place } of objectLines(file)) {
    if (isStored(row.spec)) log.spec = row.spec;
    else if (isStored(row.final_report)) log.report = row.final_report;
    else if (row.type !== undefined) {
      const { sample_id: problem, type, data } = row;
      if (!isStored(data)) throw refuse(`${place}, data`, "no object", data);
      log.lastAt = row.created_at ?? log.lastAt;
      if (typeof problem !== "string" && typeof problem !== "number") continue;
      log.asked.add(String(problem));
      const score = scoreOf(type, data, place);
      // Of what a sample was found to be the first word counts: later ones say more of the same.
      if (score !== null && !log.samples.has(String(problem)))
        log.samples.set(String(problem), { problem: String(problem), epoch: 1, score, seconds: null });
    }
  }
  return log;
}

/** A log of OpenAI evals: an evaluation by sample. */
export const openaiEvalsReader: HistoryReader = {
  kind: "openai-evals",
  title: "OpenAI evals log",
  opens: (file) => beginsWithNames(file, "spec", "eval_name", "run_id"),
  read: (file, _beside, { utcOffsetMinutes }): ImportedRun[] => [runOf(file, utcOffsetMinutes)],
};

function runOf(file: SentFile, utcOffsetMinutes: number): ImportedRun {
  const { spec, samples, report, lastAt, asked } = readLog(file);
  const {
    eval_name: task,
    completion_fns: models,
    run_id: id,
    created_at: created,
    run_config: config,
  } = spec;
  if (typeof id !== "string" || id === "") throw refuse(`${file.name}, spec.run_id`, "no id of a run", id);
  if (samples.size === 0)
    throw new ImportError(`${file.name} says of no sample whether it was solved. Nothing was imported.`);
  const model = Array.isArray(models) && typeof models[0] === "string" ? models[0] : "model";
  const startedAt = readMoment(created, `${file.name}, spec.created_at`, utcOffsetMinutes);
  const endedAt = readMoment(lastAt, `${file.name}, created_at of the last event`, utcOffsetMinutes);
  const left = asked.size - samples.size;
  return {
    sourceId: identity("openai-evals", id),
    name: `${model} on ${typeof task === "string" ? task : "task"}`.slice(0, 200),
    startedAt,
    endedAt,
    state: report === null ? "killed" : "finished",
    config: { model, ...(typeof task === "string" && { task }), ...(isStored(config) && flat(config)) },
    environment: { source: file.name },
    summary: report === null ? {} : flat(report),
    evaluations: evaluationsOf([...samples.values()], {
      file: file.name,
      benchmark: typeof task === "string" ? task : null,
      at: endedAt,
      isFinal: report !== null,
      protocol: drawnAt(null, "OpenAI evals"),
    }),
    history: [],
    notes: [
      ...zoneNote([created], utcOffsetMinutes),
      "The log does not say at which temperature its samples were drawn.",
      ...(left > 0
        ? [`${left} of ${asked.size} samples are not said to be solved or not, and were left out.`]
        : []),
    ],
  };
}
