import { z } from "zod";
import { ColumnVerdict } from "./column-verdict.ts";
import { ProjectScope } from "./housekeeping/projects.ts";
import { CLAIM_VERDICTS, MISSING_VALUE_REASONS } from "./claim-verdict.ts";
import { CellPlace } from "./cell-place.ts";
import { Annotations } from "./housekeeping/annotations.ts";
import { idSchema } from "./ids.ts";
import { HeldConfirmation, Ledger } from "./ledger.ts";
import { Confirmation, Look, Looks } from "./launch/looks.ts";
import { CollapseCondition } from "./collapse-condition.ts";
import { DiagnosisAsked } from "../../packs/repair/contracts/diagnosis.ts";
import { Finding } from "./finding.ts";
import { RUN_STATES } from "./run-lifecycle.ts";

/** Written down before the first run, so that a later reader can tell the plan from what was looked at since. */
export interface ExperimentPlan {
  recipe: string;
  /** The headline metrics, in the order of the columns. */
  primary: string[];
  /** The one that the claims are for; older plans do not say. */
  primaryMetric?: string;
  /** The runs of a seed share a start of their own, in all configurations. */
  sharedStarts?: boolean;
  /** By cell what a stage of a chain is that is measured otherwise than the others on purpose. */
  beside?: Record<string, string>;
  /** How many looks were declared; none is one. */
  looks?: number;
  seeds: number[];
  comparisons: number;
  savedAt: number;
}

/** A number that never stands alone. `low` and `high` are null below 3 seeds: no interval, and the method says so. */
export const Estimate = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  n: z.number().int(),
  /** What n counts. */
  unit: z.enum(["seed", "problem", "episode"]),
  method: z.string(),
  definition: z.string(),
  /** Of a share over seeds: what its seeds show without an assumption, in words; published tables of before lack it. */
  seedsShow: z.string().optional(),
});
export type Estimate = z.infer<typeof Estimate>;

const Interval = z.object({ low: z.number(), high: z.number() });

/** A difference to the baseline, with the interval and the p of one and the same method. Published tables of before lack the rest. */
export const Difference = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  p: z.number().nullable(),
  method: z.string(),
  verdict: z.enum(CLAIM_VERDICTS).optional(),
  collapse: CollapseCondition.optional(),
  /** The interval with each missing seed at the worst value seen for the side that is ahead, at the best for the other. */
  worst: Interval.nullable().optional(),
  /** The look that its latest seeds are of, and the level of its interval; left out at the first look of an experiment without others. */
  look: Look.optional(),
  /** The seeds that were added after the first look, alone. */
  confirmation: Confirmation.nullable().optional(),
  /** The answer under one common error, which stands under "Methods". */
  pooled: Interval.extend({ p: z.number(), method: z.string() }).nullable().optional(),
  /** For new problems of the same kind too: of the primary metric, where it is measured on problems. */
  newProblems: Interval.extend({
    p: z.number(),
    /** Problems for which every run of both has a value, and those left out. */
    problems: z.number().int(),
    leftOut: z.number().int(),
    /** Families that these problems are of, which are then the unit; null: taken as independent. Older tables lack it. */
    families: z.number().int().nullable().optional(),
    method: z.string(),
  })
    .nullable()
    .optional(),
});
export type Difference = z.infer<typeof Difference>;

export const AblationRow = z.object({
  cell: z.string(),
  config: z.string(),
  baseline: z.boolean(),
  place: CellPlace,
  changed: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      from: z.union([z.string(), z.number(), z.boolean()]).nullable(),
      to: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    }),
  ),
  /** Seeds of the finished runs that count, one run per seed, the latest. */
  seeds: z.array(z.number().int()),
  n: z.number().int(),
  planned: z.number().int(),
  states: z.partialRecord(z.enum(RUN_STATES), z.number().int()),
  runIds: z.array(z.string()),
  metrics: z.record(z.string(), Estimate),
  /** The values behind each estimate, by seed, so that a reader can recompute it. */
  bySeed: z.record(
    z.string(),
    z.array(z.object({ seed: z.number().int(), runId: z.string(), value: z.number().nullable() })),
  ),
  /** By metric the seeds that have no value of it, and why; published tables of before lack it. */
  missing: z
    .record(
      z.string(),
      z.array(z.object({ seed: z.number().int(), runId: z.string(), why: z.enum(MISSING_VALUE_REASONS) })),
    )
    .optional(),
  difference: z.record(z.string(), Difference),
  comparable: z.record(z.string(), z.boolean()),
  /** By metric what nobody knows of this row or the baseline, as "reward function"; published tables of before lack it. */
  notLogged: z.record(z.string(), z.array(z.string())).optional(),
  findings: z.array(Finding),
  episodes: z.number().nullable(),
  /** Mean tokens of an answer; null where they were not logged. Published tables of before lack it. */
  answerTokens: z.number().nullable().optional(),
  durationMs: z.number().nullable(),
  cpuSeconds: z.number().nullable(),
  trainStep: z.number().int().nullable(),
  /** Part of the runs' problems that their evaluations measured; null where they differ or it is not known. */
  part: z.enum(["train", "held_out"]).nullable(),
  /** What it is, where its chain measures it otherwise than the others on purpose; published tables of before lack it. */
  beside: z.string().nullable().optional(),
});
export type AblationRow = z.infer<typeof AblationRow>;

export const TableColumn = z.object({
  metric: z.string(),
  title: z.string(),
  unit: z.string(),
  better: z.enum(["higher", "lower"]).nullable(),
  definition: z.string(),
  /** Problems behind each seed's value, where the metric is measured on problems and all comparable rows agree. */
  problems: z.number().int().nullable(),
  /** What weakens the adjusted intervals of this column, in words; null where nothing was seen. */
  caution: z.string().nullable(),
  /** Smallest difference this design could show with 80 % power; null below 3 seeds, and where spreads clearly differ. */
  detectable: z.number().nullable(),
  /** The same with more seeds. */
  detectableWith: z.object({ seeds: z.number().int(), value: z.number() }).nullable().optional(),
  /** The metric that the claims are for; the others are exploratory. */
  primary: z.boolean().optional(),
  /** Not among the table's own metrics, but asked for by its reader: it pays for all exploratory columns, and none for it. */
  asked: z.boolean().optional(),
  /** Of the intervals of its differences, 1 - 0.05 / M for one of M exploratory columns; published tables of before lack it. */
  level: z.number().optional(),
  /** What intervals and p of this column are adjusted for, in words. */
  family: z.string().optional(),
  /** How the differences of the column were tested, with the degrees of freedom of its rows from least to most. */
  method: z.string().optional(),
});
export type TableColumn = z.infer<typeof TableColumn>;

/** The ablation table, as all read it; `alongTraining` are metrics of evaluations that are curves, which tables of before lack. */
export const AblationTable = z.object({
  experimentId: z.string(),
  title: z.string(),
  baseline: z.string().nullable(),
  columns: z.array(TableColumn),
  alongTraining: z.array(z.string()).optional(),
  rows: z.array(AblationRow),
  /** Runs of the experiment that are not counted, with the reason. */
  leftOut: z.array(
    z.object({ runId: z.string(), name: z.string(), state: z.enum(RUN_STATES), why: z.string() }),
  ),
  caption: z.string(),
  /** One for each headline metric, that of the launch's question first. */
  verdicts: z.array(ColumnVerdict),
  asOf: z.number().int(),
  /** How often somebody looked; published tables of before lack it. */
  looks: Looks.optional(),
  /** Comparisons on its problems, of all experiments, and whether these are held for confirmation; null where neither is known. */
  ledger: Ledger.nullable().optional(),
  confirmation: HeldConfirmation.nullable().optional(),
});
export type AblationTable = z.infer<typeof AblationTable>;

/** Columns that a reader may add to those of the recipe. */
export const MAX_MORE_COLUMNS = 6;

export const TableInput = z.object({
  id: idSchema("experiment"),
  /** Metrics shown as further exploratory columns. */
  also: z
    .array(z.string().min(1).max(256))
    .max(MAX_MORE_COLUMNS, `At most ${MAX_MORE_COLUMNS} columns can be added.`)
    .default([]),
  ...DiagnosisAsked,
});

/** An experiment in a list. */
export const ExperimentSummary = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.number().int(),
  recipe: z.string().nullable(),
  /** Of all its runs, the one of the first configuration first. */
  recipes: z.array(z.string()),
  cells: z.number().int(),
  runs: z.number().int(),
  states: z.partialRecord(z.enum(RUN_STATES), z.number().int()),
  kept: Annotations,
});
export type ExperimentSummary = z.infer<typeof ExperimentSummary>;

/** What the seeds of a configuration reached of one criterion. */
const Judged = z.object({
  /** Mean over the seeds that have a value. */
  actual: z.number().nullable(),
  /** Seeds with a value, and those of them that are on the right side of the target. */
  n: z.number().int(),
  met: z.number().int(),
});
export type Judged = z.infer<typeof Judged>;

/** The criteria that the recipes of an experiment wrote down, and what its configurations reached of each. */
export const CriteriaTable = z.object({
  cells: z.array(z.object({ cell: z.string(), config: z.string() })),
  rows: z.array(
    z.object({
      metric: z.string(),
      op: z.enum(["at_least", "at_most"]),
      target: z.number(),
      reason: z.string(),
      title: z.string(),
      unit: z.string(),
      definition: z.string(),
      /** In the order of `cells`. */
      judged: z.array(Judged),
    }),
  ),
});
export type CriteriaTable = z.infer<typeof CriteriaTable>;

/** The difference of one configuration to the baseline of its experiment, in the unit of the store. */
export const AnswerRow = z.object({
  config: z.string(),
  value: z.number(),
  /** Adjusted for the comparisons of its experiment; null where there is none. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Seeds of the side that has fewer. */
  n: z.number().int(),
  verdict: z.enum(CLAIM_VERDICTS),
  /** Whether seeds that were added after the first look show it alone; left out where there are none. */
  confirmed: z.boolean().optional(),
});
export type AnswerRow = z.infer<typeof AnswerRow>;

/** What an experiment answers in its question's metric, as short as a row of a list. */
export const ExperimentAnswer = z.object({
  /** Null where no metric is known to be a result. */
  metric: z
    .object({ title: z.string(), unit: z.string(), better: z.enum(["higher", "lower"]).nullable() })
    .nullable(),
  /** The highest or the lowest of `rows`, whichever is better; the largest where no direction is known. */
  best: AnswerRow.nullable(),
  /** Configurations that may be ranked against the baseline and have a value, in the order of the table. */
  rows: z.array(AnswerRow),
  notRanked: z.number().int(),
  /** What separates, or why nothing can be said: "nothing separates; 3 seeds could show 41.0 pp". */
  words: z.string(),
  /** Rules that object to or caution about its runs and comparisons, the graver first. */
  flags: z.array(z.object({ severity: z.enum(["error", "warning"]), rules: z.array(z.string()) })),
});
export type ExperimentAnswer = z.infer<typeof ExperimentAnswer>;

/** What one run reached beside the baseline run of its seed, in the metric of its experiment's question. */
export type RunDifference =
  | { kind: "baseline" }
  | { kind: "not_ranked"; why: string }
  /** Of one seed, so without an interval. */
  | { kind: "difference"; value: number; unit: string; title: string };

export const DifferencesInput = z.object({ runIds: z.array(idSchema("run")).max(50) });

/** By run; one without a value, or without a baseline of its seed, has none. */
export interface RunDifferences {
  differences: Record<string, RunDifference>;
  /** Experiments of these runs that are not worked out yet, or anew. */
  unread: number;
}

export const AnswersInput = z.object({ project: ProjectScope, archived: z.boolean().default(false) });
export type AnswersInput = z.infer<typeof AnswersInput>;

/** Answers of the list of experiments, as far as they are worked out. */
export const ExperimentAnswers = z.object({
  /** By experiment id. */
  answers: z.record(z.string(), ExperimentAnswer),
  /** Experiments of the list whose answer is not worked out yet, or anew. */
  unread: z.number().int(),
});
export type ExperimentAnswers = z.infer<typeof ExperimentAnswers>;
