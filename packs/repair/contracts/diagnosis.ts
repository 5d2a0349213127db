import { z } from "zod";
import {
  DIAGNOSIS_COUNTS,
  DIAGNOSIS_IDS,
  type DiagnosisCounts,
  type DiagnosisChoice,
  type DiagnosisDefinition,
  MEASURED_DA,
} from "../diagnosis.ts";
import type { EvaluationMetric } from "../../../server/contracts/evaluation.ts";
import { idSchema } from "../../../server/contracts/ids.ts";

/** Which quantity is read as DA; what the trainer measures, unless another is asked for. */
export const DiagnosisAsked = {
  da: z.enum(DIAGNOSIS_IDS).default(MEASURED_DA.da),
  counts: z.enum(DIAGNOSIS_COUNTS).default(MEASURED_DA.counts),
};

export const EvaluationDiagnosisInput = z.object({ id: idSchema("evaluation"), ...DiagnosisAsked });
export type EvaluationDiagnosisInput = z.infer<typeof EvaluationDiagnosisInput>;

/** One policy on one set of problems, decoded in one way. */
export interface Decoded {
  id: string;
  /** "greedy", "sampled, temperature 1", "best of 8 by the mean score of PRM 1a2b3c4d, temperature 1". */
  decoding: string;
  greedy: boolean;
  run: { id: string; name: string };
  n: number;
  rrAt5: { hits: number; n: number; low: number; high: number };
  steps: number;
  /** DA as it was asked for. */
  da: MeanOver;
}

/** The same policy on the same problems, decoded in each way that was measured; greedy first. */
export interface Decodings {
  rows: Decoded[];
  /** What is read as DA. */
  choice: DiagnosisChoice;
  title: string;
  definition: string;
  /** What the two decodings say beside each other, where they do. */
  sentences: string[];
}

/** A mean with how many it is over; null over none. */
export interface MeanOver {
  value: number | null;
  n: number;
}

/** DA of one kind of problems. */
export interface DiagnosisPart extends MeanOver {
  key: string;
  low: number | null;
  high: number | null;
}

type ByCounts<Value> = Record<DiagnosisCounts, Value>;

/** How the episodes of an evaluation diagnosed, by every definition, each by which actions count. */
export interface EvaluationDiagnosis {
  /** Where the counts are from: the rows, or for trainers of before the stored episodes; null where nobody counted. */
  from: "rows" | "episodes" | null;
  /** Problems that were counted, and those of them with a conflict to be named. */
  counted: number;
  n: number;
  rows: {
    definition: DiagnosisDefinition;
    formula: string;
    mean: ByCounts<MeanOver>;
    micro: ByCounts<MeanOver>;
  }[];
  /** Share of what was named that is in the conflict, over episodes that named something. */
  precision: ByCounts<MeanOver>;
  /** Elements named in an episode that are not in the conflict. */
  innocent: ByCounts<MeanOver>;
  /** What an episode reaches that names one member of its conflict and no other. */
  ceiling: MeanOver;
  /** The quantity that was asked for, with its interval, and the same by kind of problem. */
  chosen: EvaluationMetric;
  byLevel: DiagnosisPart[];
  byType: DiagnosisPart[];
}
