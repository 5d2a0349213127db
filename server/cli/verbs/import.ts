import { randomUUID } from "node:crypto";
import { lstatSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { z } from "zod";
import {
  ImportAnswer,
  type ImportedRunAnswer,
  ImportRow,
  UndoneImport,
} from "../../contracts/imports/imports.ts";
import { ColumnMapping, type MappedTable } from "../../contracts/imports/mapping.ts";
import { ReportedTable } from "../../contracts/reported/reported.ts";
import { countOf, writeCount, writeOf } from "../../wording/counts.ts";
import { importProgressText } from "../../wording/import-progress.ts";
import { writeMoment } from "../../wording/times.ts";
import { ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { batchesOf, filesOf } from "../import-files.ts";
import { importReference, importTables } from "../import-table.ts";
import { plain, printJson, say, sayAside, textTable } from "../print.ts";
import { talking, text, type Verb, type VerbInput } from "../verb.ts";

function offsetOf(told: string | undefined): number {
  if (told === undefined || /^(utc|z)$/i.test(told)) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{1,2}):?(\d{2})$/.exec(told) ?? [];
  if (sign === undefined) throw usageError(`--zone is UTC or as +08:00, not "${told}".`);
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

type Api = Parameters<Parameters<typeof ask>[1]>[0];

const PROGRESS_MS = 2000;

/** Says how far a long import is, and cancels it on Ctrl+C: nothing of it is left then. */
async function watched<T>(api: Api, stagingId: string, importing: Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    api.imports.progress.query({ stagingId }).then(
      (told) => told && sayAside(importProgressText(told)),
      () => undefined,
    );
  }, PROGRESS_MS);
  const cancel = () => void api.imports.discard.mutate({ stagingId }).catch(() => undefined);
  process.once("SIGINT", cancel);
  try {
    return await importing;
  } finally {
    clearInterval(timer);
    process.off("SIGINT", cancel);
  }
}

async function importPath(input: VerbInput): Promise<number> {
  const path = resolve(input.words[0]);
  const files = filesOf(path);
  const stagingId = randomUUID();
  const asked = {
    stagingId,
    project: text(input.options.project),
    experiment: text(input.options.experiment) ?? nameOf(path),
    benchmark: text(input.options.benchmark) ?? null,
    utcOffsetMinutes: offsetOf(text(input.options.zone)),
    mapping: mappingOf(text(input.options.map)),
    commit: input.options.preview !== true,
  };
  const answer = await ask(input, async (api) => {
    for (const batch of batchesOf(files)) await api.imports.stage.mutate({ stagingId, files: batch });
    return watched(api, stagingId, api.imports.add.mutate(asked));
  });
  if (input.options.json) printJson(answer);
  else printAnswer(answer);
  return EXIT.done;
}

const MARKS: Record<string, string> = { comma: ",", point: ".", semicolon: ";", tab: "\t", pipe: "|" };

/** "step=iter,percent=val_acc,decimal=comma": what the columns of CSV and JSON lines mean. */
function mappingOf(told: string | undefined): ColumnMapping | null {
  if (told === undefined) return null;
  const mapping: Record<string, string | null | string[]> = {};
  for (const part of told.split(",")) {
    const [, key, name] = /^(\w+)=(.+)$/.exec(part.trim()) ?? [];
    if (key === "percent" || key === "plain" || key === "skip")
      mapping[key] = [...((mapping[key] as string[] | undefined) ?? []), name];
    else if (key === "delimiter" || key === "decimal") mapping[key] = MARKS[name] ?? name;
    else if (key === "step" || key === "run" || key === "seed" || key === "time")
      mapping[key] = name === "none" ? null : name;
    else
      throw usageError(
        `--map is a list as step=iter,percent=val_acc,decimal=comma; "${part}" is none of step, run, seed, time, percent, plain, skip, delimiter, decimal with a value.`,
      );
  }
  const read = ColumnMapping.safeParse(mapping);
  if (!read.success) throw usageError(`--map: ${read.error.issues[0].path.join(".")} cannot be ${told}.`);
  return read.data;
}

/** Results of many trainings are called alike: their folder tells them apart. */
const nameOf = (path: string): string =>
  lstatSync(path).isDirectory() ? basename(path) : basename(dirname(path)) || basename(path);

function printRun({ name, outcome, runId, startedAt, evaluations, points }: ImportedRunAnswer): string[] {
  const measured = evaluations.map(
    ({ benchmark, registered, n, solved }) =>
      `${writeOf(solved, n)} solved on ${plain(registered ?? benchmark ?? "a benchmark that is not named")}${registered === null ? "" : " (registered)"}`,
  );
  return [
    plain(name),
    outcome,
    startedAt === null ? "not known" : writeMoment(startedAt),
    [...measured, ...(points > 0 ? [countOf(points, "point")] : [])].join("; "),
    runId ?? "",
  ];
}

function printTable({ file, rows, columns, questions }: MappedTable): void {
  const used = columns.map(({ name, use, scale }) => `${name} (${scale === "percent" ? "percentage" : use})`);
  say(plain(`${file}: ${countOf(rows, "row")}; ${used.join(", ")}`));
  for (const question of questions) say(plain(`  To be said with --map: ${question}`));
}

function printAnswer({ committed, importId, experiment, kinds, runs, tables, notes }: ImportAnswer): void {
  say(
    `${committed ? "Imported" : "Preview, nothing is stored:"} ${countOf(runs.length, "run")} into "${plain(experiment)}" (${kinds.join(", ")}).`,
  );
  say(textTable(["run", "is", "started", "holds", "id"], runs.map(printRun)));
  tables.forEach(printTable);
  for (const note of new Set([...notes, ...runs.flatMap((run) => run.notes)])) say(plain(note));
  for (const { name, cautions } of runs)
    for (const caution of cautions) say(plain(`Warning, ${name}: ${caution}`));
  if (importId !== null) say(`Undo it with: npx ablab import undo ${importId}`);
}

async function undo(input: VerbInput): Promise<number> {
  const [, id] = input.words;
  if (id === undefined) throw usageError("Usage: npx ablab import undo ID");
  const answer = await ask(input, (api) => api.imports.undo.mutate({ id }));
  if (input.options.json) printJson(answer);
  else {
    say(`Deleted ${countOf(answer.deleted, "run")} of the import.`);
    for (const name of answer.stays) say(plain(`${name} was updated by it and stays as it is now.`));
  }
  return EXIT.done;
}

async function list(input: VerbInput): Promise<number> {
  const rows = await ask(input, (api) => api.imports.list.query());
  if (input.options.json) printJson(rows);
  else if (rows.length === 0)
    say('Nothing was imported. Import a file or a folder with "npx ablab import PATH".');
  else
    say(
      textTable(
        ["import", "at", "experiment", "kinds", ">runs", ""],
        rows.map((row) => [
          row.id,
          writeMoment(row.createdAt),
          plain(row.experiment),
          row.kinds.join(", "),
          writeCount(row.runs),
          row.undoneAt === null ? "" : "undone",
        ]),
      ),
    );
  return EXIT.done;
}

export const verb: Verb = {
  name: "import",
  words: "PATH | table FILE | reference | list | undo ID",
  wordCount: [1, 2],
  summary: "bring results of other tools in: a file or a folder, once, whole or not at all",
  details:
    "Reads OR-Debug-Bench results.db, results.json, evaluations as JSON (also .partial.json), metrics.jsonl, summary.json, state.json, evaluations, traces and *_metrics.json of axiom, training_metadata.json, ablation_summary.json, curriculum_results.json, progress.json, sft_failures.json and PRM label files, mlflow.db and mlruns folders of MLflow, databases of trackio, bundles of runs (`python -m ablab fetch wandb ENTITY/PROJECT` writes one of a W&B project), .wandb files of W&B (also of runs that were killed), event files of TensorBoard, trainer_state.json of Hugging Face trainers and TRL, CSV and JSON lines of any tool, samples of lm-evaluation-harness with the results beside them, logs of Inspect (.eval and JSON) and of OpenAI evals, rollouts of NeMo Gym, and results of lighteval. Each model or run of a source becomes a run; its evaluations are by problem, so they are compared in pairs. The same source again changes nothing, wherever its file lies; one that changed is updated. Files are read here and sent; a database is copied, never opened where it lies. A broken file imports nothing and is named with its place, and an import that is canceled leaves nothing. Links are not followed.\nA table that was printed elsewhere comes in as reported: it is checked, stands apart from what was measured, and is in no claim or interval.",
  examples: [
    [
      "npx ablab import outputs/2026-01-14/test_sqlite --preview",
      "what an import would bring, and what it assumes",
    ],
    ["npx ablab import results.db --experiment holdout", "evaluations by problem of a results.db"],
    [
      "npx ablab import log.csv --map step=iter,percent=val_acc",
      "a run for each run and seed of a CSV file, with its columns named",
    ],
    [
      "npx ablab import table ablation.md --document phase-4",
      "a printed table (Markdown, LaTeX, HTML, CSV) as reported, with what contradicts itself in it",
    ],
    ["npx ablab import reference", "reported tables of two public projects, with their findings"],
    ["npx ablab import undo imp_...", "delete every run that an import made"],
  ],
  options: talking({
    experiment: {
      type: "string",
      value: "NAME",
      help: "where the runs go; default: the name of the folder",
    },
    project: { type: "string", value: "P", help: "project of the experiment; default: the default project" },
    benchmark: {
      type: "string",
      value: "NAME",
      help: "what the problems are of, where the files do not say",
    },
    zone: {
      type: "string",
      value: "ZONE",
      help: "zone of times that name none, as UTC or +08:00; default: UTC",
    },
    map: {
      type: "string",
      value: "COLUMNS",
      help: "what columns of CSV and JSON lines mean, as step=iter,seed=s,percent=acc,skip=x,decimal=comma",
    },
    document: {
      type: "string",
      value: "NAME",
      help: "where a table was printed; default: the name of the file",
    },
    date: { type: "string", value: "DATE", help: "date of that document, as 2026-01-17" },
    title: { type: "string", value: "TITLE", help: "what a table is called; default: what stands above it" },
    preview: { type: "boolean", help: "say what an import would bring and store nothing" },
  }),
  answer: z.union([ImportAnswer, UndoneImport, z.array(ImportRow), z.array(ReportedTable)]),
  async run(input) {
    const [word] = input.words;
    if (word === "table") return importTables(input);
    if (word === "reference" && input.words.length === 1) return importReference(input);
    if (word === "list" && input.words.length === 1) return list(input);
    if (word === "undo") return undo(input);
    if (input.words.length > 1)
      throw usageError("Usage: npx ablab import PATH | table FILE | reference | list | undo ID");
    return importPath(input);
  },
};
