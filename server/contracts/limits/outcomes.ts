import type { Limit } from "./limit.ts";

/** A group of completions is summed up anew with each part of it that arrives. */
export const GROUP_LIMITS = {
  completions: {
    what: "A line of completions",
    most: 10_000,
    unit: ["completion", "completions"],
    status: 200,
    advice: "Send them as several groups. The line is left out, and the run says so.",
  },
  characters: {
    what: "A completion with its prompt",
    most: 4_000_000,
    unit: ["character", "characters"],
    status: 200,
    advice: "Log it as a file. It is left out, and the run says so.",
  },
} as const satisfies Record<string, Limit>;
