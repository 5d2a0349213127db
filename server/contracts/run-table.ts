import { z } from "zod";
import { ASK_LIMITS } from "./ask-limits.ts";
import type { StatusSource, RunOrigin } from "./external/status-source.ts";
import type { RunArrival } from "./external/run-arrival.ts";
import { ProjectScope } from "./housekeeping/projects.ts";
import type { Annotations } from "./housekeeping/annotations.ts";
import type { Finding } from "./finding.ts";
import type { AuditLine } from "./rollouts/audit.ts";
import type { LeadShare } from "./rollouts/stage-of-run.ts";
import type { RunState } from "./run-lifecycle.ts";
import { RUN_LIST_STATES } from "./run.ts";
import type { BuiltIn } from "./run-table-columns.ts";
import { CONDITION_OPS, OPS_WITHOUT_VALUE, parseColumnId, withPresentNames } from "./run-table-columns.ts";

const ColumnId = z
  .string()
  .max(ASK_LIMITS.column)
  .refine((id) => parseColumnId(id) !== null, {
    error: (issue) => `"${String(issue.input).slice(0, 80)}" is no column of the run table`,
  });

const Condition = z
  .object({
    column: ColumnId,
    op: z.enum(CONDITION_OPS),
    value: z.string().max(ASK_LIMITS.conditionValue).default(""),
  })
  .refine(({ op, value }) => OPS_WITHOUT_VALUE.has(op) || value.trim() !== "", {
    error: "A condition needs a value to compare with.",
    path: ["value"],
  })
  .transform(withPresentNames);

/** Which runs, in which order and put together how: what of a table does not depend on where it is scrolled to. */
export const RunTableView = z.object({
  project: ProjectScope,
  experimentId: z.string().max(ASK_LIMITS.experiment).nullable().default(null),
  state: z.enum(RUN_LIST_STATES).default("all"),
  search: z.string().max(ASK_LIMITS.search).default(""),
  where: z.array(Condition).max(ASK_LIMITS.conditions).default([]),
  /** The first key decides, the next ones among equals. None: newest launch first, or newest end of runs that have ended. */
  sort: z
    .array(z.object({ column: ColumnId, direction: z.enum(["asc", "desc"]) }))
    .max(ASK_LIMITS.sortKeys)
    .default([]),
  group: ColumnId.nullable().default(null),
  /** By what else: runs that share all of it are a group. */
  also: z.array(ColumnId).max(ASK_LIMITS.moreGroups).default([]),
  /** Keys of the groups whose runs are shown. */
  open: z.array(z.string().max(ASK_LIMITS.groupKey)).max(ASK_LIMITS.open).default([]),
});
export type RunTableView = z.infer<typeof RunTableView>;

const Place = {
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(200).default(100),
};

/** Entries `offset` to `offset + limit` of a view; `columns` are metrics and parameters whose values are wanted with them. */
export const RunTableInput = RunTableView.extend({
  ...Place,
  columns: z.array(ColumnId).max(48).default([]),
});
export type RunTableInput = z.infer<typeof RunTableInput>;

export const RunChecksInput = RunTableView.extend(Place);
export type RunChecksInput = z.infer<typeof RunChecksInput>;

export const RunColumnsInput = RunTableView.omit({ sort: true, group: true, also: true, open: true }).extend({
  /** Part of the name or the title. */
  find: z.string().max(200).default(""),
  kinds: z.array(z.enum(["metric", "param", "pack"])).default(["metric", "param", "pack"]),
  limit: z.number().int().min(1).max(500).default(60),
});
export type RunColumnsInput = z.infer<typeof RunColumnsInput>;

/** JSON has no words for these. */
export type NonFiniteWord = "NaN" | "Infinity" | "-Infinity";

/** How many points of a series are no finite number, or how many runs of a group have such points. */
export type NonFinite = Record<"nan" | "posInf" | "negInf", number>;

/** What a run has in a column of a metric. */
export interface MetricCell {
  kind: "metric";
  /** Null where the reducer says nothing: no finite point, or no direction that would be an improvement. */
  value: number | NonFiniteWord | null;
  /** Points of the series, and which of them are NaN or infinite; null where none is. */
  n: number;
  nonFinite: NonFinite | null;
  /** x of the value, null for a mean; and how many values share it, where it is one of several. */
  x: number | null;
  sharedX?: number;
  /** The number of the latest attempt, which it is of, where the run has had several. */
  attempt: number | null;
  /** Of a share of problems, from the run's latest evaluation: its interval over them, of programs by whole families. */
  share: Omit<LeadShare, "metric"> | null;
}

export interface ParamCell {
  kind: "param";
  value: number | string | boolean;
}

/** What the runs of a group have in a column. */
export interface GroupCell {
  kind: "group";
  mean: number | null;
  /** Finite values, of so many runs. */
  n: number;
  of: number;
  /** Of these n, those of which only the latest of several attempts counts. */
  resumed: number;
  low: number | null;
  high: number | null;
  /** Runs with points that are NaN or infinite, which an extreme or a mean passes over; null where there is none. */
  nonFinite: NonFinite | null;
  /** How mean and interval come about, or why there is none. */
  method: string;
  /** Shown in place of a mean: "mixed reward functions", "mixed evaluations". */
  refused: string | null;
}

/** Values of a parameter that the runs of a group share, or how many there are. */
export interface GroupValues {
  kind: "values";
  values: number;
  only: ParamCell["value"] | null;
}

export type TableCell = MetricCell | ParamCell | GroupCell | GroupValues | null;

/** A run as the table's own columns need it. */
export interface TableRun {
  id: string;
  name: string;
  label: string;
  seed: number;
  recipe: string;
  experimentId: string;
  experiment: string;
  reward: string;
  state: RunState;
  why: string;
  worker: string | null;
  origin: RunOrigin;
  statusSource: StatusSource;
  /** As its client sent them. */
  group: string | null;
  jobType: string | null;
  /** What people noted of it. */
  kept: Annotations;
  attempt: number | null;
  step: number | null;
  plannedSteps: number;
  /** Problems of its latest evaluation. */
  problems: number | null;
  audit: AuditLine | null;
  queuedAt: number;
  startedAt: number | null;
  endedAt: number | null;
  /** When it came, of a run from outside, whose times are its own. */
  arrival: RunArrival | null;
  /** By the rules' last look, which `RunChecks` brings up to date; null: they have not looked yet. */
  findings: Finding[] | null;
  /** Its colour on the page of its experiment: of the baseline ink, of the others that of their place. */
  colour: number | "ink" | "rest";
}

export interface RunEntry {
  kind: "run";
  /** Unique in the table: the run's id. */
  key: string;
  /** It stands under the head of a group. */
  inGroup: boolean;
  run: TableRun;
  cells: TableCell[];
}

export interface GroupEntry {
  kind: "group";
  /** As `open` names it. */
  key: string;
  title: string;
  /** That of its one configuration; null where it has several. */
  colour: TableRun["colour"] | null;
  /** Path to what it stands for. */
  experimentId: string | null;
  open: boolean;
  runs: number;
  /** Runs that have had several attempts: of their metrics only the latest attempt counts. */
  resumed: number;
  /** The seeds that its runs say, and how many runs say none. */
  seeds: number[];
  withoutSeed: number;
  configurations: number;
  states: Partial<Record<RunState, number>>;
  /** Runs with a warning or an error, the worst severity, and runs not looked at yet. */
  checks: { flagged: number; worst: "warning" | "error" | null; unread: number };
  /** What its runs share in the text columns; null where they differ. */
  shared: {
    label: string | null;
    recipe: string | null;
    experiment: string | null;
    reward: string | null;
    worker: string | null;
    origin: string | null;
    statusSource: string | null;
    group: string | null;
    job_type: string | null;
  };
  /** Problems of their latest evaluations, where these are equally many, and of how many runs; null where none was evaluated. */
  problems: { n: number | null; runs: number } | null;
  /** Mean over the runs that have ended, ms, and how many these are; null where none has. */
  meanTime: { ms: number; n: number } | null;
  latestLaunch: number;
  cells: TableCell[];
}

/** Heads runs that may be ranked by what the table is sorted by, or those that may not. */
export interface PartEntry {
  kind: "part";
  key: string;
  /** What its runs share and others do not, a reward function or a way of measuring; where they are not ranked, why. */
  head: string;
  /** All that can be said of it. */
  tip: string;
  ranked: boolean;
  runs: number;
}

export type TableEntry = RunEntry | GroupEntry | PartEntry;

/** How many runs each view of the same filter would show: by state without the archived ones, and these. */
export type ViewCounts = Partial<Record<RunState | "archived", number>>;

export interface RunTable {
  offset: number;
  /** Whose values the cells of an entry are, in their order. */
  columns: string[];
  entries: TableEntry[];
  /** Entries of the whole table: runs in view, heads of groups and parts. */
  length: number;
  /** Runs that fit. */
  runs: number;
  /** Of these, runs that have had several attempts. */
  resumed: number;
  /** Runs there are. */
  all: number;
  groups: number | null;
  /** Of the runs that fit but for their state. */
  counts: ViewCounts;
  /** What must be said about the order. */
  notes: string[];
  /** What all runs that fit have in common, which no line needs to repeat. */
  same: SameInAll[];
  /** Of `columns`, `tags`, `problems` and `audit` those in which no run that fits has a value; none is named of very many runs. */
  empty: string[];
}

/** A column in which all runs of a view are alike, and how that is said: "recipe grpo", "300 problems". */
export type SameInAll = { column: BuiltIn; words: string };

/** The values alone, for entries whose other facts are known already. */
export interface RunCells {
  columns: string[];
  /** By the key of an entry. */
  cells: Record<string, TableCell[]>;
}

export interface RunChecks {
  findings: Record<string, Finding[]>;
  /** Runs of these entries that the rules have not looked at yet; asking again goes on with them. */
  unread: number;
}

export interface FoundColumn {
  kind: "metric" | "param" | "pack";
  /** `param:lr`, `pack:digits`; of a metric without its reducer: `metric:reward/raw`. */
  id: string;
  name: string;
  axis: string | null;
  title: string;
  unit: string;
  better: "higher" | "lower" | null;
  definition: string;
  /** Runs that have it. */
  runs: number;
}

export interface RunColumns {
  columns: FoundColumn[];
  /** Columns that fit the search, and all there are. */
  found: number;
  all: number;
  /** Runs that fit the filter. */
  runs: number;
}
