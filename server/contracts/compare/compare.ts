import { z } from "zod";
import { countOf } from "../../wording/counts.ts";
import { ASK_LIMITS } from "../ask-limits.ts";
import { MAX_SIDES, PROBLEM_FILTERS } from "./compare-words.ts";
import type { DiagnosisChoice } from "../../../packs/repair/contracts/choice.ts";
import { DiagnosisAsked } from "../../../packs/repair/contracts/diagnosis.ts";
import type { Estimate } from "../experiment.ts";
import { CROCKFORD, ID_PREFIXES } from "../ids.ts";
import type { Finding } from "../finding.ts";

export * from "./compare-words.ts";

/** Rows of one list of problems; more are counted and not sent. */
export const MAX_PROBLEMS = 500;

const SideId = z
  .string()
  .regex(
    new RegExp(`^(${ID_PREFIXES.evaluation}|${ID_PREFIXES.run})_[${CROCKFORD}]{16}$`),
    "This is not the id of an evaluation or of a run.",
  );
export const SideIds = z
  .array(SideId)
  .min(1)
  .max(MAX_SIDES, `At most ${countOf(MAX_SIDES, "evaluation")} stand side by side.`);
const StepLimit = z.number().int().min(1).max(1000);

/** The first id is what the others are compared with. A run stands for its final evaluation. */
export const CompareInput = z.object({
  ids: SideIds,
  k: StepLimit.default(5),
  /** Only problems that all of them were measured on. */
  common: z.boolean().default(false),
});
export type CompareInput = z.infer<typeof CompareInput>;

export const DiagnosisInput = z.object({
  ids: SideIds,
  ...DiagnosisAsked,
  common: z.boolean().default(false),
});
export type DiagnosisInput = z.infer<typeof DiagnosisInput>;

export const DifferingInput = z.object({
  a: SideId,
  b: SideId,
  k: StepLimit.default(5),
  filter: z.enum(PROBLEM_FILTERS).default("flipped"),
  search: z.string().max(ASK_LIMITS.search).default(""),
});
export type DifferingInput = z.infer<typeof DifferingInput>;

/** One evaluation of a comparison, with what stands behind it. */
export interface Side {
  evaluationId: string;
  /** Names it on the page; no two sides share one. */
  name: string;
  runId: string;
  config: string;
  cell: string;
  recipe: string;
  seed: number;
  experimentId: string;
  experiment: string;
  trainStep: number;
  final: boolean;
  at: number;
  /** Problems measured, and those counted here. */
  measured: number;
  n: number;
  population: string;
  /** Identity of the problems it has rows for. */
  problems: string;
  protocol: string;
  /** Episodes whose steps are stored. */
  episodes: number;
  /** Part of its run's problems that was measured; null where that is not known. */
  part: "train" | "held_out" | null;
  /** Measured problems that the policy was trained on, over its whole lineage; at least as many where not `complete`. */
  leaked: { n: number; complete: boolean };
  /** Whether its run trained a policy; one that only measured has no training curve. */
  trained: boolean;
  /** What the run-health rules say of its run. */
  findings: Finding[];
}

/** How an interval over problems is made; `families`: by whole families of programs. */
export type IntervalWay = "wilson" | "t" | "bootstrap" | "families";

/** A number of one side. `hits` of n where it is a share of problems. */
export interface SideValue extends Estimate {
  hits: number | null;
  /** How its interval is made. */
  by: IntervalWay;
}

/** Side minus the first side, on the problems of both. All null where it may not be said; `method` says why. */
export interface SideDifference {
  value: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  n: number;
  method: string;
}

export interface CompareRow {
  id: string;
  title: string;
  unit: "share" | "steps";
  better: "higher" | "lower";
  definition: string;
  values: SideValue[];
  /** One per side; null for the first. */
  differences: (SideDifference | null)[];
}

/** Paired results on the same problems, at step k. */
export interface PairOutcome {
  n: number;
  both: number;
  onlyA: number;
  onlyB: number;
  neither: number;
  difference: SideDifference;
  pMid: number | null;
  /** Problems with the same result after the same number of steps. */
  alike: number;
  /** Smallest difference of shares that this many problems would show with 80 % power; null where none. */
  detectable: number | null;
}

/** What the other seeds of two compared things say: RR@k of the side minus the first, seed by seed. */
export interface OtherSeeds {
  seeds: { seed: number; value: number }[];
  /** Seeds that both have, and whose evaluations were not made alike. */
  leftOut: number;
  /** Where one of the two is the only run of its configuration, and each seed is held against it: which, as it is shown. */
  one?: { config: string; isFirst: boolean };
}

export interface CurvePoint {
  k: number;
  hits: number;
  n: number;
  value: number;
  low: number;
  high: number;
}

/** How the problems of one side lie to those of the first. */
export interface PopulationGap {
  /** Index of the side. */
  side: number;
  shared: number;
  onlyFirst: number;
  onlyThis: number;
  /** Some keys of either. */
  examplesFirst: string[];
  examplesThis: string[];
  /** Types and levels whose share differs most, and how many there are. */
  mix: { kind: string; first: number; this: number }[];
  kinds: number;
  /** 0 the same mix of types and levels, 1 nothing in common; null for an empty side. */
  mixDistance: number | null;
}

type ConfigValue = string | number | boolean | null;

export interface ConfigLine {
  name: string;
  label: string;
  /** One per side; null where the recipe has no such parameter. */
  values: ConfigValue[];
  differs: boolean;
  /** It names a run, a place or a moment, and says nothing of what was trained. */
  names?: boolean;
}

export interface Comparison {
  sides: Side[];
  k: number;
  /** Are differences given? Not while a rule forbids it. */
  ranked: boolean;
  /** Why a side has no difference to the first, one per side; null for the first, and where it has one. */
  notRanked: (string | null)[];
  /** Only common problems are counted. */
  restricted: boolean;
  /** Problems that all sides were measured on. */
  common: number;
  /** Null where all were measured on the same problems. */
  gaps: PopulationGap[] | null;
  findings: Finding[];
  programs: boolean;
  /** Programs or bare answers were measured, which take no steps: what follows by step is then empty. */
  atOnce: boolean;
  curves: CurvePoint[][];
  /** Solved problems by the step that solved them, and the unsolved. */
  steps: { solvedAt: { steps: number; n: number }[]; unsolved: number }[];
  rows: CompareRow[];
  /** One per side; null for the first, and where no difference is given. */
  pairs: (PairOutcome | null)[];
  /** One per side; null for the first, for two seeds of one thing, and where no difference is given. */
  otherSeeds: (OtherSeeds | null)[];
  /** What they say beside the difference that is shown, a sentence per side; null where there are none. */
  overSeeds: (string | null)[];
  config: ConfigLine[];
  /** How the intervals of the values are made, measure by measure, in words. */
  intervals: string;
  /** How intervals and p are adjusted, in words. */
  caption: string;
  asOf: number;
}

export interface Diagnosis {
  /** The definition that was asked for, then the others by the same counting and averaging. */
  rows: CompareRow[];
  chosen: DiagnosisChoice;
  /** Where the higher DA goes with the longer episodes. */
  findings: Finding[];
}

export interface DifferingProblem {
  hash: string;
  key: string;
  type: string;
  level: string;
  rows: number;
  solvedA: boolean;
  stepsA: number;
  solvedB: boolean;
  stepsB: number;
}

export interface DifferingProblems {
  rows: DifferingProblem[];
  total: number;
}
