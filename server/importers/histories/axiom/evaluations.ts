import { drawnAt, evaluationsOf, type ScoredSample } from "../evaluation-logs/scored-samples.ts";
import { beginsWithNames, objectLines } from "../json-lines.ts";
import { zoneNote } from "../or-debug-bench/episodes.ts";
import {
  begins,
  folderName,
  type HistoryReader,
  ImportError,
  type ImportedEvaluation,
  type ImportedRun,
  type SentFile,
} from "../reader.ts";
import {
  flat,
  identity,
  isStored,
  listOf,
  objectOf,
  readMoment,
  refuse,
  spanOfMoments,
  type Stored,
} from "../values.ts";

/** Characters in which the names of a file stand. */
const HEAD = 4000;

const BENCHMARK = "axiom problems";

/** The share that passed, of counts of cases or of samples. */
export function shareOf(counts: unknown, place: string): number {
  const { passed, total } = isStored(counts) ? counts : {};
  if (typeof passed !== "number" || typeof total !== "number" || !(total > 0) || passed > total || passed < 0)
    throw refuse(place, "no count of passed of total", counts);
  return passed / total;
}

interface Told extends Pick<ImportedRun, "name" | "evaluations" | "notes"> {
  identity: unknown[];
  config?: Stored;
  summary?: Stored;
  span?: Pick<ImportedRun, "startedAt" | "endedAt">;
}

const runOf = (
  file: SentFile,
  { name, identity: facts, config = {}, summary = {}, span, ...told }: Told,
): ImportedRun => ({
  sourceId: identity("axiom-evaluation", ...facts),
  name: name.slice(0, 200),
  startedAt: span?.startedAt ?? null,
  endedAt: span?.endedAt ?? null,
  state: "finished",
  config: flat(config),
  environment: { source: file.name },
  summary: flat(summary),
  history: [],
  ...told,
});

/** Several samples of each problem, counted: `baseline_best_of_8.json`. */
export const axiomBestOfReader: HistoryReader = {
  kind: "axiom-best-of",
  title: "axiom best-of-n evaluation",
  opens: (file) =>
    /\.json$/i.test(file.name) && begins(file, HEAD, "evaluation_method", "samples_per_problem"),
  read(file): ImportedRun[] {
    const { results, summary, ...config } = objectOf(file);
    if (!isStored(results) || Object.keys(results).length === 0)
      throw new ImportError(`${file.name}: "results" holds no problem. Nothing was imported.`);
    const { model, samples_per_problem: samples, temperature, evaluation_method: method } = config;
    const rows = Object.entries(results).map(([problem, counts]): ImportedEvaluation["rows"][number] => {
      const share = shareOf(counts, `${file.name}, results.${problem}`);
      return {
        problem: problem.slice(0, 200),
        type: "",
        solved: share > 0,
        steps: 1,
        score: share,
        diagnosis: null,
        passAt1: share,
        seconds: null,
      };
    });
    const protocol = drawnAt(temperature, `axiom, best of ${String(samples)}`);
    return [
      runOf(file, {
        name: typeof model === "string" ? model : folderName(file),
        identity: [model ?? null, method ?? null, rows[0].problem, results],
        config,
        summary: isStored(summary) ? summary : {},
        evaluations: [{ key: "final", benchmark: BENCHMARK, final: true, at: null, protocol, rows }],
        notes: [
          `A problem counts as solved where one of its ${String(samples)} samples passed; pass@1 is the share that did.`,
        ],
      }),
    ];
  },
};

/** One answer to each problem with its cases: `baseline_results.json`. */
export const axiomResultsReader: HistoryReader = {
  kind: "axiom-results",
  title: "axiom baseline_results.json",
  opens: (file) => /\.json$/i.test(file.name) && begins(file, HEAD, "by_type", "overall", "details"),
  read(file): ImportedRun[] {
    const tree = objectOf(file);
    const samples = listOf(file, tree, "details").map((row, i) =>
      answerOf(row, `${file.name}, details[${i}]`),
    );
    if (samples.length === 0) throw new ImportError(`${file.name} holds no problem. Nothing was imported.`);
    const protocol = drawnAt(null, "axiom");
    return [
      runOf(file, {
        name: folderName(file),
        identity: [samples.map(({ problem, score }) => [problem, score])],
        summary: isStored(tree.overall) ? { overall: tree.overall } : {},
        evaluations: evaluationsOf(samples, {
          file: file.name,
          benchmark: BENCHMARK,
          at: null,
          isFinal: true,
          protocol,
        }),
        notes: ["The file says neither which model answered nor when."],
      }),
    ];
  },
};

/** An answer with the cases that it passed. */
function answerOf(row: Stored, place: string): ScoredSample {
  const { problem_id: problem, problem_type: type, passed_all: solved } = row;
  if (typeof problem !== "string" || problem === "")
    throw refuse(`${place}.problem_id`, "no name of a problem", problem);
  const score = shareOf(row, place);
  if (solved !== (score === 1)) throw refuse(`${place}.passed_all`, "not what passed and total say", solved);
  return { problem, epoch: 1, score, seconds: null, type: typeof type === "string" ? type : "" };
}

/** Answers of a teacher with what became of them, line by line: an evaluation of it for each time a problem was asked. */
export const axiomTracesReader: HistoryReader = {
  kind: "axiom-traces",
  title: "axiom teacher traces",
  opens: (file) => beginsWithNames(file, "teacher_model", "verified", "problem_id"),
  read(file, _beside, { utcOffsetMinutes }): ImportedRun[] {
    const asked = new Map<string, number>();
    const samples: ScoredSample[] = [];
    const times: (number | null)[] = [];
    let first: Stored | null = null;
    for (const { row, place } of objectLines(file)) {
      first ??= row;
      const { problem_id: problem, problem_type: type, verified, timestamp } = row;
      if (typeof problem !== "string" || problem === "")
        throw refuse(`${place}, problem_id`, "no name of a problem", problem);
      if (typeof verified !== "boolean") throw refuse(`${place}, verified`, "no truth", verified);
      const epoch = (asked.get(problem) ?? 0) + 1;
      asked.set(problem, epoch);
      const counts = { passed: row.passed_tests, total: row.total_tests };
      // What the first version of the format says is whether all cases passed, and no more.
      const score = counts.total === undefined ? Number(verified) : shareOf(counts, `${place}, passed_tests`);
      samples.push({ problem, epoch, score, seconds: null, type: typeof type === "string" ? type : "" });
      times.push(readMoment(timestamp, `${place}, timestamp`, utcOffsetMinutes));
    }
    if (first === null) throw new ImportError(`${file.name} holds no trace. Nothing was imported.`);
    const { teacher_model: teacher } = first;
    const span = spanOfMoments(times);
    return [
      runOf(file, {
        name: typeof teacher === "string" ? teacher : folderName(file),
        // What is appended later leaves the first trace as it was.
        identity: [teacher ?? null, first.problem_id, first.timestamp ?? null],
        config: { model: teacher },
        span,
        evaluations: evaluationsOf(samples, {
          file: file.name,
          benchmark: BENCHMARK,
          at: span.endedAt,
          isFinal: true,
          protocol: drawnAt(null, "axiom"),
        }),
        notes: zoneNote([first.timestamp], utcOffsetMinutes),
      }),
    ];
  },
};
