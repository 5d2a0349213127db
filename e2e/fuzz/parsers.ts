import { readColumns } from "#server/services/ingest/columns.ts";
import { readLines as readPointLines } from "#server/services/ingest/lines.ts";
import { readPython } from "#server/services/external/python-literal.ts";
import { readMarkdown } from "#server/services/reports/markdown/read-markdown.ts";
import { LONGEST_MARKDOWN } from "#server/contracts/reports/report-limits.ts";
import { findQueries } from "#server/contracts/reports/report-text.ts";
import { evaluationOf, rolloutsOf } from "#server/adapters/ablab/read-groups.ts";
import { readLines } from "#server/adapters/ablab/read-lines.ts";
import { readRowColumns, readRowLines } from "#server/adapters/ablab/read-rows.ts";
import { flatConfig } from "#server/adapters/ablab/flat-facts.ts";
import { holdCompletions, rolloutsOfRows, tableRows } from "#server/foreign/completions.ts";
import { eventFileTail } from "#server/folders/event-file.ts";
import { isForeign, parseForeign, paramsOf, type Foreign } from "#server/foreign/foreign-values.ts";
import { factsOfTags, foreignList, readMetrics, tagsOf } from "#server/adapters/mlflow/read-batch.ts";
import { readFilter } from "#server/adapters/mlflow/filter.ts";
import { readLog } from "#server/adapters/trackio/read-log.ts";
import { readMultipart } from "#server/adapters/trackio/read-multipart.ts";
import { Seen } from "#server/adapters/trackio/seen.ts";
import { readQuery } from "#server/adapters/wandb/read-query.ts";
import { readConfig, writeConfig } from "#server/adapters/wandb/read-config.ts";
import { readRows } from "#server/adapters/wandb/read-rows.ts";
import { tableRollouts } from "#server/adapters/wandb/read-table.ts";
import { scanStream } from "#server/adapters/wandb/scan-stream.ts";
import { divided } from "#server/foreign/weigh-json.ts";
import { readSummary } from "#server/foreign/wandb-rows.ts";
import { FILE_PARSERS } from "./file-parsers.ts";

/** Something that reads what a stranger sent. What it throws is its own way to refuse. */
export interface Parser {
  name: string;
  /** What it reads, for units that belong there: "json", "multipart" and so on. */
  kind: "json" | "lines" | "multipart" | "graphql" | "markdown" | "binary" | "python" | "table" | "yaml";
  read(bytes: Buffer): unknown;
}

const rowsOf = (value: unknown): Foreign[] =>
  foreignList(isForeign(value) ? Object.values(value).find(Array.isArray) : value);
const objectAt = (bytes: Buffer): Foreign => {
  const value = parseForeign(bytes);
  return isForeign(value) ? value : {};
};

export const PARSERS: readonly Parser[] = [
  { name: "JSON of strangers", kind: "json", read: (bytes) => parseForeign(bytes) },
  { name: "a body in parts", kind: "json", read: (bytes) => [...divided(bytes, 2, { most: 100 })] },
  { name: "a configuration", kind: "json", read: (bytes) => paramsOf(objectAt(bytes)) },
  { name: "a configuration of our own client", kind: "json", read: (bytes) => flatConfig(objectAt(bytes)) },
  {
    name: "a configuration of wandb",
    kind: "json",
    read: (bytes) => writeConfig(readConfig(bytes.toString()).config),
  },
  { name: "a summary of wandb", kind: "json", read: (bytes) => readSummary(objectAt(bytes)) },
  { name: "a stream of wandb", kind: "json", read: (bytes) => scanStream(bytes, ["wandb-history.jsonl"]) },
  { name: "rows of wandb", kind: "lines", read: (bytes) => readRows(bytes.toString().split("\n")) },
  {
    name: "a table",
    kind: "json",
    read(bytes) {
      const rows = tableRows(bytes) ?? rowsOf(parseForeign(bytes));
      if (holdCompletions(rows)) rolloutsOfRows(rows, { step: 0, phase: null });
      return tableRollouts(rows, { key: "table", step: 0 });
    },
  },
  { name: "a query of wandb", kind: "graphql", read: (bytes) => readQuery(bytes.toString()) },
  { name: "metrics of MLflow", kind: "json", read: (bytes) => readMetrics(rowsOf(parseForeign(bytes))) },
  {
    name: "tags of MLflow",
    kind: "json",
    read: (bytes) => factsOfTags(tagsOf(rowsOf(parseForeign(bytes))), []),
  },
  { name: "a filter of MLflow", kind: "python", read: (bytes) => readFilter(bytes.toString()) },
  {
    name: "a log of trackio",
    kind: "json",
    read: (bytes) => readLog(rowsOf(parseForeign(bytes)), new Seen()),
  },
  {
    name: "an upload of trackio",
    kind: "multipart",
    read: (bytes) => readMultipart(bytes, "multipart/form-data; boundary=x"),
  },
  { name: "rows of our own client", kind: "lines", read: (bytes) => readRowLines(bytes, 0) },
  { name: "rows of our own client as bytes", kind: "binary", read: (bytes) => readRowColumns(bytes, 0) },
  {
    name: "groups and evaluations of our own client",
    kind: "lines",
    read: (bytes) => [...readLines(bytes)].map((line) => line && [rolloutsOf(line), evaluationOf(line)]),
  },
  { name: "points as lines", kind: "lines", read: (bytes) => readPointLines(bytes.toString()) },
  { name: "points as columns", kind: "json", read: (bytes) => readColumns(JSON.parse(bytes.toString())) },
  { name: "an event file", kind: "binary", read: (bytes) => eventFileTail("f", "").take(bytes) },
  {
    name: "what Python writes",
    kind: "python",
    read: (bytes) => readPython(bytes.toString().slice(0, 4000)),
  },
  {
    name: "a report",
    kind: "markdown",
    read: (bytes) => readMarkdown(bytes.toString().slice(0, LONGEST_MARKDOWN)),
  },
  { name: "queries of a report", kind: "markdown", read: (bytes) => findQueries(bytes.toString()) },
  ...FILE_PARSERS,
];
