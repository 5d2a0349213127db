import { z } from "zod";
import { RUN_STATES } from "../run-lifecycle.ts";

/** A number as JSON can say it: what is not finite is its word. */
const Num = z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity"])]);
/** ms since the epoch. */
const Moment = z.number().int();
const Value = z.union([z.number(), z.boolean(), z.string()]);

/** A run as a list says it. */
export const ReadRun = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(RUN_STATES),
  project: z.string().describe("slug of its project"),
  experiment: z.object({ id: z.string(), title: z.string() }),
  configuration: z.string().describe("what runs that differ in their seed alone share"),
  recipe: z.string(),
  seed: z.number().int().nullable().describe("null where its client says none"),
  tags: z.array(z.string()),
  notes: z.string(),
  created: Moment,
  started: Moment.nullable(),
  ended: Moment.nullable(),
  config: z.record(z.string(), Value).describe("flat: nested keys are joined by a dot"),
});
export type ReadRun = z.infer<typeof ReadRun>;

export const ReadRuns = z.object({
  runs: z.array(ReadRun),
  total: z.number().int().describe("runs that fit, on all pages"),
  next: z.number().int().nullable().describe("offset of the next page; null behind the last run"),
});
export type ReadRuns = z.infer<typeof ReadRuns>;

/** What a run has of one metric on one axis; extremes and mean are of its finite points. */
export const ReadMetric = z.object({
  metric: z.string(),
  axis: z.string(),
  n: z.number().int().describe("points"),
  last: Num.nullable().describe("what was logged last"),
  last_x: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  mean: z.number().nullable(),
});
export type ReadMetric = z.infer<typeof ReadMetric>;

export const ReadRunDetail = ReadRun.extend({
  why: z.string().describe("how it ended or why it waits, in a sentence"),
  client: z.string().nullable().describe("the logger that brought it; null for a run that was launched here"),
  group: z.string().nullable(),
  job_type: z.string().nullable(),
  environment: z.record(z.string(), z.string()),
  logged_summary: z
    .record(z.string(), Value.nullable())
    .describe("summary values that its client wrote itself"),
  summary: z.array(ReadMetric),
});
export type ReadRunDetail = z.infer<typeof ReadRunDetail>;

/** Points in columns of equal length, ordered by x; of values that share an x in the order in which they came. */
export const ReadColumns = z.object({
  metric: z.string(),
  axis: z.string(),
  n: z.number().int().describe("points of the metric in this range"),
  sampled: z.boolean().describe("fewer values than points: each is the last of its stretch"),
  x: z.array(Num),
  value: z.array(Num),
  at: z.array(Num).describe("ms since the epoch"),
});

export const ReadHistory = z.object({ columns: z.array(ReadColumns) });
export type ReadHistory = z.infer<typeof ReadHistory>;

const ReadTurn = z.object({ role: z.string(), text: z.string() });
const RewardParts = z.record(z.string(), Num.nullable());

export const ReadGroup = z.object({
  phase: z.enum(["train", "eval"]),
  step: z.number().int(),
  key: z.string(),
  prompt: z.array(ReadTurn).nullable().describe("null where no text was sent"),
  completions: z.array(
    z.object({
      place: z.number().int(),
      turns: z.array(ReadTurn).nullable().describe("null where no text was sent"),
      reward: Num.nullable(),
      rewards: RewardParts.describe("by reward function"),
      advantage: Num.nullable(),
      length: z.number().nullable().describe("tokens"),
      truncated: z.boolean().nullable(),
      stop_reason: z.string().nullable(),
      extra: z.record(z.string(), Value.nullable()),
    }),
  ),
});
export type ReadGroup = z.infer<typeof ReadGroup>;

export const ReadGroups = z.object({
  groups: z.array(ReadGroup),
  next: z.string().nullable().describe("cursor of the next page; null behind the last group"),
});
export type ReadGroups = z.infer<typeof ReadGroups>;

export const ReadEvaluation = z.object({
  id: z.string(),
  run: z.string(),
  step: z.number().int(),
  final: z.boolean(),
  at: Moment,
  benchmark: z.string(),
  problems: z.number().int(),
  policies: z.array(z.string()).describe("versions of the policy that answered, as far as they are named"),
  metric: z.string().describe("the share of problems that says most of it"),
  solved: z.number().int(),
  value: z.number().nullable(),
  low: z.number().nullable().describe("95% confidence interval over problems"),
  high: z.number().nullable(),
});
export const ReadEvaluations = z.object({ evaluations: z.array(ReadEvaluation) });
export type ReadEvaluations = z.infer<typeof ReadEvaluations>;

export const ReadProblems = z.object({
  problems: z.array(
    z.object({
      problem: z.string(),
      hash: z.string(),
      type: z.string(),
      level: z.string(),
      solved: z.boolean(),
      steps: z.number().int(),
      passed: z.number().nullable().describe("of a program: share of the hidden cases that passed"),
    }),
  ),
});
export type ReadProblems = z.infer<typeof ReadProblems>;

export const ReadFile = z.object({
  id: z.string(),
  path: z.string(),
  type: z.string().nullable(),
  bytes: z.number().int(),
  kept: z.boolean().describe("its content is here; of others only name and size"),
});
export const ReadFiles = z.object({ files: z.array(ReadFile) });
export type ReadFiles = z.infer<typeof ReadFiles>;

export const ReadArtifacts = z.object({
  artifacts: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      version: z.number().int().describe("from 0"),
      aliases: z.array(z.string()),
      digest: z.string(),
      bytes: z.number().int(),
      files: z.array(ReadFile).describe("paths are those inside the artifact"),
    }),
  ),
});
export type ReadArtifacts = z.infer<typeof ReadArtifacts>;

export const ReadExperiments = z.object({
  experiments: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      created: Moment,
      configurations: z.number().int(),
      runs: z.number().int(),
    }),
  ),
});
export type ReadExperiments = z.infer<typeof ReadExperiments>;
