import type { Limit } from "./limit.ts";
import { MOST_IMPORT_FILES } from "../imports/wanted-files.ts";

const MIB = 1024 * 1024;

/** What one request may take, whatever its path. */
export const REQUEST_LIMITS = {
  head: {
    what: "The head of a request",
    most: 16 * 1024,
    unit: "bytes",
    status: 431,
    advice: "Send fewer or shorter headers.",
  },
  headTime: {
    what: "The head of a request",
    most: 10_000,
    unit: "ms",
    status: 408,
    advice: "Send it at once.",
  },
  time: {
    what: "A request",
    most: 60_000,
    unit: "ms",
    status: 408,
    advice: "Send less at once.",
  },
} as const satisfies Record<string, Limit>;

/** The share of one token among all who bring runs. Whoever is refused by it sends the same again. */
export const SHARE_LIMITS = {
  bytes: {
    what: "What one token has under way",
    most: 128 * MIB,
    unit: "bytes",
    status: 503,
    advice: "Send the same again in a second.",
  },
  allBytes: {
    what: "What all tokens have under way",
    most: 256 * MIB,
    unit: "bytes",
    status: 503,
    advice: "Send the same again in a second.",
  },
  waiting: {
    what: "The queue of one token",
    most: 64,
    unit: ["request", "requests"],
    status: 503,
    advice: "Send the same again in a second.",
  },
} as const satisfies Record<string, Limit>;

export const PAGE_LIMITS = {
  body: {
    what: "A request body of a page or a command",
    most: MIB,
    unit: "bytes",
    status: 413,
    advice: "Send it in parts.",
  },
  batch: {
    what: "A batch of a page",
    most: 20,
    unit: ["question", "questions"],
    status: 400,
    advice: "Send several batches.",
  },
} as const satisfies Record<string, Limit>;

/** What many ask for at once is answered one after the other, and whoever waits holds what came with it. */
export const QUEUE_LIMITS = {
  questions: {
    what: "The queue of questions over all runs",
    most: 64,
    unit: ["question", "questions"],
    status: 503,
    advice: "Ask again in a few seconds.",
  },
  seats: {
    what: "The queue of long answers",
    most: 64,
    unit: ["answer", "answers"],
    status: 503,
    advice: "Ask again in a few seconds.",
  },
} as const satisfies Record<string, Limit>;

/** An upload of a benchmark, a folder or a recipe, as it is held until it is registered. */
export const UPLOAD_LIMITS = {
  characters: {
    what: "An upload",
    most: 256 * 1024 * 1024,
    unit: ["character", "characters"],
    status: 413,
    advice: "Send less at once; nothing of it was kept.",
  },
  files: {
    what: "An upload",
    most: 20_000,
    unit: ["file", "files"],
    status: 413,
    advice: "Send fewer at once; nothing of it was kept.",
  },
} as const satisfies Record<string, Limit>;

/** Files that were sent for an import, as they lie on disk until it is done. */
export const IMPORT_LIMITS = {
  bytes: {
    what: "The files of an import",
    most: 4 * 1024 * MIB,
    unit: "bytes",
    status: 413,
    advice: "Import less at once; nothing of it was kept.",
  },
  files: {
    what: "An import",
    most: MOST_IMPORT_FILES,
    unit: ["file", "files"],
    status: 413,
    advice: "Import fewer at once; nothing of it was kept.",
  },
} as const satisfies Record<string, Limit>;

export const WORKER_LIMITS = {
  body: {
    what: "A request of a worker",
    most: 8 * MIB,
    unit: "bytes",
    status: 413,
    advice: "Send events in smaller batches.",
  },
} as const satisfies Record<string, Limit>;
