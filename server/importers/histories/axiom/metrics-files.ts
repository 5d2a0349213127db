import { drawnAt, evaluationsOf } from "../evaluation-logs/scored-samples.ts";
import { historyOf, type HistoryRow } from "../history.ts";
import { zoneNote } from "../or-debug-bench/episodes.ts";
import {
  begins,
  folderName,
  type HistoryReader,
  ImportError,
  type ImportedRun,
  ownName,
  type SentFile,
} from "../reader.ts";
import { headOf } from "../sent-file.ts";
import {
  flat,
  identity,
  isStored,
  listOf,
  numbersOf,
  objectOf,
  parseJson,
  readMoment,
  refuse,
  type Stored,
} from "../values.ts";

const HEAD = 4000;
const NAME = /^(.+_)?metrics\.json$/;
const LIST = /^\s*\[\s*\{\s*"step"/;

const isList = (file: SentFile): boolean => LIST.test(new TextDecoder().decode(headOf(file, 200)));

/**
 * What trainings of the two projects write of themselves at their end: `metrics.json` as a list of steps,
 * `hard_training_metrics.json` with its steps and two evaluations, `training_metrics.json` and `curriculum_metrics.json` as sums.
 */
export const metricsJsonReader: HistoryReader = {
  kind: "metrics-json",
  title: "metrics.json and *_metrics.json",
  opens: (file) =>
    NAME.test(ownName(file.name)) &&
    (isList(file) ||
      begins(file, HEAD, "start_time", "training") ||
      begins(file, HEAD, "config_name", "train_loss") ||
      begins(file, HEAD, "current_level", "total_levels")),
  read: (file, _beside, { utcOffsetMinutes }): ImportedRun[] => [
    isList(file) ? ofList(file) : ofTree(file, objectOf(file), utcOffsetMinutes),
  ],
};

function runOf(file: SentFile, facts: unknown[], told: Partial<ImportedRun>): ImportedRun {
  return {
    sourceId: identity("metrics-json", ownName(file.name), ...facts),
    name: folderName(file),
    startedAt: null,
    endedAt: null,
    state: "finished",
    config: {},
    environment: { source: file.name },
    summary: {},
    evaluations: [],
    history: [],
    notes: [],
    ...told,
  };
}

/** Rows of steps; what is told of a type of problems is also a metric of that type. */
function rowsOf(list: readonly unknown[], place: (i: number) => string): HistoryRow[] {
  return list.map((row, i) => {
    if (!isStored(row)) throw new ImportError(`${place(i)} is no object. Nothing was imported.`);
    const { step = i, problem_type: type, ...rest } = row;
    if (typeof step !== "number" || !Number.isSafeInteger(step) || step < 0)
      throw refuse(`${place(i)}.step`, "no step, a whole number from 0", step);
    const values = Object.entries(numbersOf(rest));
    const ofType =
      typeof type === "string" ? values.map(([name, value]) => [`${name}/${type}`, value] as const) : [];
    return { step, at: null, values: Object.fromEntries([...values, ...ofType]) };
  });
}

function ofList(file: SentFile): ImportedRun {
  const list = parseJson(file);
  if (!Array.isArray(list)) throw new ImportError(`${file.name} is no list. Nothing was imported.`);
  const rows = rowsOf(list, (i) => `${file.name}, [${i}]`);
  return runOf(file, [rows[0] ?? null], { history: historyOf(rows) });
}

/** An evaluation of a training on hard problems: whether each was solved, and how far. */
function evaluationOf(file: SentFile, tree: Stored, when: "before" | "after", at: number | null) {
  const results = isStored(tree[when]) ? Object.entries(tree[when]) : [];
  const samples = results.flatMap(([problem, result]) => {
    const { success, partial_score: score } = isStored(result) ? result : {};
    if (typeof success !== "boolean" && typeof score !== "number") return [];
    const told = success === true ? 1 : typeof score === "number" ? score : 0;
    return [{ problem, epoch: 1, score: told, seconds: null }];
  });
  return evaluationsOf(samples, {
    file: file.name,
    benchmark: "axiom hard problems",
    at,
    isFinal: when === "after",
    protocol: drawnAt(null, "axiom"),
  }).map((evaluation) => ({ ...evaluation, key: when === "after" ? "final" : when }));
}

function ofTree(file: SentFile, tree: Stored, utcOffsetMinutes: number): ImportedRun {
  const { start_time: begun, end_time: ended, training, evaluation, config, summary, ...figures } = tree;
  if (training === undefined) {
    const { config_name: name, ...rest } = figures;
    return runOf(file, [name ?? null, figures], {
      ...(typeof name === "string" && { name }),
      config: typeof name === "string" ? { config_name: name } : {},
      summary: flat(rest),
    });
  }
  const rows = rowsOf(listOf(file, tree, "training"), (i) => `${file.name}, training[${i}]`);
  const startedAt = readMoment(begun, `${file.name}, start_time`, utcOffsetMinutes);
  const endedAt = readMoment(ended, `${file.name}, end_time`, utcOffsetMinutes);
  const told = isStored(evaluation) ? evaluation : {};
  const failed = rows.filter(({ values }) => Object.keys(values).length === 0).length;
  return runOf(file, [begun ?? null, rows[0] ?? null], {
    startedAt,
    endedAt,
    state: ended === undefined ? "killed" : "finished",
    config: isStored(config) ? flat(config) : {},
    summary: isStored(summary) ? flat(summary) : {},
    evaluations: [
      ...evaluationOf(file, told, "before", startedAt),
      ...evaluationOf(file, told, "after", endedAt),
    ],
    history: historyOf(rows),
    notes: [
      ...zoneNote([begun], utcOffsetMinutes),
      ...(failed > 0 ? [`${failed} of ${rows.length} steps hold no number: they failed.`] : []),
    ],
  });
}
