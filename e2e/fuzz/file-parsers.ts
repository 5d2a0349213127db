import { maskText } from "../../workers/protocol/secrets/mask.ts";
import { mediumOf } from "#server/adapters/ablab/read-media.ts";
import { readLines } from "#server/adapters/ablab/read-lines.ts";
import { configReader } from "#server/folders/configurations.ts";
import { csvReader } from "#server/folders/csv-table.ts";
import { readHparams } from "#server/folders/event-hparams.ts";
import { trainerStateReader } from "#server/folders/hugging-face.ts";
import { metricsRow } from "#server/folders/json-lines.ts";
import { fieldsOf } from "#server/folders/protobuf.ts";
import { nothing, type Reader } from "#server/folders/told.ts";
import { unpackedFrames } from "#server/folders/zstd-lines.ts";
import { isForeign, parseForeign } from "#server/foreign/foreign-values.ts";
import { mediaOf } from "#server/adapters/wandb/read-media.ts";
import { readEntry, zipEntries } from "#server/importers/histories/zip.ts";
import { readHistories } from "#server/importers/histories/registry.ts";
import { readTables } from "#server/importers/tables/read-tables.ts";
import type { Parser } from "./parsers.ts";

const IMPORTED = { utcOffsetMinutes: 0, benchmark: null };

/** A file that a reader of folders reads as a whole. */
const whole = (reader: Reader, path: string, bytes: Buffer) =>
  "read" in reader ? reader.read(path, bytes) : reader.tail(path).take(bytes);

/** A file of a source of results, with others of it where they are needed to be read at all. */
const imported = (
  name: string,
  kind: Parser["kind"],
  file: string,
  beside: Record<string, string> = {},
): Parser => ({
  name,
  kind,
  read: (bytes) =>
    readHistories(
      [
        { name: file, bytes },
        ...Object.entries(beside).map(([path, text]) => ({ name: path, bytes: Buffer.from(text) })),
      ],
      IMPORTED,
    ),
});

const MLRUN = "mlruns/1/a";

/** Readers of files that people import, follow or paste, and of what is masked in any of them. */
export const FILE_PARSERS: readonly Parser[] = [
  { name: "secrets in a text", kind: "python", read: (bytes) => maskText(bytes.toString()) },
  {
    name: "media of our own client",
    kind: "lines",
    read: (bytes) => [...readLines(bytes)].map((line) => line && mediumOf(line)),
  },
  {
    name: "media of wandb",
    kind: "json",
    read(bytes) {
      const value = parseForeign(bytes);
      return (
        isForeign(value) && Object.entries(value).map(([key, one]) => isForeign(one) && mediaOf(key, one))
      );
    },
  },
  { name: "a printed table", kind: "table", read: (bytes) => readTables(bytes.toString()) },
  {
    name: "a log of lines in a folder",
    kind: "lines",
    read: (bytes) => [...readLines(bytes)].map((line) => line && metricsRow(line, nothing())),
  },
  {
    name: "a CSV in a folder",
    kind: "table",
    read: (bytes) =>
      whole(
        csvReader(() => false),
        "progress.csv",
        bytes,
      ),
  },
  {
    name: "a configuration in a folder",
    kind: "yaml",
    read: (bytes) => whole(configReader(), "config.yaml", bytes),
  },
  {
    name: "a trainer state in a folder",
    kind: "json",
    read: (bytes) => whole(trainerStateReader(), "trainer_state.json", bytes),
  },
  { name: "fields of an event file", kind: "binary", read: (bytes) => [...fieldsOf(bytes)] },
  { name: "hyperparameters of an event file", kind: "binary", read: (bytes) => readHparams(bytes) },
  { name: "packed lines in a folder", kind: "binary", read: (bytes) => [...unpackedFrames(bytes)] },
  imported("an imported log of wandb", "binary", "run-abc.wandb"),
  imported("imported results.db", "binary", "results.db"),
  imported("imported results.json", "json", "results.json"),
  imported("an imported evaluation", "json", "eval_1.json"),
  imported("an imported training", "json", "training_metadata.json"),
  imported("an imported ablation", "json", "ablation_summary.json"),
  imported("an imported curriculum", "json", "curriculum_results.json"),
  imported("imported lines of any tool", "lines", "history.jsonl"),
  imported("an imported CSV of any tool", "table", "history.csv"),
  {
    name: "an imported archive",
    kind: "binary",
    read(bytes) {
      const file = { name: "x.eval", bytes };
      return [...zipEntries(file).values()].map((entry) => readEntry(file, entry).length);
    },
  },
  imported("imported metrics of steps", "lines", "metrics.jsonl"),
  imported("imported samples of lm-eval", "lines", "samples_gsm8k_2025-01-31T10-00-00.123.jsonl"),
  imported("the facts of an imported run of MLflow", "yaml", `${MLRUN}/meta.yaml`),
  imported("a metric of an imported run of MLflow", "table", `${MLRUN}/metrics/loss`, {
    [`${MLRUN}/meta.yaml`]: "run_id: a\nrun_name: n\nstatus: 3\n",
  }),
];
