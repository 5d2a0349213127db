import type { Limit } from "./limit.ts";

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

export const WORKER_LIMITS = {
  body: {
    what: "A request of a worker",
    most: 8 * MIB,
    unit: "bytes",
    status: 413,
    advice: "Send events in smaller batches.",
  },
} as const satisfies Record<string, Limit>;
