import { z } from "zod";

/**
 * How runs from outside reach the server by our own clients (`clients/python`, the witness, whoever reads folders). All
 * requests go below `INGEST_BASE` with `Authorization: Bearer <ingest token>`; `content-encoding: gzip` goes with each.
 *
 *   POST /runs          `WantedRun`                          -> `OpenedAnswer`; the same again finds the same run
 *   POST /facts         `RunFacts`                           adds to what is on record
 *   POST /rows          `RowLine` a line, or the binary form -> {"acked": number of the next row}
 *   POST /evaluations   `EvaluationLine` a line
 *   POST /rollouts      `GroupLine` a line
 *   POST /alerts        `AlertLine` a line
 *   POST /media         `MediaLine` a line: a histogram, or what a file is that was sent by /files
 *   POST /files         the file as it is, its path in ?path=, its type in content-type
 *   POST /output        UTF-8 text, number of its first byte in ?offset= -> {"acked": number of the next byte}
 *   POST /heartbeat     nothing
 *   POST /finish        `FinishWord`
 *
 * All but /runs name their run by ?experiment=&key= and who writes by &writer=. An answer is {"acked", "stop"}: `stop` is
 * true once a person pressed Stop. Lines are NDJSON; rows are numbered by each writer from 0, in `n` of a line or, in the
 * binary form, from ?first=. What is known by its number, key or id is left out, so that sending again is always safe.
 *
 *   400, 413, 415   cannot be read at all: no use to send it again; halve it, then set it aside
 *   401, 403        the token opens nothing (any more): keep what there is, ask again seldom
 *   404             the run is not there (yet, or any more): POST /runs, then the same again
 *   other           not now; send the same again after a pause
 *
 * The binary form is the one of `points-binary.ts` with columns of equal length: row i takes the i-th value of each, the
 * x of the first column is its step. It has no names for x, so its axes are said by /facts.
 */
export const INGEST_BASE = "/api/ingest/v1";

/** How a process finds the server and its run. The token comes in a file, because environments are printed and inherited. */
export const INGEST_VARIABLES = {
  url: "ABLAB_URL",
  token: "ABLAB_INGEST_TOKEN",
  tokenFile: "ABLAB_INGEST_TOKEN_FILE",
  experiment: "ABLAB_EXPERIMENT",
  key: "ABLAB_RUN_KEY",
  /**
   * Set by a witness: it sends the end and passes on Stop, so the program inside does neither. "1", and behind a comma each of
   * "experiment" and "name" that a person gave to the witness, where the program's own word does not count.
   */
  witnessed: "ABLAB_WITNESSED",
} as const;

export const INGEST_TYPES = {
  json: "application/json",
  lines: "application/x-ndjson",
  binary: "application/vnd.ablab.points",
  bytes: "application/octet-stream",
} as const;

export const INGEST_LIMITS = {
  /** As sent, and again after decompression. */
  bodyBytes: 16 * 1024 * 1024,
  /** UTF-16 code units of a name, a key or a tag; longer ones are cut. */
  word: 200,
  text: 20_000,
  tags: 100,
} as const;

/** How long one request waits for its answer, ms. */
const ANSWER_MS = 30_000;

/**
 * A request of this wire as `fetch` takes it. Redirects are refused, because a token must not go elsewhere, and an answer that
 * does not come is no answer.
 */
export function ingestRequest(
  to: { server: string; token: string; verb: string; query: Record<string, string> },
  { type, body }: { type: string; body: string | Uint8Array<ArrayBuffer> },
): [address: string, request: RequestInit] {
  const address = `${to.server}${INGEST_BASE}/${to.verb}?${new URLSearchParams(to.query).toString()}`;
  const headers = { authorization: `Bearer ${to.token}`, "content-type": type };
  const signal = AbortSignal.timeout(ANSWER_MS);
  return [address, { method: "POST", redirect: "error", headers, body, signal }];
}

const { word, text, tags } = INGEST_LIMITS;

/** What is odd becomes null or empty instead of refusing the rest. */
const cut = (most: number) => z.string().overwrite((given) => given.slice(0, most));
const Word = cut(word).nullable().catch(null);
const optional = <T extends z.ZodType>(type: T) => type.optional();
/** Any JSON; nested keys are joined by ".". */
const Tree = z.record(z.string(), z.unknown()).catch({});

/** What is on record of a run; what is absent stays as it was. */
export const RunFacts = z.object({
  name: optional(Word),
  group: optional(Word),
  jobType: optional(Word),
  tags: optional(z.array(cut(word)).max(tags).catch([])),
  notes: optional(cut(text).nullable().catch(null)),
  config: optional(Tree),
  environment: optional(z.record(z.string(), z.unknown()).catch({})),
  summary: optional(Tree),
  /** Metric, or "*" for all -> the metric that is its x. */
  axes: optional(z.record(z.string(), cut(word)).catch({})),
});
export type RunFacts = z.input<typeof RunFacts>;

/** A run that a client opens. `writer` is the process that numbers its rows; several may write into one run. */
export const WantedRun = RunFacts.extend({
  client: cut(word).catch("unknown client"),
  experiment: z.string(),
  key: z.string(),
  writer: z.string(),
  resume: z.enum(["allow", "must", "never"]).catch("allow"),
  /** Nobody said this name: it stands only where the run has none yet. */
  nameIsMade: optional(z.boolean().catch(false)),
  /** The experiment under which a witness began the run of this key: it is this run, wherever its program puts it. */
  witnessedAs: optional(z.string().catch("")),
});
export type WantedRun = z.input<typeof WantedRun>;

/** What a run's end is. With `witness` it was seen by the process that started it; without, it is the client's word. */
export const FinishWord = z.object({
  state: z.enum(["finished", "failed", "killed"]).catch("finished"),
  exitCode: z.number().int().nullable().catch(null),
  reason: cut(2000).nullable().catch(null),
  witness: z
    .object({
      host: cut(word),
      pid: z.number().int(),
      /** The kernel's start time of that process: with pid and boot it is one process of all there ever were. */
      start: cut(word),
      boot: cut(word),
      user: cut(word).nullable().catch(null),
      signal: cut(word).nullable().catch(null),
      /** Who asked for the end: "terminal", "page", or null where nobody did. */
      askedBy: cut(word).nullable().catch(null),
      startedAt: z.number().catch(0),
      endedAt: z.number().catch(0),
    })
    .nullable()
    .catch(null),
});
export type FinishWord = z.input<typeof FinishWord>;

/** A number, or one of "NaN", "Infinity", "-Infinity". What is neither is kept beside the curves or parked, and said. */
const Logged = z.unknown();

/** One row of metrics. `at` is in ms since the epoch. */
export const RowLine = z.object({
  n: z.number().int().min(0),
  step: z.number().nullable(),
  at: z.number().nullable(),
  values: z.record(z.string(), Logged),
});
export type RowLine = z.input<typeof RowLine>;

const Numbers = z.array(z.union([z.number(), z.string(), z.boolean(), z.null()]));
/** A text, or the turns of a conversation. */
const Said = z.union([
  z.string(),
  z.array(
    z.looseObject({ role: z.string(), content: z.unknown(), reward: z.number().nullable().optional() }),
  ),
]);

/** Completions of one prompt; every list has one entry for each of them. */
export const GroupLine = z.object({
  step: z.number().nullable(),
  key: z.string(),
  prompt: Said,
  completions: z.array(Said),
  /** By reward function. */
  rewards: z.record(z.string(), Numbers),
  reward: Numbers.nullable(),
  advantages: Numbers.nullable(),
  lengths: Numbers.nullable(),
  truncated: Numbers.nullable(),
  stopReasons: Numbers.nullable(),
  epoch: z.number().nullable(),
  phase: z.enum(["train", "eval"]).nullable(),
  extra: z.record(z.string(), Numbers),
  /** Place of each in its group, where these are not all of it from the first on. */
  places: z.array(z.number().int().min(0)).optional(),
});
export type GroupLine = z.input<typeof GroupLine>;

/** Outcomes by problem. `key` names this measurement inside the run. */
export const EvaluationLine = z.object({
  benchmark: z.string(),
  key: z.string(),
  step: z.number().nullable(),
  final: z.boolean(),
  /** temperature, top_p, n, max_tokens, system_prompt (its hash), judge, judge_version, seed: what makes values comparable. */
  protocol: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  rows: z.array(
    z.object({
      problem: z.union([z.string(), z.number()]),
      solved: z.union([z.boolean(), z.number()]),
      score: z.union([z.number(), z.string()]).nullable().optional(),
      steps: z.number().nullable().optional(),
    }),
  ),
});
export type EvaluationLine = z.input<typeof EvaluationLine>;

/** What a line of media may be. */
export const MEDIA_LINE_KINDS = [
  "histogram",
  "image",
  "html",
  "audio",
  "video",
  "plotly",
  "table",
  "file",
] as const;

/** A histogram by its numbers, or a file by its path, under a key and at a step. */
export const MediaLine = z.object({
  kind: z.enum(MEDIA_LINE_KINDS),
  key: z.string(),
  /** Null: where the writer's rows are. */
  step: z.number().nullable(),
  /** ms since the epoch. */
  at: z.number().nullable().optional(),
  /** Place among those that were logged together under this key. */
  place: z.number().int().min(0).optional(),
  path: z.string().nullable().optional(),
  caption: z.string().nullable().optional(),
  /** Of a histogram: one edge more than counts. */
  edges: Numbers.nullable().optional(),
  counts: Numbers.nullable().optional(),
});
export type MediaLine = z.input<typeof MediaLine>;

export const AlertLine = z.object({
  id: z.string(),
  level: z.enum(["info", "warn", "error"]),
  title: z.string(),
  text: z.string(),
});
export type AlertLine = z.input<typeof AlertLine>;

export const IngestAnswer = z.object({
  /** The next row or byte, or how many lines were taken. */
  acked: z.number().int(),
  /** Lines that could not be read, and are said on the run's page. */
  parked: z.number().int(),
  stop: z.boolean(),
});
export type IngestAnswer = z.infer<typeof IngestAnswer>;

export const OpenedAnswer = z.object({
  run: z.string(),
  url: z.string(),
  name: z.string(),
  created: z.boolean(),
  /** The next row of this writer. */
  rows: z.number().int(),
  lastStep: z.number().nullable(),
  ended: z.boolean(),
  stop: z.boolean(),
});
export type OpenedAnswer = z.infer<typeof OpenedAnswer>;

/** What is sent to each address that takes JSON; the lines of those that take lines. */
export const INGEST_BODIES = {
  runs: WantedRun,
  facts: RunFacts,
  rows: RowLine,
  evaluations: EvaluationLine,
  rollouts: GroupLine,
  alerts: AlertLine,
  finish: FinishWord,
};
