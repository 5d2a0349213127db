import { AttemptStory, Continuing, LeftFile } from "./attempts/continuing.ts";
import { z } from "zod";
import { ExitRecord } from "../../workers/protocol/exit.ts";
import { ARTIFACT_KINDS } from "../../workers/protocol/inputs.ts";
import { ProjectName, ProjectScope } from "./housekeeping/projects.ts";
import { STATUS_SOURCES, RUN_ORIGINS } from "./external/status-source.ts";
import { AuditLine } from "./rollouts/audit.ts";
import { FailureView } from "./rollouts/failures.ts";
import { EvaluationChart, EvaluationSummary } from "./evaluation-summary.ts";
import { StartModel } from "./published-start.ts";
import { LeadShare, StageOfRun } from "./rollouts/stage-of-run.ts";
import { Lineage } from "./launch/lineage.ts";
import { Finding, WhatChecksLack } from "./finding.ts";
import { LoggedThings } from "./external/logged-things.ts";
import { RunArrival } from "./external/run-arrival.ts";
import { ExternalDetail } from "./external/external.ts";
import { RUN_STATES } from "./run-lifecycle.ts";

const RunState = z.enum(RUN_STATES);
const RewardConfig = z.object({
  formula: z.string(),
  components: z.record(z.string(), z.number()),
  shaping: z.record(z.string(), z.number()),
  raw: z
    .object({
      formula: z.string(),
      components: z.record(z.string(), z.number()),
      min: z.number(),
      max: z.number(),
    })
    .optional(),
  min: z.number(),
  max: z.number(),
  noiseFloor: z.number(),
});
const Value = z.union([z.number(), z.boolean(), z.string()]);

/** Last value of a series with where it stands; `value` is null when the last point was not finite. */
export const LastValue = z.object({
  value: z.number().nullable(),
  kind: z.number().int(),
  x: z.number(),
  n: z.number().int(),
});
export type LastValue = z.infer<typeof LastValue>;

export const RunRow = z.object({
  id: z.string(),
  name: z.string(),
  label: z.string(),
  seed: z.number().int(),
  cell: z.string(),
  recipe: z.string(),
  experimentId: z.string(),
  experiment: z.string(),
  state: RunState,
  origin: z.enum(RUN_ORIGINS),
  /** Whose word the state is. */
  statusSource: z.enum(STATUS_SOURCES),
  stateAt: z.number().int(),
  /** One sentence: why it waits, or how it ended. */
  why: z.string(),
  worker: z.string().nullable(),
  attempt: z.number().int().nullable(),
  phase: z.string().nullable(),
  step: z.number().nullable(),
  plannedSteps: z.number().int(),
  plannedEpisodes: z.number().int(),
  queuedAt: z.number().int(),
  startedAt: z.number().int().nullable(),
  endedAt: z.number().int().nullable(),
  /** When it came, of a run from outside, whose times are its own; null for others. */
  arrival: RunArrival.nullable(),
  /** Of the metrics that this version knows; a run may send thousands, and the run table has them all. */
  last: z.record(z.string(), LastValue),
  /** Of its latest evaluation. */
  lead: LeadShare.extend({ trainStep: z.number().int(), final: z.boolean() }).nullable(),
  findings: z.array(Finding),
});
export type RunRow = z.infer<typeof RunRow>;

/** A run with something said against it. */
export interface ObjectingRun {
  id: string;
  name: string;
  experimentId: string;
  experiment: string;
  findings: Finding[];
}

export interface ObjectingRuns {
  runs: ObjectingRun[];
  /** Runs with so many points that their checks are still being computed. */
  pending: number;
  /** Runs that were looked at, the latest launches, and how many there are. */
  lookedAt: number;
  total: number;
}

export const RUN_LIST_STATES = ["all", "live", "waiting", "ended", "archived", ...RUN_STATES] as const;

export const ListRunsInput = z.object({
  project: ProjectScope,
  experimentId: z.string().max(40).nullable().default(null),
  state: z.enum(RUN_LIST_STATES).default("all"),
  search: z.string().max(200).default(""),
  limit: z.number().int().min(1).max(500).default(200),
  offset: z.number().int().min(0).default(0),
});
export type ListRunsInput = z.infer<typeof ListRunsInput>;

export const RunList = z.object({
  rows: z.array(RunRow),
  total: z.number().int(),
  counts: z.record(z.string(), z.number().int()),
});
export type RunList = z.infer<typeof RunList>;

/** Runs whose name, id or experiment has every word of a text. */
export const NamedRunsInput = z.object({
  project: ProjectScope,
  text: z.string().max(200),
  limit: z.number().int().min(1).max(100).default(40),
});
export type NamedRunsInput = z.infer<typeof NamedRunsInput>;

/** A run as far as a search names it. */
export interface NamedRun {
  id: string;
  name: string;
  experiment: string;
  state: z.infer<typeof RunState>;
}

export const AttemptDetail = z.object({
  id: z.string(),
  n: z.number().int(),
  state: RunState,
  worker: z.string(),
  host: z.string(),
  device: z.string().nullable(),
  pid: z.number().int().nullable(),
  pidStart: z.string().nullable(),
  bootId: z.string().nullable(),
  supervisorPid: z.number().int().nullable(),
  argv: z.array(z.string()).nullable(),
  claimedAt: z.number().int(),
  startedAt: z.number().int().nullable(),
  endedAt: z.number().int().nullable(),
  lastSeenAt: z.number().int(),
  stopRequestedAt: z.number().int().nullable(),
  stopRequestedBy: z.string().nullable(),
  exit: ExitRecord.nullable(),
  lastSeq: z.number().int(),
  logSize: z.number().int(),
  phase: z.string().nullable(),
  phaseStep: z.number().int().nullable(),
  phaseTotal: z.number().int().nullable(),
  rssMib: z.number().nullable(),
  cpuSeconds: z.number().nullable(),
  ...AttemptStory.shape,
});
export type AttemptDetail = z.infer<typeof AttemptDetail>;

export const StatusEventRow = z.object({
  id: z.number().int(),
  at: z.number().int(),
  attempt: z.number().int().nullable(),
  from: RunState.nullable(),
  to: RunState,
  actor: z.string(),
  /** The evidence in words. */
  proof: z.string(),
});
export type StatusEventRow = z.infer<typeof StatusEventRow>;

export const RunDetail = z.object({
  row: RunRow,
  project: ProjectName,
  /** The state in one sentence a person can repeat. */
  message: z.string(),
  recipeTitle: z.string(),
  recipeVersion: z.string(),
  params: z.record(z.string(), Value),
  changed: z.array(
    z.object({ name: z.string(), label: z.string(), from: Value.nullable(), to: Value.nullable() }),
  ),
  /** Null where there is nothing to compare it with: it is what others are compared with, or its recipe is not known here. */
  changedFrom: z.string().nullable(),
  rewardConfig: RewardConfig,
  rewardHash: z.string(),
  switchedOff: z.record(z.string(), z.string()),
  /** Metrics that are stored, and those the recipe says it will send. */
  metrics: z.array(z.string()),
  expected: z.array(z.string()),
  /** Metrics of which every point is 0, with how many points they have. */
  flat: z.record(z.string(), z.number().int()),
  /** The shaped reward, which the loss saw, is the raw one. */
  shapedIsRaw: z.boolean(),
  attempts: z.array(AttemptDetail),
  continuing: Continuing,
  files: z.array(LeftFile),
  events: z.array(StatusEventRow),
  notes: z.array(z.object({ at: z.number().int(), level: z.enum(["info", "warning"]), message: z.string() })),
  ...WhatChecksLack.shape,
  evaluations: z.array(EvaluationSummary),
  /** What is drawn of them, the metric that leads first; of none yet what this bench's own runs are measured on. */
  evaluationCharts: z.array(EvaluationChart),
  /** Null where it was not measured before the first train step. */
  start: StartModel.nullable(),
  /** On which problems its parameters have it measured. */
  measuredOn: z.enum(["train", "held_out"]),
  /** Of a curriculum, in order; empty where the run draws one level. */
  stages: z.array(StageOfRun),
  /** The part of a train step that takes most of its CPU time, in words; null where parts are not timed. */
  bottleneck: z.string().nullable(),
  artifacts: z.array(
    z.object({
      id: z.number().int(),
      kind: z.string(),
      attempt: z.number().int(),
      trainStep: z.number().int(),
      sha256: z.string(),
      bytes: z.number().int(),
      /** Whether its bytes are kept here. */
      kept: z.boolean(),
    }),
  ),
  lineage: Lineage,
  /** What it found in the episodes it was given; null for a run that looks at none. */
  failures: FailureView.nullable(),
  audit: AuditLine.nullable(),
  /** What its client told; null for a run that was launched here. */
  external: ExternalDetail.nullable(),
  logged: LoggedThings,
  command: z.array(z.string()),
  asOf: z.number().int(),
});
export type RunDetail = z.infer<typeof RunDetail>;

export const LogInput = z.object({
  attemptId: z.string().max(40),
  /** Byte offset to read from; null reads the tail. */
  from: z.number().int().min(0).nullable().default(null),
  maxBytes: z.number().int().min(1).max(262_144).default(65_536),
});
export type LogInput = z.infer<typeof LogInput>;

export const LogSlice = z.object({
  from: z.number().int(),
  to: z.number().int(),
  size: z.number().int(),
  text: z.string(),
});
export type LogSlice = z.infer<typeof LogSlice>;

export const OffersInput = z.object({
  kind: z.enum(ARTIFACT_KINDS),
  search: z.string().max(200).default(""),
});
export type OffersInput = z.input<typeof OffersInput>;

/** Something that can fill a slot: what a run has made, or will make once it has finished. */
export interface InputOffer {
  runId: string;
  runName: string;
  recipe: string;
  experiment: string;
  state: RunRow["state"];
  at: number;
  /** What it is, in words: which step, how many problems, how many labels. */
  facts: string;
  /** Why it cannot be taken, or null. */
  unusable: string | null;
}
