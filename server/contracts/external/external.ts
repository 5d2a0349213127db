import { z } from "zod";
import type { LeadShare } from "../rollouts/stage-of-run.ts";
import { ProjectScope } from "../housekeeping/projects.ts";
import { idSchema } from "../ids.ts";
import { nameSchema } from "../name-schema.ts";
import { STATED } from "./status-source.ts";
import { SentFile } from "./logged-things.ts";

/** Somebody's word about a run, with who and when. */
export const Statement = z.object({
  what: z.enum(STATED),
  text: z.string(),
  by: z.string(),
  at: z.number().int(),
});
export type Statement = z.infer<typeof Statement>;

const Value = z.union([z.number(), z.boolean(), z.string()]);

/** What a client told of its run, beside what every run has. */
export const ExternalDetail = z.object({
  client: z.string(),
  /** The client's own name of the run. */
  key: z.string(),
  /** The client's project. */
  place: z.string(),
  token: z.string(),
  group: z.string().nullable(),
  jobType: z.string().nullable(),
  tags: z.array(z.string()),
  notes: z.string().nullable(),
  environment: z.record(z.string(), z.string()),
  summary: z.record(z.string(), Value.nullable()),
  axes: z.record(z.string(), z.string()),
  files: z.array(SentFile),
  /** The key that its seed was read from; null where none is on record. */
  seedKey: z.string().nullable(),
  /** Keys of its configuration that do not say which configuration it is. */
  ignored: z.array(z.string()),
  statements: z.array(Statement),
  /** What it logged of how it evaluates, in words; null where that is nothing. */
  protocol: z.string().nullable(),
  /** The metrics that say most of it, with their last values. */
  headline: z.array(
    z.object({
      metric: z.string(),
      value: z.number().nullable(),
      x: z.number(),
      sharedX: z.number().int().optional().describe("values that share this x, where it is one of several"),
    }),
  ),
});
export type ExternalDetail = z.infer<typeof ExternalDetail>;

export const UsualMetricsInput = z.object({
  project: ProjectScope,
  experimentId: z.string().max(40).nullable(),
});
export const MainMetricsInput = z.object({ runIds: z.array(idSchema("run")).max(200) });

/** The metric that says most of a run, with its title: a list of runs does without the catalogue of all. */
export interface MainMetric {
  metric: string;
  title: string;
}

/** What a list of runs shows of runs from outside where nobody chose: the metrics that say most of those they sent. */
export interface UsualMetrics {
  external: string[];
  /** Whether runs of this bench are in the list as well. */
  hasOwn: boolean;
  /** What the evaluations of those are told by; none where no recipe of theirs measures a policy. */
  leads: LeadShare["metric"][];
}

/** Keys that may only name runs, and how many configurations there would be without them. */
export interface LeaveOutOffer {
  keys: string[];
  configurations: number;
}

/** How the runs of a client's project are put into configurations, and what is not on record of them. */
export interface ExternalPlaceDetail {
  place: string;
  runs: {
    id: string;
    name: string;
    statements: Statement[];
    protocol: string | null;
    hasEvaluation: boolean;
  }[];
  /** The keys that seeds were read from, with how many runs; runs without one. */
  seedKeys: { key: string; runs: number }[];
  withoutSeed: number;
  /** What was chosen: null tries the usual keys. */
  seedKey: string | null;
  ignoredKeys: string[];
  /** Keys in which the configurations differ. */
  differing: string[];
  /** Keys by which seeds of one configuration seem to be told apart; null where none are. */
  offer: LeaveOutOffer | null;
  /** Metrics of the table: chosen by somebody, or by what was sent. */
  metrics: string[];
  chosenMetrics: string[];
  /** Its configurations in the order in which they came, each with its first run, and that of the baseline. */
  cells: { label: string; runs: number; runId: string }[];
  baselineRun: string | null;
  /** Metrics that runs sent, at most a few hundred. */
  sent: string[];
}

/** A client's project and its own key of a run, as they stand in the address that the client prints. */
export const LinkInput = z.object({
  place: z.string().min(1).max(1000),
  key: z.string().min(1).max(1000).nullable(),
});
export type LinkInput = z.infer<typeof LinkInput>;

const Key = z.string().min(1).max(256);

export const CellRuleInput = z.object({
  experimentId: idSchema("experiment"),
  seedKey: Key.nullable(),
  ignoredKeys: z.array(Key).max(200),
  metrics: z.array(z.string().min(1).max(256)).max(8),
  /** A run whose configuration is the baseline from now on; null keeps the one there is. */
  baselineRun: idSchema("run").nullable().default(null),
});
export type CellRuleInput = z.input<typeof CellRuleInput>;

/** One statement about many runs; null takes it back. */
export const StatementInput = z.object({
  runIds: z.array(idSchema("run")).min(1).max(2000),
  what: z.enum(STATED),
  text: nameSchema({
    what: "A statement",
    most: 400,
    missing: "Say what it is, in words or by an address.",
  }).nullable(),
});
export type StatementInput = z.infer<typeof StatementInput>;
