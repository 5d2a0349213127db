import { z } from "zod";
import type { LabelReport, PrmReport } from "../../../workers/protocol/label-events.ts";
import { idSchema } from "../../../server/contracts/ids.ts";
import type { RunState } from "../../../server/contracts/run-lifecycle.ts";
import { type LabelRules, LAST_POSITION, MOST_SETS } from "../../../server/contracts/label-rule.ts";

/** Where a label set comes from and what it labels. */
export interface LabelSetInfo {
  id: string;
  at: number;
  run: { id: string; name: string; state: string };
  experiment: { id: string; title: string };
  evaluation: { id: string; trainStep: number; final: boolean };
  /** The run whose episodes are labelled. */
  labelled: { id: string; name: string };
  population: string;
  /** By which rules, and what the labelling run counted of each set of rules. */
  rules: LabelRules;
  agreement: LabelReport["agreement"];
  n: number;
  episodes: number;
}

/** How a set of rules labels what is taken away of the conflict that was shown: shares are null without such a step. */
export interface RulesAgreement {
  rules: LabelRules;
  /** The rules that made the chosen sets. */
  isOwn: boolean;
  /** Removals of a root of an injected fault, and the share of them labelled 0. */
  roots: number;
  rootsAtZero: number | null;
  /** Removals of an element that is no root, and the share of them labelled 1. */
  innocents: number;
  innocentsAtOne: number | null;
}

/** A share or mean over clustered steps; low and high are null where no interval is honest. */
export interface LabelEstimate {
  value: number | null;
  low: number | null;
  high: number | null;
}

export type BandVerdict = "inside" | "below" | "above" | "unclear" | "no band";

export interface LabelShare {
  label: number;
  /** What the rule gives it for. */
  meaning: string;
  count: number;
  share: LabelEstimate;
  expected: { low: number; high: number } | null;
  verdict: BandVerdict;
  /** Distance in share from the nearer edge of the band to the nearer end of the interval; 0 unless outside. */
  beyond: number;
}

/** How often each label occurs among some steps, in the order of `labels`. */
export interface LabelCounts {
  key: string;
  n: number;
  counts: number[];
}

/** The distribution over all chosen sets and everything it is split by. */
export interface LabelDistribution {
  sets: LabelSetInfo[];
  n: number;
  /** Episodes, and the problems they were played on; the intervals resample problems. */
  episodes: number;
  problems: number;
  /** Steps of the labelled evaluations' episodes that have no label. */
  unlabelled: number;
  mean: LabelEstimate;
  labels: LabelShare[];
  /** How the intervals were made. */
  method: string;
  byAction: LabelCounts[];
  byPosition: LabelCounts[];
  byReason: LabelCounts[];
  bySet: (LabelCounts & { mean: LabelEstimate; shares: LabelShare[] })[];
  /** Each set of rules against the injected roots, on the same steps; empty where no root is known. */
  agreement: RulesAgreement[];
  /** Letters or names of problem types that occur. */
  types: string[];
  /** What a reader must know before reading the numbers. */
  cautions: string[];
  asOf: number;
}

export const DistributionInput = z.object({ sets: z.array(idSchema("labelSet")).min(1).max(MOST_SETS) });

export const LabelledStepsInput = z.object({
  sets: z.array(idSchema("labelSet")).min(1).max(MOST_SETS),
  label: z.number().nullable().default(null),
  /** A kind of reason: the reason without its numbers. */
  reason: z.string().max(80).nullable().default(null),
  action: z.string().max(40).nullable().default(null),
  /** 1 to 10; 10 means that one and all later ones. */
  position: z.number().int().min(1).max(LAST_POSITION).nullable().default(null),
  type: z.string().max(40).nullable().default(null),
  limit: z.number().int().min(1).max(200).default(50),
  offset: z.number().int().min(0).default(0),
});
export type LabelledStepsInput = z.infer<typeof LabelledStepsInput>;

export interface LabelledStep {
  setId: string;
  evaluationId: string;
  problemHash: string;
  key: string;
  type: string;
  level: string;
  step: number;
  action: string;
  target: string | null;
  status: string;
  iisBefore: string[] | null;
  iisAfter: string[] | null;
  label: number;
  reason: string;
}

export interface LabelledSteps {
  rows: LabelledStep[];
  total: number;
}

/** A trained process reward model with what its report says on held-out steps. */
export interface PrmModel {
  run: { id: string; name: string; state: string };
  experiment: { id: string; title: string };
  at: number;
  report: PrmReport;
  /** The label set it was trained on; null where that is not known. */
  trainedOn: LabelSetInfo | null;
  /** Name of the run it took its labels from, where the set itself is gone or was never stored. */
  labelsFrom: string | null;
  /** Than always saying the mean label, by the interval of the paired difference; "untested" where the report has none. */
  better: "yes" | "no" | "unknown" | "untested";
  /** It orders steps too poorly to reward by it. */
  poor: boolean;
  /** What the figures say, in one or two sentences. */
  verdict: string;
}

/** A value at the first and at the last step that has one. */
export interface FromTo {
  first: number;
  last: number;
}

/** By how much something rose, negative where it fell; low and high are null where no interval is honest, and `method` says why. */
export interface Change {
  value: number;
  low: number | null;
  high: number | null;
  /** Pairs that carry the interval: steps of the score, problems of what leads. */
  n: number;
  method: string;
}

/** A run whose reward holds the score of a model. */
export interface RewardedRun {
  run: { id: string; name: string; state: RunState };
  /** `ranks`: how it orders held-out steps, "ranks poorly (c 0.68)"; null where all labels are equal. */
  model: { id: string; name: string; ranks: string | null; poor: boolean };
  weight: number;
  /** What of an episode's scores is paid, and in which groups. */
  use: string;
  scope: string;
  /** Share of groups that the verified reward does not tell apart: there the score is the only signal. */
  dead: FromTo | null;
  score: FromTo | null;
  verified: FromTo | null;
  /** What leads its evaluations, on so many problems in the final one. */
  quick: FromTo | null;
  problems: number | null;
  /** Of the score, from the first to the last steps; null without steps for both. */
  scoreChange: Change | null;
  /** Of what leads, from the first evaluation to the final one, paired by problem; null without two that were made alike. */
  quickChange: Change | null;
}

/** Everything the PRM page offers to look at. */
export interface PrmOverview {
  /** Newest first. */
  rewarded: RewardedRun[];
  sets: LabelSetInfo[];
  models: PrmModel[];
  asOf: number;
}
