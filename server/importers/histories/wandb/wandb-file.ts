import { paramsOf } from "../../../foreign/foreign-values.ts";
import { environmentOf, readSummary } from "../../../foreign/wandb-rows.ts";
import { countOf } from "../../../wording/counts.ts";
import { KeptHistories } from "../kept-histories.ts";
import {
  besideOf,
  type HistoryReader,
  ImportError,
  type ImportedRun,
  ownName,
  type SentFile,
} from "../reader.ts";
import { identity, objectOf, spanOfMoments } from "../values.ts";
import { isRecordLog, recordsOf } from "./record-log.ts";
import { type ProcessRecords, readRecords } from "./read-records.ts";
import { contentOf, KIND, Message } from "./records.ts";

interface RunNamed {
  id: string;
  entity: string | null;
  project: string | null;
  /** ms since the epoch. */
  startedAt: number | null;
}

const placeOf = ({ id, entity, project }: RunNamed): string => JSON.stringify([entity, project, id]);

const ROWS = { history: "history", system: "system" };

/** A process of a run: its file, what it said, and where its rows are. */
interface Process {
  file: SentFile;
  told: ProcessRecords;
  kept: KeptHistories;
}

function readProcess(file: SentFile): Process {
  const kept = new KeptHistories(file);
  return { file, told: readRecords(file, kept, ROWS), kept };
}

/** What a log says of the run that it is of, at its beginning. */
function runNamed(file: SentFile): RunNamed {
  for (const record of recordsOf(file)) {
    const found = contentOf(record);
    if (found?.kind !== KIND.run) continue;
    const run = new Message(found.content);
    const id = run.text(1);
    if (id !== null) return { id, entity: run.text(2), project: run.text(3), startedAt: run.moment(17) };
  }
  throw new ImportError(`${file.name} names no run. Nothing was imported.`);
}

/** Facts that older clients keep in a file of their own beside the log. */
function metadataBeside(file: SentFile, beside: readonly SentFile[]): Record<string, string> {
  const metadata = besideOf(file, beside, "files/wandb-metadata.json");
  return metadata ? environmentOf(objectOf(metadata)) : {};
}

function stateOf({ exitCode }: ProcessRecords): ImportedRun["state"] {
  if (exitCode === null || exitCode === 255) return "killed";
  return exitCode === 0 ? "finished" : "failed";
}

function notesOf({ file, told }: Process): string[] {
  const name = ownName(file.name);
  const { media, others, cutAt, exitCode } = told;
  const left = [
    ...(media > 0
      ? [countOf(media, "histogram, table, image or file", "histograms, tables, images or files")]
      : []),
    ...(others > 0 ? [countOf(others, "text or list", "texts or lists")] : []),
  ];
  return [
    ...(cutAt === null
      ? []
      : [`${name} ends inside a record at byte ${cutAt}: what stands before it was imported.`]),
    ...(exitCode === null && cutAt === null
      ? [`${name} has no record of the run's end: its process was killed or still runs.`]
      : []),
    ...(left.length > 0
      ? [`${left.join(" and ")} were left out: wandb sync brings them in, of a run that ended.`]
      : []),
  ];
}

/** The log of a run as W&B's client writes it, of a process that ended, was killed or still runs. */
export const wandbFileReader: HistoryReader = {
  kind: "wandb-file",
  title: "W&B run-ID.wandb",
  opens: (file) => file.name.endsWith(".wandb") && isRecordLog(file),
  read(file, beside) {
    const own = runNamed(file);
    // Processes that went on with a run under its id wrote a file each.
    const files = beside
      .filter((other) => ownName(other.name) === ownName(file.name) && wandbFileReader.opens(other))
      .map((other) => ({ other, named: other === file ? own : runNamed(other) }))
      .filter(({ named }) => placeOf(named) === placeOf(own))
      .toSorted((a, b) => (a.named.startedAt ?? 0) - (b.named.startedAt ?? 0));
    if (files[0].other !== file) return [];
    return [
      runOf(
        own,
        files.map(({ other }) => readProcess(other)),
        beside,
      ),
    ];
  },
};

function runOf(named: RunNamed, processes: readonly Process[], beside: readonly SentFile[]): ImportedRun {
  const [first] = processes;
  const told = processes.map((process) => process.told);
  const last = told[told.length - 1];
  const { axes, group, jobType, tags, notes } = last;
  return {
    sourceId: identity("wandb", named.entity, named.project, named.id, named.startedAt),
    name: (told.findLast(({ name }) => name !== null)?.name ?? named.id).slice(0, 200),
    ...spanOfMoments(told.flatMap(({ startedAt, lastAt }) => [startedAt, lastAt])),
    state: stateOf(last),
    exitCode: last.exitCode,
    config: paramsOf(Object.assign({}, ...told.map(({ config }) => config))),
    environment: Object.assign(
      { source: first.file.name },
      ...processes.map(({ file, told: { environment, project } }) => ({
        ...metadataBeside(file, beside),
        ...environmentOf({ ...environment, project }),
      })),
    ) as Record<string, string>,
    summary: readSummary(last.summary),
    labels: { axes, group, jobType, tags, notes },
    evaluations: [],
    history: first.kept.history(ROWS.history),
    streams: processes.flatMap(({ kept }, process) => [
      ...(process > 0 ? [{ stream: "history" as const, process, tables: kept.history(ROWS.history) }] : []),
      { stream: "system" as const, process, tables: kept.history(ROWS.system) },
    ]),
    notes: processes.flatMap(notesOf),
  };
}
