import { z } from "zod";
import { EvaluationProtocol } from "../../../workers/protocol/events.ts";

/**
 * A bundle: runs of a project, or of another tool, as one file of JSON lines that is written and read in one pass. Its first line
 * is a head, its last an end; between them each run is followed by its rows and evaluations.
 */
export const BUNDLE_VERSION = 1;

const Moment = z.number().positive().nullable().default(null);
const Text = z.string().max(10_000);
const Value = z.union([z.string(), z.number(), z.boolean()]);

/** Where the runs come from, in words: "W&B https://api.wandb.ai". */
export const BundleHead = z.object({
  ablab_bundle: z.literal(BUNDLE_VERSION),
  source: z.string().min(1).max(200),
});

export const BundleRun = z.object({
  /** The same whenever the run is written: by it an import knows what it has. */
  id: z.string().min(1).max(500),
  name: z.string().min(1).max(1000),
  state: z.enum(["finished", "failed", "killed"]),
  /** ms since the epoch, by the run's own clock. */
  startedAt: Moment,
  endedAt: Moment,
  config: z.record(z.string(), Value).default({}),
  environment: z.record(z.string(), Text).default({}),
  summary: z.record(z.string(), Value.nullable()).default({}),
  group: Text.nullable().default(null),
  jobType: Text.nullable().default(null),
  tags: z.array(Text).max(1000).default([]),
  notes: Text.nullable().default(null),
  /** Metric, or a start of names with "*" -> the metric that is its x. */
  axes: z.record(z.string(), z.string()).default({}),
  /** What a reader has to know of how the run was written. */
  said: z.array(Text).max(100).default([]),
});
export type BundleRun = z.infer<typeof BundleRun>;

/** What else is said of the rows of a run: which stream they are of, and of which of its processes, from 0. */
export const BundleStream = z.object({
  stream: z.enum(["history", "system"]).default("history"),
  process: z.number().int().min(0).max(10_000).default(0),
});

const Share = z.number().min(0).max(1).nullable().default(null);

export const BundleEvaluation = z.object({
  key: z.string().min(1).max(200),
  benchmark: z.string().min(1).max(200).nullable().default(null),
  final: z.boolean().default(true),
  at: Moment,
  protocol: EvaluationProtocol,
  rows: z.array(
    z.object({
      problem: z.string().min(1).max(500),
      type: z.string().max(200).default(""),
      solved: z.boolean(),
      steps: z.number().int().min(0).default(1),
      score: z.number().nullable().default(null),
      passAt1: Share,
      seconds: z.number().min(0).nullable().default(null),
    }),
  ),
});

/** What a whole bundle ends with: how many runs it holds. */
export const BundleEnd = z.object({ end: z.object({ runs: z.number().int().min(0) }) });
