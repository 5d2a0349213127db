import { mlrunsReader } from "./mlflow/mlruns.ts";
import { inspectArchiveReader, inspectReader } from "./evaluation-logs/inspect.ts";
import { mlflowDbReader } from "./mlflow/mlflow-db.ts";
import { nemoGymReader } from "./evaluation-logs/nemo-gym.ts";
import { openaiEvalsReader } from "./evaluation-logs/openai-evals.ts";
import { lightevalReader } from "./evaluation-logs/lighteval.ts";
import { lmEvalReader } from "./evaluation-logs/lm-eval.ts";
import { importFindings } from "./integrity/rules.ts";
import type { MappedTable } from "../../contracts/imports/mapping.ts";
import { bundleReader } from "./bundle/bundle.ts";
import { columnsReader } from "./columns/columns.ts";
import { axiomBestOfReader, axiomResultsReader, axiomTracesReader } from "./axiom/evaluations.ts";
import { metricsJsonReader } from "./axiom/metrics-files.ts";
import { axiomMetricsReader, axiomSummaryReader } from "./axiom/metrics-lines.ts";
import { resultsDbReader } from "./or-debug-bench/results-db.ts";
import { evalJsonReader, resultsJsonReader } from "./or-debug-bench/results-json.ts";
import {
  ablationSummaryReader,
  curriculumResultsReader,
  sftFailuresReader,
  stepLabelsReader,
  stepsReader,
  trainingMetadataReader,
} from "./or-debug-bench/training-files.ts";
import { eventFilesReader } from "./training-folders/event-files.ts";
import { trackioDbReader } from "./trackio/trackio-db.ts";
import { wandbFileReader } from "./wandb/wandb-file.ts";
import { trainerStateHistoryReader } from "./training-folders/trainer-state.ts";
import {
  folderOf,
  type HistoryReader,
  ImportError,
  type ImportedRun,
  type ReadOptions,
  type SentFile,
} from "./reader.ts";

/** A run with what the checks found in it. */
export type JudgedRun = ImportedRun & { cautions: string[] };

/** Every kind of source that is imported, in the order in which they are asked for a file. */
export const HISTORY_READERS: readonly HistoryReader[] = [
  bundleReader,
  mlflowDbReader,
  trackioDbReader,
  resultsDbReader,
  resultsJsonReader,
  evalJsonReader,
  axiomMetricsReader,
  axiomSummaryReader,
  axiomBestOfReader,
  axiomResultsReader,
  axiomTracesReader,
  metricsJsonReader,
  mlrunsReader,
  trainerStateHistoryReader,
  eventFilesReader,
  wandbFileReader,
  lmEvalReader,
  lightevalReader,
  inspectReader,
  inspectArchiveReader,
  nemoGymReader,
  openaiEvalsReader,
  trainingMetadataReader,
  ablationSummaryReader,
  stepsReader,
  curriculumResultsReader,
  sftFailuresReader,
  stepLabelsReader,
  // Last: it takes what nobody else knows.
  columnsReader,
];

export interface ReadHistories {
  /** Titles of the kinds that were found. */
  kinds: string[];
  runs: JudgedRun[];
  /** Files whose columns a person may map. */
  tables: MappedTable[];
  /** Files of no kind that is read, and what was left out of the others. */
  notes: string[];
}

/** Files beside others that say more of these, and need no line of their own: also the parts of a run of MLflow. */
const BESIDE = /(^|\/)(config\.(ya?ml|json)|git_hash\.txt|results_[^/]*\.json|meta\.yaml|.*-(wal|shm))$/;

/** Whether a file lies in the folder of a log of W&B's client, which says the same. */
function isOfLog({ name }: SentFile, logFolders: ReadonlySet<string>): boolean {
  const [, folder] = /^((?:.*\/)?)(?:files|logs)\/./.exec(name) ?? [];
  return folder !== undefined && logFolders.has(folder);
}

/** Whether a file is a metric, parameter or tag of a run of MLflow that was sent too. */
function isPart({ name }: SentFile, names: ReadonlySet<string>): boolean {
  const [, folder] = /^(.*\/)(?:metrics|params|tags)\/./.exec(name) ?? [];
  return folder !== undefined && names.has(`${folder}meta.yaml`);
}

/** Everything that some files say. Throws an `ImportError` where one is broken, or none is of a kind that is read. */
export function readHistories(files: readonly SentFile[], options: ReadOptions): ReadHistories {
  const kinds = new Set<string>();
  const runs = new Map<string, ImportedRun>();
  const notes: string[] = [];
  const tables: MappedTable[] = [];
  const names = new Set(files.map(({ name }) => name));
  const logFolders = new Set(files.filter(wandbFileReader.opens).map(({ name }) => folderOf(name)));
  for (const file of files) {
    if (isOfLog(file, logFolders)) continue;
    const reader = HISTORY_READERS.find((one) => one.opens(file));
    if (!reader) {
      if (!BESIDE.test(file.name) && !isPart(file, names))
        notes.push(`${file.name} is of no kind that is imported and was left out.`);
      continue;
    }
    kinds.add(reader.title);
    const read = reader.read(file, files, options);
    if (reader.columns && read.length > 0) tables.push(reader.columns(file, options.mapping ?? null));
    else if (reader.columns) notes.push(`${file.name} holds no column of numbers and was left out.`);
    for (const run of read) {
      const before = runs.get(run.sourceId);
      if (before)
        notes.push(`${file.name} tells of ${run.name} what ${before.environment.source} tells too.`);
      else runs.set(run.sourceId, run);
    }
  }
  if (kinds.size === 0)
    throw new ImportError(
      `None of these files is of a kind that is imported: ${HISTORY_READERS.map(({ title }) => title).join(", ")}.`,
    );
  const all = [...runs.values()];
  return {
    kinds: [...kinds],
    runs: all.map((run) => ({ ...run, cautions: importFindings(run, all) })),
    tables,
    notes,
  };
}
