import { z } from "zod";
import { LeadShare, ShareOfProblems } from "./rollouts/stage-of-run.ts";

/** A chart of a run's evaluations, one value for each. */
export const EvaluationChart = z.object({
  metric: z.string(),
  title: z.string(),
  unit: z.string(),
  kind: z.enum(["share", "number"]),
  note: z.string(),
});
export type EvaluationChart = z.infer<typeof EvaluationChart>;

/** An evaluation as the page of its run lists it. */
export const EvaluationSummary = z.object({
  id: z.string(),
  trainStep: z.number().int(),
  final: z.boolean(),
  at: z.number().int(),
  n: z.number().int(),
  /** Identity of the problems it has rows for, and the name of the set that they are of. */
  problems: z.string(),
  population: z.string(),
  protocolHash: z.string(),
  decoding: z.string(),
  /** Versions of the policy that answered, as far as they are named. */
  policies: z.array(z.string()),
  lead: LeadShare,
  /** The kind of what was measured, and its metrics: a value over n problems, of a share of problems with hits and interval. */
  kind: z.string(),
  values: z.record(
    z.string(),
    z.object({ value: z.number().nullable(), n: z.number().int(), share: ShareOfProblems.nullable() }),
  ),
  /** Nothing was measured of an episode but whether it solves its problem: and no steps. */
  answers: z.boolean(),
  /** Of repairs; programs have no steps. */
  rr: ShareOfProblems.nullable(),
  clean: ShareOfProblems.nullable(),
  da: z.number().nullable(),
  daN: z.number().int(),
  op: z.number().nullable(),
  opN: z.number().int(),
  steps: z.number().nullable(),
  /** Of programs: mean share of the hidden cases that pass, and what samples say where some were drawn. */
  passed: z.number().nullable(),
  passAt1: z.number().nullable(),
  passAt8: z.number().nullable(),
  unconfirmed: z.number().int(),
});
export type EvaluationSummary = z.infer<typeof EvaluationSummary>;
