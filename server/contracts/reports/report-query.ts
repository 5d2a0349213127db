import { z } from "zod";
import { idSchema } from "../ids.ts";
import { ROLLOUT_LIMITS, ROLLOUT_PHASES } from "../rollouts/rollout-limits.ts";

/** Queries a report may hold at most; a report is read by people. */
export const MOST_QUERIES = 200;

const metric = z.string().min(1, "Name a metric, for instance eval/rr_at_5.").max(256);
const name = z.string().min(1).max(200);
const list = (item: z.ZodType<string>, most: number) => z.array(item).min(1).max(most);

const AT = z
  .string()
  .regex(/^(final|first|\d{1,9})$/, 'The key "at" takes final, first, or the train step of an evaluation.')
  .default("final");

/**
 * One number. Its subject is a configuration of an experiment (mean over its seeds), or one run, or one evaluation.
 * `difference: baseline` gives the difference to the experiment's baseline with the interval of the ablation table.
 */
export const NumberQuery = z
  .strictObject({
    kind: z.literal("number"),
    metric,
    experiment: idSchema("experiment").optional(),
    config: name.optional(),
    run: idSchema("run").optional(),
    evaluation: idSchema("evaluation").optional(),
    at: AT,
    difference: z.literal("baseline", 'The key "difference" takes the word baseline.').optional(),
    show: z
      .enum(["value", "interval", "full"], 'The key "show" takes value, interval or full.')
      .default("interval"),
  })
  .refine(
    (q) => [q.experiment, q.run, q.evaluation].filter((s) => s !== undefined).length === 1,
    "Say what the number is of: experiment and config, or run, or evaluation.",
  )
  .refine((q) => q.experiment === undefined || q.config !== undefined, {
    message: "A number of an experiment needs the key config: which of its configurations.",
  })
  .refine((q) => q.experiment !== undefined || (q.config === undefined && q.difference === undefined), {
    message: "The keys config and difference belong to a number of an experiment.",
  });

/** A metric along training: seed bands of an experiment's configurations, or single runs. */
export const MetricChartQuery = z
  .strictObject({
    kind: z.literal("metric-chart"),
    metric,
    experiment: idSchema("experiment").optional(),
    configs: list(name, 24).optional(),
    runs: list(idSchema("run"), 24).optional(),
  })
  .refine((q) => (q.experiment === undefined) !== (q.runs === undefined), {
    message: "Say whose lines to draw: experiment (and configs, where not all), or runs.",
  });

/** The ablation table with what it lets a reader say, in words. */
export const AblationTableQuery = z.strictObject({
  kind: z.literal("ablation-table"),
  experiment: idSchema("experiment"),
  metrics: list(metric, 8).optional(),
  /** A reported table whose values stand below the measured ones. */
  reported: idSchema("reported").optional(),
});

/** What separates, what does not, what objects and what was left out, in sentences. */
export const FindingsQuery = z.strictObject({
  kind: z.literal("findings"),
  experiment: idSchema("experiment"),
  metrics: list(metric, 8).optional(),
  /**
   * `answer` opens a report: a sentence for each metric, as `verdicts`, where they are a list; both have method and power one
   * press away. `checks` is what objects, in the margin beside what follows; `all` is everything, with what was not counted.
   */
  say: z
    .enum(["all", "answer", "verdicts", "checks"], 'The key "say" takes all, answer, verdicts or checks.')
    .default("all"),
});

/** Where the gradient comes from: dead groups and the spread inside groups, along training and at its end. */
export const RewardVarianceQuery = z.strictObject({
  kind: z.literal("reward-variance"),
  experiment: idSchema("experiment"),
});

/** Step labels of a process reward model against their expected bands. */
export const PrmDistributionQuery = z.strictObject({
  kind: z.literal("prm-distribution"),
  labels: idSchema("labelSet"),
});

/** Two evaluations, problem by problem. */
export const ComparisonQuery = z.strictObject({
  kind: z.literal("comparison"),
  a: idSchema("evaluation"),
  b: idSchema("evaluation"),
});

/** The policy before and after its training, of every trained configuration: `answer` is one sentence, `table` all of it. */
export const BeforeAfterQuery = z.strictObject({
  kind: z.literal("before-after"),
  experiment: idSchema("experiment"),
  say: z.enum(["answer", "table"], 'The key "say" takes answer or table.').default("table"),
});

const digits = (what: string) => z.string().regex(/^\d{1,15}$/, `${what} is a whole number.`);

/** Completions of one group as they were sent: prompt, turns, rewards. They are counted from 1. */
export const RolloutQuery = z.strictObject({
  kind: z.literal("rollout"),
  run: idSchema("run"),
  phase: z.enum(ROLLOUT_PHASES, 'The key "phase" takes train or eval.').default("train"),
  step: digits("A step"),
  group: z
    .string()
    .min(1)
    .max(ROLLOUT_LIMITS.key + 20),
  completions: list(digits("A completion"), 8),
});

/** The newest audit of a run's verifier: its errors, and the corrected success beside the measured one. */
export const AuditQuery = z.strictObject({ kind: z.literal("audit"), run: idSchema("run") });

export const QUERY_KINDS = {
  number: NumberQuery,
  "metric-chart": MetricChartQuery,
  "ablation-table": AblationTableQuery,
  findings: FindingsQuery,
  "reward-variance": RewardVarianceQuery,
  "prm-distribution": PrmDistributionQuery,
  comparison: ComparisonQuery,
  "before-after": BeforeAfterQuery,
  rollout: RolloutQuery,
  audit: AuditQuery,
} as const;

export type QueryKind = keyof typeof QUERY_KINDS;
export type NumberQuery = z.infer<typeof NumberQuery>;
export type MetricChartQuery = z.infer<typeof MetricChartQuery>;
export type AblationTableQuery = z.infer<typeof AblationTableQuery>;
export type FindingsQuery = z.infer<typeof FindingsQuery>;
export type RewardVarianceQuery = z.infer<typeof RewardVarianceQuery>;
export type PrmDistributionQuery = z.infer<typeof PrmDistributionQuery>;
export type ComparisonQuery = z.infer<typeof ComparisonQuery>;
export type BeforeAfterQuery = z.infer<typeof BeforeAfterQuery>;
export type RolloutQuery = z.infer<typeof RolloutQuery>;
export type AuditQuery = z.infer<typeof AuditQuery>;
export type ReportQuery = z.infer<(typeof QUERY_KINDS)[QueryKind]>;

/** Keys whose value is a list, separated by commas. */
export const LIST_KEYS: ReadonlySet<string> = new Set(["configs", "runs", "metrics", "completions"]);
