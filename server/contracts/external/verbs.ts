import type { EvaluationProtocol } from "../../../workers/protocol/events.ts";
import type { Params } from "../../../workers/protocol/manifest.ts";
import type { ArtifactVerbs } from "./artifacts.ts";
import type { LoggedProtocol } from "./logged-protocol.ts";
import type { LoggedMedium } from "./media.ts";
import type { LoggedTable } from "./logged-table.ts";

/**
 * What every wire of a foreign logger is translated to. A wire reads its client's requests and calls these; none of them
 * refuses data that can be stored, and what is sent again changes nothing.
 */
export interface ExternalVerbs {
  /** Finds the run this token's project knows by the client's own key, or makes it. */
  open(wanted: ExternalRun): OpenedRun;
  /** A run by the client's key, made by this token's project; null where there is none, or it was deleted. */
  find(place: ExternalPlace): OpenedRun | null;
  /** A run by the id that `open` answered: for clients that know no other; null where this token's project has none. */
  read(runId: string): KnownRun | null;
  /** The runs of a place, newest first, those made before `before` alone; deleted ones left out. Read as they are taken. */
  list(experiment: string, before?: number | null): Iterable<KnownRun>;
  /** What all runs of a place are called, newest first; read as they are taken, and little of each. */
  called(experiment: string): Iterable<CalledRun>;
  /** The places of this token's project, newest first. */
  places(): readonly string[];
  /** Points of one metric in the order of their steps, for clients that read back: at most `most`, from the `from`th on. */
  points(runId: string, metric: string, part: { from: number; most: number }): readonly ExternalPoint[];
  /** Rows of a run as its client logged them, ascending, joined from the points of its metrics. */
  rows(runId: string, asked: RowsAsked): readonly ReadRow[];
  /** The point with the greatest step of each metric of a run, or of those that are named. */
  latest(runId: string, metrics?: readonly string[] | null): Readonly<Record<string, ExternalPoint>>;
  /** The same of many runs at once, by run. */
  latestOf(
    runIds: readonly string[],
    metrics: readonly string[],
  ): ReadonlyMap<string, Readonly<Record<string, ExternalPoint>>>;
  /** Adds to what is on record of a run: what is given replaces what was there under the same name. */
  describe(runId: string, facts: Partial<ExternalFacts>): void;
  /** Stores the rows of one writer from `offset` on; rows that are stored already are left out. Answers the next offset. */
  log(runId: string, batch: LoggedRows): number;
  /** Does the same; a promise where the rows bring so many new metrics that others are served in between. */
  logInTurns(runId: string, batch: LoggedRows): number | Promise<number>;
  /** Text of the console. What is before `offset` is stored already: bytes, or whole lines where the client counts those. */
  print(
    runId: string,
    printed: { writer: string; offset: number; unit?: "bytes" | "lines"; text: string },
  ): void;
  /** A file by its path, as it came; null where it is larger than what is kept. */
  keepFile(
    runId: string,
    file: { path: string; type: string | null; bytes: Uint8Array },
  ): void | Promise<void>;
  /** The files of a run that are kept, and one of them: for clients that add to a file which they sent before. */
  listFiles(runId: string): readonly { path: string; bytes: number }[];
  readFile(runId: string, path: string): Uint8Array | null;
  artifacts: ArtifactVerbs;
  /** Histograms, and what files of the run are: by key and step. Told before the rows of the same message. */
  keepMedia(runId: string, media: readonly LoggedMedium[], writer: string): void;
  /** Completions with their rewards, in the order in which they stand in their groups. */
  keepRollouts(runId: string, rollouts: readonly Rollout[]): void;
  /** Groups that were kept before it was known in which phase they were drawn. */
  moveGroups(
    runId: string,
    groups: readonly Pick<Rollout, "step" | "group">[],
    phase: "train" | "eval",
  ): void;
  /** Outcomes by problem, so that two runs can be compared problem by problem. */
  keepEvaluation(runId: string, evaluation: ExternalEvaluation): void | Promise<void>;
  /** Sentences for the run page: alerts of the client, or what was parked and why. One whose id is known is left out. */
  say(runId: string, ...notes: readonly Note[]): void;
  /** The client is alive: the run's, or one of the processes that write into it. */
  hear(runId: string, writer?: string): void;
  /** One of the processes that write into a run stops; what became of the run another one tells. */
  leave(runId: string, writer: string): void;
  /** The end as it is told: a client's claim, or witnessed by the process that started it, which wins over claims. */
  end(runId: string, told: ExternalEnd): void;
  /** Whether a person pressed Stop and the client has to be told. */
  isStopAsked(runId: string): boolean;
}

export interface Note {
  level: "info" | "warning";
  message: string;
  /** Of an alert: said again under the same id it is left out, and under another it is said, whatever its words. */
  id?: string;
  /** The client called alert(): it is said among the alerts of the bench too. */
  alert?: { title: string; text: string; level: "info" | "warning" | "problem" };
}

export interface ExternalEnd {
  state: "finished" | "failed" | "killed";
  exitCode: number | null;
  reason: string | null;
  /** When it ended by its client's clock, ms since the epoch; absent where the client does not say. */
  endedAt?: number | null;
  /** Which of the processes that write into the run ended, where its client tells them apart: the run ends with the last. */
  writer?: string;
  /** Which process was seen to end, and how; absent where it is only the client's word. */
  witness?: ExternalWitness | null;
}

/** The process that `ablab run` started and waited for: pid, kernel start time and boot are one process of all there were. */
export interface ExternalWitness {
  host: string;
  pid: number;
  start: string;
  boot: string;
  user: string | null;
  signal: string | null;
  /** "terminal" or "page" where somebody asked for the end. */
  askedBy: string | null;
  /** ms since the epoch. */
  startedAt: number;
  endedAt: number;
}

/** Where a client puts its run: its own words, at most 200 characters each. */
export interface ExternalPlace {
  /** wandb and trackio: project; MLflow: experiment. Becomes an experiment of the token's project. */
  experiment: string;
  /** The client's key of the run, unique inside that place. */
  key: string;
}

/** What is on record of a run from outside. */
export interface ExternalFacts {
  name: string | null;
  group: string | null;
  jobType: string | null;
  tags: readonly string[];
  notes: string | null;
  /** Flat: nested keys are joined by "."; texts, numbers and booleans, others as JSON text. */
  config: Params;
  /** Where, with what and from which code: host, program, command, commit, packages; shown as it came. */
  environment: Readonly<Record<string, string>>;
  /** Last values as the client sums them up, where they are not those of the curves. */
  summary: Readonly<Record<string, number | string | boolean | null>>;
  /** Metric -> the metric that is its x, as the client defined it ("*" for all). */
  axes: Readonly<Record<string, string>>;
}

export interface ExternalRun extends ExternalPlace, Partial<ExternalFacts> {
  /** "wandb 0.31.0": the client and its version. */
  client: string;
  /** Who opened it: a key of a process where several write into one run. */
  writer: string;
  /** What to do with a run that is there: go on with it, or make another of the same key where the client says it is new. */
  resume: "allow" | "must" | "never";
  /** The client says that the run goes on, also where it cannot tell this process from the one before. */
  goesOn?: boolean;
  /** When it began by its client's clock, ms since the epoch; absent where the client does not say. */
  startedAt?: number | null;
  /** The name was made up, of a command: it never takes the place of one that a logger or a person said. */
  nameIsMade?: boolean;
  /** Where a witness began it, and under which key: the run is moved to the place that its program names. */
  begunAs?: ExternalPlace;
}

export interface OpenedRun {
  runId: string;
  created: boolean;
  name: string;
  facts: ExternalFacts;
  /** Rows of the given writer that are stored, and the greatest step any row had; null before the first. */
  rows: number;
  lastStep: number | null;
  ended: boolean;
}

/** A run as a client reads it back. */
export interface KnownRun extends OpenedRun, ExternalPlace {
  state: "running" | "finished" | "failed" | "killed";
  /** Of two runs the one that was made later has the greater. */
  order: number;
  /** When it came, ms since the epoch. */
  createdAt: number;
  /** When it began and ended by its own clock; null where nobody knows. */
  startedAt: number | null;
  endedAt: number | null;
}

export interface CalledRun {
  runId: string;
  key: string;
  name: string;
  /** ms since the epoch. */
  createdAt: number;
}

export interface ExternalPoint {
  step: number;
  /** ms since the epoch; null where the client did not say. */
  at: number | null;
  value: number;
}

/** Which rows are read back. */
export interface RowsAsked {
  /** Null: all but those of the machine. */
  metrics: readonly string[] | null;
  /** Steps from one, up to and without another; null is open. */
  from: number | null;
  to: number | null;
  /** At most so many, evenly spread; null: all. */
  samples: number | null;
  /** Only rows that have every metric. */
  hasAll: boolean;
}

export interface ReadRow {
  step: number;
  /** ms since the epoch; null where the client did not say. */
  at: number | null;
  values: Readonly<Record<string, number>>;
}

export interface LoggedRows {
  /** Which of several writers of the run, and which of its streams ("history", "system"). */
  writer: string;
  stream: "history" | "system";
  /** Number of the first row in this stream of this writer, from 0; null where the wire has no numbers and row ids stand in. */
  offset: number | null;
  /** With `offset` null: one id per row; an id that is known is left out. */
  ids?: readonly string[];
  table: LoggedTable;
  /** The process that sends these rows, where it numbers some of them apart from others; else the writer is one. */
  process?: string;
  /** Rows that come after an end were logged after it. */
  isInOrder?: boolean;
  /** Rows that another process may have sent before, as those of a folder that is sent again: what is there is left out. */
  isResent?: boolean;
  /** The client says that several processes write into the run at once, each counting from its own start. */
  isShared?: boolean;
}

/** One turn of a prompt or a completion. */
export interface Turn {
  role: string;
  text: string;
  reward?: number | null;
}

export interface Rollout {
  step: number;
  /** What makes completions one group: the client's id, or the prompt and its place in the batch. */
  group: string;
  /** Place in the group, from 0. */
  place: number;
  prompt: readonly Turn[];
  completion: readonly Turn[];
  /** By reward function, as the client names them. */
  rewards: Readonly<Record<string, number | null>>;
  /** The reward that was trained on; null where only its parts are known. */
  reward: number | null;
  advantage: number | null;
  /** Tokens. */
  length: number | null;
  truncated: boolean | null;
  stopReason: string | null;
  epoch: number | null;
  phase: "train" | "eval" | null;
  /** Other columns as they came. */
  extra: Readonly<Record<string, string | number | boolean | null>>;
}

export interface ExternalEvaluation {
  /** Name of the problem set, and of this measurement inside the run. */
  benchmark: string;
  key: string;
  step: number;
  final: boolean;
  /** By problem: its id, whether it was solved, a score, and what it cost. */
  rows: readonly EvaluatedProblem[];
  /** How it was made, part by part, as far as the client says so. */
  logged?: LoggedProtocol;
  /** How it was sampled; absent where the client says nothing of it. */
  protocol?: EvaluationProtocol;
  /** When it was made, ms since the epoch; absent where the client does not say: with its arrival. */
  at?: number | null;
  /** Versions of the policy that its rows name; absent where they name none. */
  policies?: string[] | null;
}

export interface EvaluatedProblem {
  problem: string;
  solved: boolean;
  score: number | null;
  steps: number | null;
  /** Its kind, where it is known. */
  type?: string;
  /** The problem of a registered benchmark that it is; absent: it is known by its id alone. */
  hash?: string;
  /** Packed counts of what its episode named. */
  diagnosis?: number[] | null;
  passAt1?: number | null;
  /** What else a pack measures, by its columns. */
  measures?: Readonly<Record<string, number>>;
}
