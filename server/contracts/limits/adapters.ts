import { INGEST_LIMITS } from "../../../workers/protocol/ingest.ts";
import { POINT_LIMITS } from "../../../workers/protocol/points.ts";
import type { Limit } from "./limit.ts";

const MIB = 1024 * 1024;

export const TRACKIO_LIMITS = {
  body: {
    what: "A request of the trackio client",
    most: 128 * MIB,
    unit: "bytes",
    status: 413,
    advice: "Log less at once.",
  },
  parts: {
    what: "An upload",
    most: 2000,
    unit: ["part", "parts"],
    status: 413,
    advice: "Send them in parts.",
  },
  files: {
    what: "An upload",
    most: 1000,
    unit: ["file", "files"],
    status: 413,
    advice: "Send them in parts.",
  },
} as const satisfies Record<string, Limit>;

/** A row of names that are made anew costs some hundred bytes for each: it is kept as a file and not drawn. */
export const ROW_LIMITS = {
  names: {
    what: "A row",
    most: 10_000,
    unit: ["metric", "metrics"],
    status: 200,
    advice: "Name metrics after what they are. The row is kept in the run's files.",
  },
} as const satisfies Record<string, Limit>;

/** What of JSON is read at once: while it is, the server answers nobody else, and a key costs ten times a number in a list. */
export const JSON_LIMITS = {
  bytes: {
    what: "JSON that is read at once",
    most: 24 * MIB,
    unit: "bytes",
    status: 400,
    advice: "Send it in parts, or as a file.",
  },
  values: {
    what: "JSON that is read at once",
    most: 800_000,
    unit: ["value", "values"],
    status: 400,
    advice: "Send it in parts.",
  },
  keys: {
    what: "JSON that is read at once",
    most: 60_000,
    unit: ["key", "keys"],
    status: 400,
    advice: "Send it in parts, or as a file.",
  },
} as const satisfies Record<string, Limit>;

export const MLFLOW_LIMITS = {
  body: {
    what: "A request of the MLflow client",
    most: JSON_LIMITS.bytes.most,
    unit: "bytes",
    status: 413,
    advice: "Log less at once.",
  },
  artifact: {
    what: "An artifact of the MLflow client",
    most: 64 * MIB,
    unit: "bytes",
    status: 200,
    advice: "Keep it elsewhere. The run says that it was dropped.",
  },
  params: {
    what: "A request of the MLflow client",
    most: 5000,
    unit: ["parameter", "parameters"],
    status: 200,
    advice: "Log them as an artifact. What is beyond is dropped.",
  },
  tags: {
    what: "A request of the MLflow client",
    most: 200,
    unit: ["tag", "tags"],
    status: 200,
    advice: "Set fewer at once. What is beyond is dropped.",
  },
  text: {
    what: "The text of a parameter",
    most: 8000,
    unit: ["character", "characters"],
    status: 200,
    advice: "Log it as an artifact. What is beyond is dropped.",
  },
  filter: {
    what: "A filter of a search",
    most: 10_000,
    unit: ["character", "characters"],
    status: 400,
    advice: "Ask for fewer conditions.",
  },
} as const satisfies Record<string, Limit>;

export const INGEST = {
  body: {
    what: "A body of our own client",
    most: INGEST_LIMITS.bodyBytes,
    unit: "bytes",
    status: 413,
    advice: "Send it in parts.",
  },
  rows: {
    what: "A body of rows",
    most: 500_000,
    unit: ["row", "rows"],
    status: 400,
    advice: "Send it in parts.",
  },
  parts: {
    what: "A body of rows",
    most: 1000,
    unit: ["place where row numbers jump", "places where row numbers jump"],
    status: 400,
    advice: "Send rows in their order.",
  },
} as const satisfies Record<string, Limit>;

/** What is said of a run: each sentence is a line on its page, and is looked at for secrets. */
export const NOTE_LIMITS = {
  notes: {
    what: "A request",
    most: 20,
    unit: ["note of what was left out", "notes of what was left out"],
    status: 200,
    advice: "Nothing has to be done; further ones are not said.",
  },
  alerts: {
    what: "A request",
    most: 1000,
    unit: ["alert", "alerts"],
    status: 200,
    advice: "Send fewer; a run keeps 200 of an attempt. Further ones are dropped.",
  },
  text: {
    what: "The text of an alert",
    most: 6000,
    unit: ["character", "characters"],
    status: 200,
    advice: "Log it as a file. What is beyond is dropped.",
  },
} as const satisfies Record<string, Limit>;

/** What is told of a run, as far as it is looked at: above what is kept, so that no secret is cut where it is kept. */
export const FACT_LIMITS = {
  config: {
    what: "The configuration of a run",
    most: 5200,
    unit: ["entry", "entries"],
    status: 200,
    advice: "Log it as a file. What is beyond is dropped.",
  },
  table: {
    what: "The summary or environment of a run",
    most: 2200,
    unit: ["entry", "entries"],
    status: 200,
    advice: "Log it as a file. What is beyond is dropped.",
  },
  name: {
    what: "The name of an entry",
    most: 4000,
    unit: ["character", "characters"],
    status: 200,
    advice: "Use a shorter name. What is beyond is dropped.",
  },
  text: {
    what: "The text of an entry",
    most: 8000,
    unit: ["character", "characters"],
    status: 200,
    advice: "Log it as a file. What is beyond is dropped.",
  },
  inAll: {
    what: "The texts of a configuration, summary or environment",
    most: 256 * 1024,
    unit: ["character", "characters"],
    status: 200,
    advice:
      "Log them as a file. Of texts beyond it the first 100 characters are kept, up to half as much again.",
  },
  tags: {
    what: "A run",
    most: 200,
    unit: ["tag", "tags"],
    status: 200,
    advice: "Set fewer. What is beyond is dropped.",
  },
  word: {
    what: "A name, group, job type or tag of a run",
    most: 400,
    unit: ["character", "characters"],
    status: 200,
    advice: "Use a shorter one. What is beyond is dropped.",
  },
  notes: {
    what: "The notes of a run",
    most: 40_000,
    unit: ["character", "characters"],
    status: 200,
    advice: "Log them as a file. What is beyond is dropped.",
  },
} as const satisfies Record<string, Limit>;

export const POINTS = {
  body: {
    what: "A body of points, as sent and unpacked,",
    most: POINT_LIMITS.bodyBytes,
    unit: "bytes",
    status: 413,
    advice: "Send it in parts.",
  },
  points: {
    what: "A body of points",
    most: POINT_LIMITS.pointsPerBody,
    unit: ["point", "points"],
    status: 413,
    advice: "Send it in parts.",
  },
  series: {
    what: "An attempt",
    most: POINT_LIMITS.seriesPerAttempt,
    unit: ["series", "series"],
    status: 422,
    advice: "Name metrics after what they are, not after steps.",
  },
  held: {
    what: "What one attempt has under way",
    most: 32 * MIB,
    unit: "bytes",
    status: 503,
    advice: "Send the same again in a second.",
  },
  allHeld: {
    what: "What all attempts have under way",
    most: 96 * MIB,
    unit: "bytes",
    status: 503,
    advice: "Send the same again in a second.",
  },
  name: {
    what: "The name of a metric",
    most: POINT_LIMITS.metricCharacters,
    unit: ["character", "characters"],
    status: 422,
    advice: "Use a shorter name.",
  },
} as const satisfies Record<string, Limit>;
