import type { AblationRow, TableColumn } from "../experiment.ts";
import type { Finding } from "../finding.ts";
import type { PossibleRange } from "../possible-range.ts";
import type { AuditedShare, AuditView } from "../rollouts/audit.ts";

/** What every answer carries, so that a reader can ask where it comes from. */
export interface Provenance {
  /** What it is of, in words: "no_kl, 3 seeds". */
  subject: string;
  definition: string;
  method: string;
  runs: { id: string; name: string }[];
  evaluations: string[];
  /** "imported": the rows of some of these runs are what a client outside this bench told. */
  source: "live" | "imported" | "recomputed" | "reported";
  /** How many of the runs are from outside; absent in publications of before, and where none is. */
  external?: number;
  /** UTC ms of the reading. */
  computedAt: number;
}

export interface NumberAnswer extends Provenance {
  kind: "number";
  metric: string;
  title: string;
  /** Unit of the metric as in the catalogue; "share" is printed in %, its differences in pp. */
  unit: string;
  difference: boolean;
  value: number | null;
  /** Why there is no number where a value was stored that is none. */
  special: "NaN" | "inf" | "−inf" | null;
  low: number | null;
  high: number | null;
  n: number;
  counts: "seed" | "problem" | "train step";
  p: number | null;
  /** Problems behind each seed's value, where the metric is measured on problems and all agree. */
  problems: number | null;
  /** The values behind the mean, by seed. */
  bySeed: { seed: number; runId: string; value: number | null }[];
  /** Said beside the number: no interval, not ranked. */
  caveat: string | null;
}

/** A line of a chart over train step, in columns of equal length. What is optional, publications of before do not have. */
export interface ChartLine {
  label: string;
  baseline: boolean;
  /** Of a configuration: its place in its experiment, which its colour follows on pages too. */
  place?: number;
  seeds: number;
  x: number[];
  mean: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
  /** Seeds with a finite value at each x; all of them wherever there is a mean, where it is left out. */
  n?: number[];
  /** Points that are NaN or infinite at each x, and of these the infinite ones; none where left out. */
  nonFinite?: number[];
  posInf?: number[];
  negInf?: number[];
  /** As in a window. */
  ofLogger?: boolean;
  /** Of a line that is a run, or one attempt of several of it. */
  runId?: string;
  attempt?: number;
}
export interface ChartPanel {
  metric: string;
  title: string;
  unit: string;
  lines: ChartLine[];
  /** Where another attempt took over. */
  seams?: { x: number; label: string }[];
  /** What the rewards that are drawn can be, where that is on record of all of them. */
  possible?: PossibleRange;
}
export interface ChartAnswer extends Provenance {
  kind: "chart";
  panels: ChartPanel[];
  notes: string[];
}

export interface TableAnswer extends Provenance {
  kind: "table";
  title: string;
  baseline: string | null;
  columns: TableColumn[];
  rows: Pick<
    AblationRow,
    | "config"
    | "baseline"
    | "n"
    | "planned"
    | "metrics"
    | "difference"
    | "comparable"
    | "findings"
    | "bySeed"
    | "missing"
  >[];
  /** The family of its exploratory columns, and those of it that are not among `columns`; publications of before lack it. */
  exploratory?: { columns: number; notShown: string[] };
  caption: string;
  verdicts: string[];
  leftOut: string[];
  /** What a document reports of the same metrics, as it was printed; only where it was asked for. */
  reported?: {
    title: string;
    document: string;
    rows: { entry: string; values: Record<string, string> }[];
  };
}

export interface FindingsAnswer extends Provenance {
  kind: "findings";
  /** What was asked for; publications of before do not say it, and have everything in `verdicts`. */
  say?: "all" | "answer" | "verdicts" | "checks";
  /** A short sentence for each metric; `verdicts` has them in full. */
  answers?: string[];
  verdicts: string[];
  /** `evidence` of several configurations says where it holds, and `each` has the numbers of each. */
  findings: (Pick<Finding, "rule" | "severity" | "claim" | "evidence"> & {
    each?: { of: string | null; words: string }[];
  })[];
  leftOut: string[];
}

export interface VarianceRow {
  config: string;
  baseline: boolean;
  n: number;
  /** Means over the seeds of each run's last train steps; null where not measured. */
  std: SmallEstimate;
  zero: SmallEstimate;
  solved: SmallEstimate;
  failed: SmallEstimate;
}
export interface SmallEstimate {
  value: number | null;
  low: number | null;
  high: number | null;
  /** Problems behind it, where they are not those of the whole answer; publications of before have none. */
  n?: number;
}
export interface VarianceAnswer extends Provenance {
  kind: "variance";
  panels: ChartPanel[];
  rows: VarianceRow[];
  notes: string[];
}

export interface LabelsAnswer extends Provenance {
  kind: "labels";
  n: number;
  episodes: number;
  bars: {
    label: string;
    n: number;
    share: number;
    low: number | null;
    high: number | null;
    expectedLow: number | null;
    expectedHigh: number | null;
  }[];
  notes: string[];
}

export interface ComparisonAnswer extends Provenance {
  kind: "comparison";
  a: string;
  b: string;
  n: number;
  /** Why the two cannot be set against each other; null where they can. */
  refusal: string | null;
  rows: {
    title: string;
    unit: string;
    a: SmallEstimate;
    b: SmallEstimate;
    difference: SmallEstimate;
    p: number | null;
    method: string;
    /** Why the difference has no interval; publications of before never say it. */
    noInterval?: string;
  }[];
  flips: { both: number; onlyA: number; onlyB: number; neither: number } | null;
  notes: string[];
}

/** The start and the end of one training, paired by problem; null where no difference may be given. */
export interface PairOfSeed {
  seed: number;
  before: SmallEstimate;
  after: SmallEstimate;
  difference: SmallEstimate;
  p: number | null;
}
/** A configuration in one metric: means over its seeds, and of how many seeds the own paired interval settles a sign. */
export interface PairsRow {
  config: string;
  baseline: boolean;
  before: SmallEstimate;
  after: SmallEstimate;
  difference: SmallEstimate;
  /** Seeds that have both, and those of them whose difference may be given. */
  n: number;
  ranked: number;
  higher: number;
  lower: number;
  seeds: PairOfSeed[];
}
export interface PairsGroup {
  title: string;
  unit: string;
  rows: PairsRow[];
}
export interface PairsAnswer extends Provenance {
  kind: "pairs";
  say: "answer" | "table";
  /** The result in the first metric, as one sentence. */
  message: string;
  /** By metric; the first is what the sentence is of. */
  groups: PairsGroup[];
  /** Problems solved within the step limit, by the policy before, after, both or neither. */
  flips: { config: string; seed: number; both: number; onlyA: number; onlyB: number; neither: number }[];
  /** Problems of every pair; null where they differ. */
  problems: number | null;
  /** What a reader must see with the numbers, and what stands under "Methods". */
  notes: string[];
  how: string[];
}

/** The beginning of a text as it was sent, with what it is too long for. */
export interface RolloutText {
  turns: { role: string; text: string; reward: number | string | null }[];
  isCut: boolean;
}
export interface RolloutAnswer extends Provenance {
  kind: "rollout";
  step: number;
  /** Null where no prompt was sent. */
  prompt: RolloutText | null;
  completions: {
    name: string;
    reward: number | string | null;
    advantage: number | string | null;
    truncated: boolean;
    /** Null where only its reward was sent. */
    text: RolloutText | null;
  }[];
  /** The whole group, which these are some of. */
  group: { n: number; mean: number | null; sd: number | null };
}

/** Success without the errors of a verifier; people are "Person 1", "Person 2". */
export interface AuditAnswer
  extends Provenance, Pick<AuditView, "measured" | "n" | "people" | "estimates" | "agreements"> {
  kind: "audit";
  corrected: AuditedShare;
  /** Completions that the sample stands for. */
  population: number;
}

/** What stands in the place of a block that has no answer. `gone`: it had one, and what it was computed from was deleted. */
export interface ErrorAnswer {
  kind: "error";
  message: string;
  gone: boolean;
}

export type SoundAnswer =
  | NumberAnswer
  | ChartAnswer
  | TableAnswer
  | FindingsAnswer
  | VarianceAnswer
  | LabelsAnswer
  | ComparisonAnswer
  | PairsAnswer
  | RolloutAnswer
  | AuditAnswer;
export type ReportAnswer = SoundAnswer | ErrorAnswer;
