import { z } from "zod";
import { TALLY_LENGTH } from "../../packs/repair/diagnosis.ts";
import { LabelReportEvent, LabelsEvent, PrmReportEvent } from "./label-events.ts";
import { MAX_WEIGHTS_TEXT, NetworkShape } from "./network.ts";
import { FailuresEvent } from "./failures.ts";
import { severityNow } from "./severities.ts";
import { ProblemsEvent } from "./problems-event.ts";
import { StageEvent } from "./stage-event.ts";

/**
 * What a trainer says, one JSON object per line of events.ndjson. The line number is the event's `seq`, from 1.
 * JSON has no NaN or infinity, so a non-finite number travels as one of three words and stays what it was.
 */
export const WireNumber = z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity"])]);
export type WireNumber = z.infer<typeof WireNumber>;

/** A float as it travels. Round trip with `fromWire` is exact, -0 and NaN included as values (payload bits are not). */
export function toWire(value: number): WireNumber {
  if (Number.isFinite(value)) return value;
  return Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

/** The inverse of `toWire`. */
export function fromWire(value: WireNumber): number {
  return typeof value === "number" ? value : Number(value);
}

const TrainStep = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const nullableNumber = z.number().nullable();

/**
 * Values of one train step. `x` is the step unless the metric has an axis of its own (SFT epoch). A name may be any text: the
 * server leaves out what no metric may be called (`names.ts`), says so, and keeps the other values.
 */
export const PointsEvent = z.object({
  t: z.literal("points"),
  step: TrainStep,
  at: z.number().int(),
  values: z.record(z.string(), WireNumber),
});

/** Where the trainer is, for a progress bar and an honest "ends about". */
export const ProgressEvent = z.object({
  t: z.literal("progress"),
  at: z.number().int(),
  phase: z.string().max(80),
  step: z.number().int().min(0),
  total: z.number().int().min(0),
});

const NoteLevel = z.preprocess(severityNow, z.enum(["info", "warning"]));

/** A sentence the run page must show, for instance that integer models were relaxed. */
export const NoteEvent = z.object({
  t: z.literal("note"),
  at: z.number().int(),
  level: NoteLevel,
  message: z.string().max(2000),
});

/**
 * A weight vector a run made, by content: what it started from (a twin: before its start moved), its policy at the end, or the process reward model it
 * trained. Where `data` comes with it, later runs can start from it.
 */
export const ArtifactEvent = z.object({
  t: z.literal("artifact"),
  at: z.number().int(),
  kind: z.enum(["start_weights", "weights", "prm"]),
  step: TrainStep,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().min(0),
  network: NetworkShape.optional(),
  /** Base64 of the parameters, little-endian float32. */
  data: z.base64().max(MAX_WEIGHTS_TEXT).optional(),
});
export type ArtifactEvent = z.infer<typeof ArtifactEvent>;

/** One problem of a population, in the order its index is used by evaluations of the same attempt. */
export const PopulationProblem = z.object({
  key: z.string().min(1).max(200),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  type: z.string().max(40),
  level: z.string().max(16),
  rows: z.number().int().min(0),
  cols: z.number().int().min(0),
  integers: z.number().int().min(0),
  /** Number of injected faults whose accepted elements are known; 0 means da.root is not defined here. */
  faults: z.number().int().min(0),
});
export type PopulationProblem = z.infer<typeof PopulationProblem>;

/** Problems a policy is measured on (role held_out) or trained on (train); `hash` is sha256 over their sorted content hashes. */
export const PopulationEvent = z.object({
  t: z.literal("population"),
  at: z.number().int(),
  role: z.enum(["train", "held_out", "demonstrated"]),
  name: z.string().min(1).max(200),
  source: z.enum(["generated", "benchmark"]),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  relaxed: z.boolean(),
  problems: z.array(PopulationProblem).max(20_000),
});
export type PopulationEvent = z.infer<typeof PopulationEvent>;

/** How a policy was decoded; two evaluations are comparable only when these are equal. */
export const EvaluationProtocol = z.object({
  decoding: z.enum(["greedy", "sampled"]),
  temperature: z.number(),
  maxSteps: z.number().int().min(1),
  observation: z.string().max(80),
  evalSeed: z.number().int(),
  daDefinition: z.string().max(80),
  /** Where each row is the best of several sampled episodes by a process reward model, known by the hash of its weights. */
  rerank: z
    .object({ samples: z.number().int().min(2), use: z.string().max(40), prm: z.string().max(80) })
    .optional(),
  /** Where each row is a program: how many more were drawn beside it for pass@k, and at which temperature. */
  programs: z.object({ samples: z.number().int().min(0), temperature: z.number() }).optional(),
  /** What a client from outside says of it, part by part, in place of all above. */
  logged: z.record(z.string().max(40), z.string().max(200)).optional(),
});
export type EvaluationProtocol = z.infer<typeof EvaluationProtocol>;

const share = z.number().min(0).max(1).nullable().optional();

/** What an evaluation says of a program beside whether it solves its problem. */
const ProgramOutcome = z.object({
  /** Share of the hidden cases that passed. */
  passed: share,
  /** Unbiased estimates of pass@1 and pass@8 from programs sampled for this problem; null where too few were. */
  passAt1: share,
  passAt8: share,
});

/** Outcome of one episode of an evaluation. `i` points into the held-out population of the attempt. */
export const EvaluationRow = z.object({
  i: z.number().int().min(0),
  solved: z.boolean(),
  /** Steps the episode took, solved or not. */
  steps: z.number().int().min(0),
  /** Optimality preservation; null where the problem was not solved. */
  op: nullableNumber,
  /** da.root; null where no injected fault is known. */
  da: nullableNumber,
  /** null where an import does not say what was injected. */
  clean: z.boolean().nullable(),
  /** For integer models of a final evaluation: does the repaired integer model really have a solution? */
  confirmed: z.boolean().nullable(),
  ...ProgramOutcome.shape,
  /** Where the episode is the best of several sampled ones: the share of them that is solved at step 5 or earlier. */
  sampledAt5: share,
  /** What else a pack measures, by its columns. */
  measures: z.record(z.string().max(40), z.number()).optional(),
  /** What the episode named, for every definition of DA (`packTally`); trainers of before did not count it. */
  diagnosis: z.array(z.number().int().min(0)).length(TALLY_LENGTH).optional(),
});
export type EvaluationRow = z.infer<typeof EvaluationRow>;

export const EvaluationEvent = z.object({
  t: z.literal("evaluation"),
  at: z.number().int(),
  key: z.string().min(1).max(80),
  step: TrainStep,
  final: z.boolean(),
  populationHash: z.string().regex(/^[0-9a-f]{64}$/),
  protocol: EvaluationProtocol,
  rows: z.array(EvaluationRow).max(20_000),
});
export type EvaluationEvent = z.infer<typeof EvaluationEvent>;

/** One action of an episode with the state around it. IIS members are element names of the problem's model. */
export const EpisodeStep = z.object({
  action: z.enum([
    "DIAGNOSE",
    "RELAX_SMALL",
    "RELAX_LARGE",
    "DROP",
    "UPDATE_BOUNDS",
    "GET_IIS",
    "SUBMIT",
    "CHECK",
  ]),
  target: z.string().max(200).nullable(),
  /** Solver status after the action. */
  status: z.enum(["INFEASIBLE", "OPTIMAL"]),
  /** IIS of the model by one deterministic cold solve; null where it was not computed. */
  iisBefore: z.array(z.string().max(200)).max(400).nullable(),
  iisAfter: z.array(z.string().max(200)).max(400).nullable(),
});
export type EpisodeStep = z.infer<typeof EpisodeStep>;

/** Episodes of an evaluation that was sent before with the same key. */
export const EpisodesEvent = z.object({
  t: z.literal("episodes"),
  at: z.number().int(),
  key: z.string().min(1).max(80),
  episodes: z.array(z.object({ i: z.number().int().min(0), steps: z.array(EpisodeStep).max(400) })).max(500),
});
export type EpisodesEvent = z.infer<typeof EpisodesEvent>;

/** A sample of training groups: the G shaped rewards of some prompts at one step. */
export const GroupsEvent = z.object({
  t: z.literal("groups"),
  at: z.number().int(),
  step: TrainStep,
  drawn: z.number().int().min(0),
  groups: z.array(z.object({ key: z.string().max(200), rewards: z.array(WireNumber).max(256) })).max(256),
});
export type GroupsEvent = z.infer<typeof GroupsEvent>;

/** Completions of some groups with their texts, to be read; of training, or of an evaluation at that step. */
export const TextsEvent = z.object({
  t: z.literal("texts"),
  at: z.number().int(),
  phase: z.enum(["train", "eval"]),
  step: TrainStep,
  groups: z
    .array(
      z.object({
        key: z.string().min(1).max(200),
        prompt: z.string().max(20_000),
        completions: z
          .array(
            z.object({
              text: z.string().max(100_000),
              reward: z.number(),
              /** In the units of the policy: productions, tokens. */
              length: z.number().int().min(0),
              truncated: z.boolean(),
              /** In a word: how it ended. */
              ending: z.string().max(40),
              /** What the reward was made from. */
              rewards: z.record(z.string().max(40), z.number()),
              error: z.string().max(400).optional(),
            }),
          )
          .max(256),
      }),
    )
    .max(500),
});
export type TextsEvent = z.infer<typeof TextsEvent>;

export const TrainerEvent = z.discriminatedUnion("t", [
  PointsEvent,
  ProgressEvent,
  NoteEvent,
  ArtifactEvent,
  PopulationEvent,
  EvaluationEvent,
  EpisodesEvent,
  GroupsEvent,
  TextsEvent,
  StageEvent,
  LabelsEvent,
  LabelReportEvent,
  PrmReportEvent,
  ProblemsEvent,
  FailuresEvent,
]);
export type TrainerEvent = z.infer<typeof TrainerEvent>;
