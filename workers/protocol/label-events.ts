import { z } from "zod";

const nullableNumber = z.number().nullable();

/** What recipes say that label the steps of episodes and learn from such labels: labels of single steps of the episodes of the evaluation a labelling run was given; `i` and `step` point into it. */
export const StepLabel = z.object({
  i: z.number().int().min(0),
  /** Position in the episode, from 1. */
  step: z.number().int().min(1),
  label: z.number().min(0).max(1),
  reason: z.string().min(1).max(80),
});
export type StepLabel = z.infer<typeof StepLabel>;

export const LabelsEvent = z.object({
  t: z.literal("labels"),
  at: z.number().int(),
  rows: z.array(StepLabel).max(20_000),
});
export type LabelsEvent = z.infer<typeof LabelsEvent>;

/** By which rules a label set was made, and how each set of rules agrees with the injected roots on the same steps. */
export const LabelReport = z.object({
  rules: z.enum(["reports", "progress"]),
  /** Of removals of an element of the conflict that was shown; empty where the problems could not be had again. */
  agreement: z
    .array(
      z.object({
        rules: z.enum(["reports", "progress"]),
        /** Removals of a root, and those of them labelled 0. */
        roots: z.number().int().min(0),
        rootsAtZero: z.number().int().min(0),
        /** Removals of an element that is no root, and those of them labelled 1. */
        innocents: z.number().int().min(0),
        innocentsAtOne: z.number().int().min(0),
      }),
    )
    .max(10),
});
export type LabelReport = z.infer<typeof LabelReport>;

export const LabelReportEvent = z.object({
  t: z.literal("label_report"),
  at: z.number().int(),
  report: LabelReport,
});

/** How well a process reward model does on steps of episodes that it was not trained on. */
export const PrmReport = z.object({
  /** Episodes and steps held out. */
  episodes: z.number().int().min(0),
  n: z.number().int().min(0),
  mse: z.number().min(0),
  /** Mean squared error of always saying the mean label of the training part. */
  baselineMse: z.number().min(0),
  mae: z.number().min(0),
  /** Expected calibration error over the bins below. */
  ece: z.number().min(0).max(1),
  /**
   * By episode the baseline's mean squared error minus the model's, averaged over the held-out episodes, with its 95 %
   * interval; bounds are null where there is none, and `method` says why. Absent in reports of trainers before 0.2.
   */
  difference: z
    .object({
      mean: z.number(),
      low: nullableNumber,
      high: nullableNumber,
      episodes: z.number().int().min(1),
      method: z.string().max(300),
    })
    .optional(),
  /** Harrell's c: chance that a step with a higher label gets the higher score, ties half; null where all labels are equal. */
  auroc: z.number().min(0).max(1).nullable(),
  spearman: z.number().min(-1).max(1).nullable(),
  /** The held-out steps by their action, most frequent first. Absent in older reports. */
  byAction: z
    .array(
      z.object({
        action: z.string().max(40),
        n: z.number().int().min(1),
        meanScore: z.number().min(0).max(1),
        meanLabel: z.number().min(0).max(1),
      }),
    )
    .max(40)
    .optional(),
  bins: z
    .array(
      z.object({
        low: z.number(),
        high: z.number(),
        n: z.number().int().min(0),
        meanScore: nullableNumber,
        meanLabel: nullableNumber,
      }),
    )
    .max(100),
});
export type PrmReport = z.infer<typeof PrmReport>;

export const PrmReportEvent = z.object({
  t: z.literal("prm_report"),
  at: z.number().int(),
  report: PrmReport,
});
