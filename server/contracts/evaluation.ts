import { z } from "zod";
import { ASK_LIMITS } from "./ask-limits.ts";
import { ProjectScope } from "./housekeeping/projects.ts";
import { idSchema } from "./ids.ts";
import type { LeadShare } from "./rollouts/stage-of-run.ts";
import { RUN_STATES } from "./run-lifecycle.ts";

const Protocol = z.object({
  decoding: z.enum(["greedy", "sampled"]),
  temperature: z.number(),
  maxSteps: z.number().int(),
  observation: z.string(),
  evalSeed: z.number().int(),
  daDefinition: z.string(),
  rerank: z.object({ samples: z.number().int(), use: z.string(), prm: z.string() }).optional(),
  programs: z.object({ samples: z.number().int(), temperature: z.number() }).optional(),
  logged: z.record(z.string(), z.string()).optional(),
});

/** What an evaluation is: which policy, at which train step, on which problems, decoded how. */
export const EvaluationHead = z.object({
  id: z.string(),
  key: z.string(),
  trainStep: z.number().int(),
  /** What that counts; null where nothing was trained to get the policy measured. */
  stepOf: z.enum(["train step", "epoch"]).nullable(),
  final: z.boolean(),
  at: z.number().int(),
  /** Problems. */
  n: z.number().int(),
  run: z.object({
    id: z.string(),
    name: z.string(),
    label: z.string(),
    seed: z.number().int(),
    recipe: z.string(),
    state: z.enum(RUN_STATES),
  }),
  experiment: z.object({ id: z.string(), title: z.string() }),
  population: z.object({
    hash: z.string(),
    name: z.string(),
    source: z.enum(["generated", "benchmark", "external"]),
    /** Integer models were solved as their LP relaxation. */
    relaxed: z.boolean(),
    n: z.number().int(),
  }),
  /** Part of the run's problems that was measured; null where that is not known. */
  part: z.enum(["train", "held_out"]).nullable(),
  protocol: Protocol,
  protocolHash: z.string(),
  /** Versions of the policy that answered, as far as they are named; of more than one its values are not those of one policy. */
  policies: z.array(z.string()),
  /** Episodes whose steps are kept. */
  episodes: z.number().int(),
});
export type EvaluationHead = z.infer<typeof EvaluationHead>;

/** A metric of one evaluation; low and high are null where no interval is honest, and `method` says why. */
export const EvaluationMetric = z.object({
  id: z.string(),
  title: z.string(),
  unit: z.enum(["share", "steps"]),
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Problems the metric is defined on. */
  n: z.number().int(),
  /** What those are: "problems", "solved problems". */
  of: z.string(),
  /** Problems counted, where the metric is a share of them. */
  hits: z.number().int().nullable(),
  method: z.string(),
  definition: z.string(),
});
export type EvaluationMetric = z.infer<typeof EvaluationMetric>;

/** What was solved quickly in an evaluation whose episodes were chosen among several: of all samples, of the chosen, of the best possible choice. */
export const Reranked = z.object({
  samples: z.number().int(),
  rows: z.array(
    EvaluationMetric.extend({
      /** To the mean of the samples, problem by problem; null for that itself. */
      difference: z
        .object({
          value: z.number(),
          low: z.number().nullable(),
          high: z.number().nullable(),
          method: z.string(),
        })
        .nullable(),
    }),
  ),
  /** What the choice is worth, in a sentence. */
  message: z.string(),
});
export type Reranked = z.infer<typeof Reranked>;

/** Problems of one kind; a problem with two fault types is counted under both. */
export const EvaluationPart = z.object({
  key: z.string(),
  n: z.number().int(),
  solvedAt5: z.number().int(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type EvaluationPart = z.infer<typeof EvaluationPart>;

export const SolvedWithin = z.object({
  k: z.number().int(),
  solved: z.number().int(),
  share: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type SolvedWithin = z.infer<typeof SolvedWithin>;

/** A set of labels on the episodes of an evaluation. */
export const LabelSetRef = z.object({
  id: z.string(),
  run: z.string(),
  at: z.number().int(),
  n: z.number().int(),
});
export type LabelSetRef = z.infer<typeof LabelSetRef>;

/** What the evaluation page shows but its per-problem rows. */
export const EvaluationDetail = z.object({
  evaluation: EvaluationHead,
  metrics: z.array(EvaluationMetric),
  /** Programs were measured: they have no steps, and their texts are read with the run's groups. */
  programs: z.boolean(),
  /** Nothing was measured of an episode but whether it solves its problem: no steps. */
  answers: z.boolean(),
  /** Null where episodes were not chosen among several, or their samples not counted. */
  reranked: Reranked.nullable(),
  /** RR@k for every k up to the step limit. */
  rrAtK: z.array(SolvedWithin),
  byLevel: z.array(EvaluationPart),
  byType: z.array(EvaluationPart),
  integers: z.object({
    /** Problems with integer columns, those of them solved, and what HiGHS said of the solved ones. */
    problems: z.number().int(),
    solved: z.number().int(),
    confirmed: z.number().int(),
    refuted: z.number().int(),
  }),
  labelSets: z.array(LabelSetRef),
  asOf: z.number().int(),
});
export type EvaluationDetail = z.infer<typeof EvaluationDetail>;

/** Outcome on one problem. */
export const ProblemRow = z.object({
  key: z.string(),
  hash: z.string(),
  type: z.string(),
  level: z.string(),
  solved: z.boolean(),
  /** Steps the episode took, solved or not. */
  steps: z.number().int(),
  op: z.number().nullable(),
  da: z.number().nullable(),
  clean: z.boolean().nullable(),
  /** Does the repaired integer model really have a solution? null where it was not asked. */
  confirmed: z.boolean().nullable(),
  /** Of a program: share of the hidden cases that passed. */
  passed: z.number().nullable(),
  /** Are the steps of its episode kept? */
  episode: z.boolean(),
});
export type ProblemRow = z.infer<typeof ProblemRow>;

/**
 * The same rows as a page reads them: thousands at once, so each is a tuple, words are indices, and a hash is its first 16
 * characters.
 */
export interface ProblemTable {
  types: string[];
  levels: string[];
  rows: [
    key: string,
    hash: string,
    type: number,
    level: number,
    solved: 0 | 1,
    steps: number,
    op: number | null,
    da: number | null,
    clean: 0 | 1 | null,
    confirmed: 0 | 1 | null,
    episode: 0 | 1,
    passed: number | null,
  ][];
}

/** An evaluation as the command line prints it. */
export const EvaluationAnswer = EvaluationDetail.extend({ problems: z.array(ProblemRow) });
export type EvaluationAnswer = z.infer<typeof EvaluationAnswer>;

export const ListEvaluationsInput = z.object({
  project: ProjectScope,
  runId: idSchema("run").nullable().default(null),
  finalOnly: z.boolean().default(false),
  search: z.string().max(ASK_LIMITS.search).default(""),
  limit: z.number().int().min(1).max(500).default(100),
  offset: z.number().int().min(0).default(0),
});
export type ListEvaluationsInput = z.infer<typeof ListEvaluationsInput>;

/** An evaluation in a list. */
export interface EvaluationListRow extends EvaluationHead {
  lead: LeadShare;
}

export interface EvaluationList {
  rows: EvaluationListRow[];
  total: number;
}

/** One step of a stored episode. Conflicts are null where they were not computed. */
export interface EpisodeStepView {
  step: number;
  action: string;
  target: string | null;
  status: string;
  iisBefore: string[] | null;
  iisAfter: string[] | null;
  label: number | null;
  reason: string | null;
}

export const EpisodeInput = z.object({
  evaluationId: idSchema("evaluation"),
  /** The problem: its content hash, at least 8 characters of it, or its key in the population. */
  problem: z.string().min(1).max(200),
  labelSetId: idSchema("labelSet").nullable().default(null),
});
export type EpisodeInput = z.infer<typeof EpisodeInput>;

/** An episode with its outcome. `steps` is null where the steps were not kept. */
export interface EpisodeDetail {
  evaluation: EvaluationHead;
  problem: {
    key: string;
    hash: string;
    type: string;
    level: string;
    rows: number;
    cols: number;
    integers: number;
    faults: number;
  };
  outcome: Omit<ProblemRow, "key" | "hash" | "type" | "level" | "episode" | "passed">;
  steps: EpisodeStepView[] | null;
  labelSet: LabelSetRef | null;
  labelSets: LabelSetRef[];
  /** Problems before and after this one in the order of the population, by content hash. */
  previous: string | null;
  next: string | null;
  position: number;
}
