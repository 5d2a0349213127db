import {
  folderName,
  folderOf,
  type HistoryReader,
  ImportError,
  type ImportedEvaluation,
  type ImportedRun,
  ownName,
  requireEachOnce,
  type SentFile,
} from "../reader.ts";
import { objectLines } from "../json-lines.ts";
import { drawnAt, rowOfSample } from "./scored-samples.ts";
import { flat, identity, isStored, parseJson, refuse, type Stored } from "../values.ts";

/** `samples_TASK_2025-01-31T10-00-00.123.jsonl`, as lm-evaluation-harness names them. */
const NAME = /^samples_(.+?)_(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}(?:\.\d+)?)\.jsonl$/;

/** What lies beside samples and says how they were made. */
function resultsBeside(file: SentFile, beside: readonly SentFile[]): Stored {
  const found = beside.find(
    ({ name }) => folderOf(name) === folderOf(file.name) && /^results_.*\.json$/.test(ownName(name)),
  );
  const tree = found ? parseJson(found) : {};
  return isStored(tree) ? tree : {};
}

interface Sample {
  filter: string;
  problem: string;
  score: number;
  temperature: number | null;
}

/** Metrics in the order in which one of them says whether a sample is solved. */
const LEADING = ["exact_match", "acc", "pass@1", "acc_norm", "mc1", "em"];

function sampleOf(read: Stored, place: string, isFirst: boolean): Sample {
  const named = Array.isArray(read.metrics) ? read.metrics.filter((name) => typeof name === "string") : [];
  const metric = [...LEADING.filter((name) => named.length === 0 || named.includes(name)), ...named].find(
    (name) => typeof read[name] === "number",
  );
  const score = metric === undefined ? undefined : read[metric];
  if (typeof score !== "number") throw refuse(`${place}, metrics`, "no metric with a number", read.metrics);
  const problem = read.doc_hash ?? read.doc_id;
  if (typeof problem !== "string" && typeof problem !== "number")
    throw refuse(`${place}, doc_id`, "no id of a problem", problem);
  return {
    filter: typeof read.filter === "string" ? read.filter : "none",
    problem: String(problem).slice(0, 200),
    score,
    // All samples of a file were drawn alike.
    temperature: isFirst ? temperatureOf(read.arguments) : null,
  };
}

function temperatureOf(told: unknown): number | null {
  const found = /"temperature":(\d+(?:\.\d+)?)|"do_sample":(false)/.exec(JSON.stringify(told) ?? "");
  if (!found) return null;
  return found[2] ? 0 : Number(found[1]);
}

function evaluationOf(
  task: string,
  samples: readonly Sample[],
  { temperature, shots, at }: { temperature: number | null; shots: unknown; at: number | null },
): ImportedEvaluation {
  const [{ filter }] = samples;
  return {
    key: filter === "none" ? "final" : filter.slice(0, 80),
    benchmark: task,
    final: true,
    at,
    protocol: drawnAt(
      temperature,
      `lm-eval, ${typeof shots === "number" ? `${shots}-shot` : "shots not logged"}`,
    ),
    rows: samples.map(({ problem, score }) => rowOfSample({ problem, score })),
  };
}

/** Samples of one task of lm-evaluation-harness, with how they were made where the results lie beside them. */
export const lmEvalReader: HistoryReader = {
  kind: "lm-eval",
  title: "lm-evaluation-harness samples",
  opens: ({ name }) => NAME.test(ownName(name)),
  read(file, beside): ImportedRun[] {
    const [, task, moment] = NAME.exec(ownName(file.name)) ?? [];
    const results = resultsBeside(file, beside);
    const config = isStored(results.config) ? results.config : {};
    const shots = isStored(results["n-shot"]) ? results["n-shot"][task] : undefined;
    const samples: Sample[] = [];
    for (const { row, place } of objectLines(file)) samples.push(sampleOf(row, place, samples.length === 0));
    if (samples.length === 0) throw new ImportError(`${file.name} holds no sample. Nothing was imported.`);
    const [{ temperature }] = samples;
    const date = typeof results.date === "number" ? Math.round(results.date * 1000) : null;
    const model = [results.model_name, config.model_args, config.model].find(
      (name) => typeof name === "string" && name !== "",
    );
    const name = typeof model === "string" ? model : folderName(file, "lm-eval");
    const byFilter = Map.groupBy(samples, ({ filter }) => filter);
    for (const [filter, own] of byFilter)
      requireEachOnce(
        own.map((sample) => sample.problem),
        (problem) => `${file.name}: problem ${problem} stands there twice with the filter ${filter}`,
      );
    return [
      {
        sourceId: identity("lm-eval", name, task, moment, samples[0].problem),
        name,
        startedAt: date,
        endedAt: date,
        state: "finished",
        config: { task, ...flat(config) },
        environment: { source: file.name },
        summary:
          isStored(results.results) && isStored(results.results[task]) ? flat(results.results[task]) : {},
        evaluations: [...byFilter.values()].map((own) =>
          evaluationOf(task, own, { temperature, shots, at: date }),
        ),
        history: [],
        notes: [
          ...(date === null
            ? [`No results lie beside ${ownName(file.name)}: model and time are not known from it.`]
            : []),
          ...(temperature === null ? ["The samples do not say at which temperature they were drawn."] : []),
          ...(samples.some(({ score }) => score > 0 && score < 1)
            ? ["A problem counts as solved where its score is 1; scores between 0 and 1 are kept beside it."]
            : []),
        ],
      },
    ];
  },
};
