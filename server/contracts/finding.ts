import { z } from "zod";
import { severityNow } from "../../workers/protocol/severities.ts";
import { idSchema } from "./ids.ts";

/** A claim by its parts: one number, the words around it, and how the number is written. */
export const Measured = z.object({
  before: z.string(),
  /** A share is 0 to 1. */
  value: z.number(),
  kind: z.enum(["share", "factor", "number"]),
  after: z.string(),
});
export type Measured = z.infer<typeof Measured>;

/** `info` informs, `warning` weakens a number, `error` forbids its ranking. */
const Severity = z.preprocess(severityNow, z.enum(["info", "warning", "error"]));
type Severity = z.infer<typeof Severity>;

/** The severity of a finding that may have been frozen under the words of before. */
export const severityOf = ({ severity }: { severity: Severity }): Severity =>
  severityNow(severity) as Severity;

/** What stands for a severity in digests, which tell whether something changed since it was published. */
export const DIGESTED: Record<Severity, string> = { info: "note", warning: "caution", error: "objection" };

/** Something that must be said beside a number. */
export const Finding = z.object({
  /** Rule id as in the registry of server/checks: D run health, C comparability, L launch, I integrity, P PRM. */
  rule: z.string(),
  /** Older answers, as in published reports, do not say it. */
  family: z.enum(["run health", "comparability", "launch", "integrity", "prm", ""]).default(""),
  severity: Severity,
  /** A note that forbids a ranking all the same: the two were made to differ in this. */
  forbids: z.literal(true).optional(),
  /** The metric it is about; null when it is about the whole row or run. */
  metric: z.string().nullable(),
  /** Metrics whose charts carry it as a flag, `metric` among them. */
  speaksOf: z.array(z.string()).default([]),
  /** Bold first sentence. */
  claim: z.string(),
  /** The parts of a claim about one run that states a number, so that of several runs the range can be said. */
  measured: Measured.optional(),
  /** Of several runs of one configuration: in how many of them it is so, and their numbers, where the claim states one. */
  across: z.object({ runs: z.number().int(), of: z.number().int(), measured: z.array(Measured) }).optional(),
  /** The numbers behind it. */
  evidence: z.string(),
  /** What to do about it. */
  action: z.string(),
  a: z.string().nullable(),
  b: z.string().nullable(),
  /** Train steps it speaks about, for a flag on a chart. */
  span: z.object({ from: z.number(), to: z.number() }).nullable(),
  /** Who set it aside, and why. What it forbids it still forbids. */
  dismissed: z.object({ reason: z.string(), by: z.string(), at: z.number().int() }).optional(),
});
export type Finding = z.infer<typeof Finding>;

/** A finding of a run that somebody dismisses, by its rule and metric; without a reason it is listed again. */
export const DismissInput = z.object({
  id: idSchema("run"),
  rule: z.string().min(1).max(8),
  metric: z.string().max(300).nullable().default(null),
  reason: z
    .string({ error: "Say why: a dismissed warning keeps its reason." })
    .trim()
    .min(1, "Say why: a dismissed warning keeps its reason.")
    .max(500, "A reason has at most 500 characters.")
    .nullable(),
});
export type DismissInput = z.input<typeof DismissInput>;

/** A finding that somebody set aside. */
export interface DismissedFinding {
  runId: string;
  run: string;
  /** Title of its experiment. */
  experiment: string;
  rule: string;
  metric: string | null;
  reason: string;
  by: string;
  /** ms since the epoch. */
  at: number;
}

/** What stands where a run has no warning, and which checks lack what; null where all could look. */
export const WhatChecksLack = z.object({ noWarnings: z.string(), notLogged: z.string().nullable() });
