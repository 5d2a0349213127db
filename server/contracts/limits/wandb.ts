import type { Limit } from "./limit.ts";

/** Limits of the wandb adapter's stream of rows and of its files. The client's own messages stay below 10 MiB. */
export const STREAM_LIMITS = {
  body: {
    what: "A message of the wandb client",
    most: 16 * 1024 * 1024,
    unit: "bytes",
    status: 200,
    advice: "Log less at once. The run says that it was dropped.",
  },
  line: {
    what: "A line of the console of the wandb client",
    most: 256 * 1024,
    unit: ["character", "characters"],
    status: 200,
    advice: "Print shorter lines. What is beyond is dropped.",
  },
  others: {
    what: "A message of the wandb client",
    most: 100,
    unit: ["stream of another name", "streams of another name"],
    status: 200,
    advice: "Send fewer. The run says that further ones were dropped.",
  },
} as const satisfies Record<string, Limit>;

/** Each value beside the numbers costs some hundred bytes while it is kept, and the shortest is two. */
export const ASIDE_LIMITS = {
  values: {
    what: "A message of the wandb client",
    most: 50_000,
    unit: ["value that is no number", "values that are no numbers"],
    status: 200,
    advice: "Log them as a table. The run says that further ones were dropped.",
  },
} as const satisfies Record<string, Limit>;

export const WANDB_FILE_LIMITS = {
  body: {
    what: "A file of the wandb client",
    most: 64 * 1024 * 1024,
    unit: "bytes",
    status: 200,
    advice: "Keep it elsewhere. The run says that it was dropped.",
  },
} as const satisfies Record<string, Limit>;

/** Limits of the wandb adapter's GraphQL endpoint. The client's own queries stay below a tenth of each. */
export const GRAPHQL_LIMITS = {
  body: {
    what: "The body of a GraphQL request",
    most: 24 * 1024 * 1024,
    unit: "bytes",
    status: 200,
    advice: "Log large values as files.",
  },
  text: {
    what: "The text of a GraphQL query",
    most: 64 * 1024,
    unit: "bytes",
    status: 200,
    advice: "Pass values as variables.",
  },
  tokens: {
    what: "A GraphQL query",
    most: 5000,
    unit: ["token", "tokens"],
    status: 200,
    advice: "Send several queries.",
  },
  depth: {
    what: "A GraphQL query",
    most: 20,
    unit: ["level", "levels"],
    status: 200,
    advice: "Ask for fewer nested fields.",
  },
  selections: {
    what: "A GraphQL query, with its fragments expanded,",
    most: 2000,
    unit: ["field", "fields"],
    status: 200,
    advice: "Send several queries.",
  },
  aliases: {
    what: "A GraphQL query",
    most: 50,
    unit: ["alias", "aliases"],
    status: 200,
    advice: "Send several queries.",
  },
  cost: {
    what: "The result of a GraphQL query",
    most: 250_000,
    unit: ["weighted field", "weighted fields"],
    status: 200,
    advice: "Send several queries.",
  },
  list: {
    what: "A list in the variables of a GraphQL query",
    most: 10_000,
    unit: ["entry", "entries"],
    status: 200,
    advice: "Send the list in parts.",
  },
  values: {
    what: "The variables of a GraphQL query",
    most: 200_000,
    unit: ["value", "values"],
    status: 200,
    advice: "Send fewer at once.",
  },
  result: {
    what: "The text in the result of a GraphQL query",
    most: 32 * 1024 * 1024,
    unit: "bytes",
    status: 200,
    advice: "Ask for fewer runs at once.",
  },
} as const satisfies Record<string, Limit>;
