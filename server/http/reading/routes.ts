import type { z } from "zod";
import { AblationTable } from "../../contracts/experiment.ts";
import {
  ReadExperimentsInput,
  ReadGroupsInput,
  ReadHistoryInput,
  ReadNothing,
  ReadPointsInput,
  ReadRunsInput,
  ReadTableInput,
} from "../../contracts/reading/asked.ts";
import {
  ReadArtifacts,
  ReadEvaluations,
  ReadExperiments,
  ReadFiles,
  ReadGroups,
  ReadHistory,
  ReadProblems,
  ReadRunDetail,
  ReadRuns,
} from "../../contracts/reading/things.ts";
import type { ServiceContext } from "../../services/context.ts";
import { readEvaluations, readProblems } from "../../services/reading/evaluations.ts";
import { readExperiments, readTable } from "../../services/reading/experiments.ts";
import { readArtifacts, readFile, readFiles } from "../../services/reading/files.ts";
import { readGroups } from "../../services/reading/groups.ts";
import { readHistory, readPoints } from "../../services/reading/history.ts";
import { readRun, readRuns } from "../../services/reading/runs.ts";
import { sendFile, sendPoints, type Sent } from "./send-bytes.ts";

export const READ_BASE = "/api/read/v1";

/** What is put into the examples of a page: things that the bench has. */
export interface ExampleThings {
  run: string;
  experiment: string;
  evaluation: string;
  metric: string;
  file: string;
}

interface Asked<Query> {
  ctx: ServiceContext;
  /** The words in braces of the path, decoded. */
  in: Readonly<Record<string, string>>;
  query: Query;
  signal: AbortSignal;
}

/** One address that scripts read, with what it takes and answers: the description is made from this, and so is the page. */
export interface ReadRoute {
  /** Below `READ_BASE`, with words in braces. */
  path: string;
  says: string;
  query: z.ZodObject;
  /** Of JSON; null where bytes are sent. */
  answer: z.ZodType | null;
  /** The type of what is no JSON, and how it is to be read. */
  bytes?: { type: string; says: string };
  take(asked: Asked<Record<string, unknown>>): unknown;
  /** The query of its example, and the same in Python. */
  example(things: ExampleThings): { query?: string; python: string };
}

type Typed<Query extends z.ZodObject> = Omit<ReadRoute, "query" | "take"> & {
  query: Query;
  take(asked: Asked<z.infer<Query>>): unknown;
};

const route = <Query extends z.ZodObject>({ take, ...rest }: Typed<Query>): ReadRoute => ({
  ...rest,
  // The handler gives what `query` has read.
  take: (asked) => take(asked as Asked<z.infer<Query>>),
});

const text = (value: string): string => JSON.stringify(value);
const part = (value: string): string => encodeURIComponent(value).replaceAll("'", "%27");

export const READ_ROUTES: readonly ReadRoute[] = [
  route({
    path: "/runs",
    says: "Runs, a page at a time, filtered and in order",
    query: ReadRunsInput,
    answer: ReadRuns,
    take: ({ ctx, query, signal }) => readRuns(ctx, query, signal),
    example: ({ metric }) => ({
      query: `where=${part(`summary.${metric} exists`)}&order=-created&limit=3`,
      python: `for run in api.runs(where=[${text(`summary.${metric} exists`)}], order="-created").limit(3):\n    print(run.name, run.state, run.config)`,
    }),
  }),
  route({
    path: "/runs/{run}",
    says: "One run by id or name: configuration, tags, and a summary of each metric",
    query: ReadNothing,
    answer: ReadRunDetail,
    take: ({ ctx, in: { run } }) => readRun(ctx, run),
    example: ({ run, metric }) => ({
      python: `run = api.run(${text(run)})\nprint(run.config, run.summary[${text(metric)}].last)`,
    }),
  }),
  route({
    path: "/runs/{run}/history",
    says: "Points of some metrics in columns, all or sampled",
    query: ReadHistoryInput,
    answer: ReadHistory,
    take: ({ ctx, in: { run }, query }) => readHistory(ctx, run, query),
    example: ({ run, metric }) => ({
      query: `metric=${part(metric)}&samples=5`,
      python: `history = api.run(${text(run)}).history(${text(metric)}, samples=5)\nprint(history["step"], history[${text(metric)}])`,
    }),
  }),
  route({
    path: "/runs/{run}/points",
    says: "Every point of one metric in binary columns, for long series",
    query: ReadPointsInput,
    answer: null,
    bytes: {
      type: "application/vnd.ablab.points",
      says: 'A line of JSON ({"metric", "axis", "n"}), then blocks, each a little-endian uint32 count and count float64 of x, of the values, and of their times (ms since the epoch). A count of 0 ends it.',
    },
    take: ({ ctx, in: { run }, query }) => sendPoints(readPoints(ctx, run, query)),
    example: ({ run, metric }) => ({
      query: `metric=${part(metric)}`,
      python: `x, values = api.run(${text(run)}).points(${text(metric)})[:2]\nprint(len(x), max(values))`,
    }),
  }),
  route({
    path: "/runs/{run}/groups",
    says: "Groups of completions with their texts and rewards, by step, a page at a time",
    query: ReadGroupsInput,
    answer: ReadGroups,
    take: ({ ctx, in: { run }, query }) => readGroups(ctx, run, query),
    example: ({ run }) => ({
      query: "limit=1",
      python: `for group in api.run(${text(run)}).groups():\n    print(group["step"], [one["reward"] for one in group["completions"]])\n    break`,
    }),
  }),
  route({
    path: "/runs/{run}/evaluations",
    says: "Evaluations of a run, newest first",
    query: ReadNothing,
    answer: ReadEvaluations,
    take: ({ ctx, in: { run } }) => readEvaluations(ctx, run),
    example: ({ run }) => ({
      python: `for one in api.run(${text(run)}).evaluations():\n    print(one["step"], one["value"], one["low"], one["high"])`,
    }),
  }),
  route({
    path: "/evaluations/{evaluation}/problems",
    says: "Outcomes of an evaluation by problem",
    query: ReadNothing,
    answer: ReadProblems,
    take: ({ ctx, in: { evaluation } }) => readProblems(ctx, evaluation),
    example: ({ evaluation }) => ({
      python: `solved = [one["problem"] for one in api.problems(${text(evaluation)}) if one["solved"]]\nprint(len(solved))`,
    }),
  }),
  route({
    path: "/runs/{run}/files",
    says: "Files of a run",
    query: ReadNothing,
    answer: ReadFiles,
    take: ({ ctx, in: { run } }) => readFiles(ctx, run),
    example: ({ run }) => ({
      python: `for file in api.run(${text(run)}).files():\n    print(file.path, file.bytes)`,
    }),
  }),
  route({
    path: "/runs/{run}/files/{file}",
    says: "The content of a file",
    query: ReadNothing,
    answer: null,
    bytes: { type: "application/octet-stream", says: "The file as it came." },
    take: ({ ctx, in: { run, file } }): Sent => sendFile(readFile(ctx, run, file)),
    example: ({ run }) => ({
      python: `for file in api.run(${text(run)}).files():\n    if file.kept:\n        print(file.download("downloads"))`,
    }),
  }),
  route({
    path: "/runs/{run}/artifacts",
    says: "Versions of artifacts that a run logged, with their files",
    query: ReadNothing,
    answer: ReadArtifacts,
    take: ({ ctx, in: { run } }) => readArtifacts(ctx, run),
    example: ({ run }) => ({
      python: `for artifact in api.run(${text(run)}).artifacts():\n    print(artifact.name, artifact.version, artifact.aliases)`,
    }),
  }),
  route({
    path: "/experiments",
    says: "Experiments, pinned ones and then the newest first",
    query: ReadExperimentsInput,
    answer: ReadExperiments,
    take: ({ ctx, query, signal }) => readExperiments(ctx, query, signal),
    example: () => ({ python: `for one in api.experiments():\n    print(one["title"], one["runs"])` }),
  }),
  route({
    path: "/experiments/{experiment}/table",
    says: "The table of an experiment: means over seeds with 95% intervals, differences and verdicts",
    query: ReadTableInput,
    answer: AblationTable,
    take: ({ ctx, in: { experiment }, query }) => readTable(ctx, experiment, query),
    example: ({ experiment }) => ({
      python: `table = api.table(${text(experiment)})\nfor row in table.rows():\n    print(row)\nprint(table.verdicts)`,
    }),
  }),
];

/** A path with things in place of its words in braces. */
export const filledIn = (path: string, things: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => part(things[name] ?? name.toUpperCase()));
