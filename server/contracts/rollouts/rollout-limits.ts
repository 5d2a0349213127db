/** How much of groups and completions is kept, and how much is asked for at once. */
export const ROLLOUT_LIMITS = {
  /** Bytes of UTF-8 of one completion or prompt that are kept. */
  textBytes: 1_048_576,
  /** Characters of a group's key; a longer one is cut and keeps a digest of its whole. */
  key: 200,
  /** Turns of one text; what follows is part of the last one. */
  turns: 1000,
  /** Reward functions and other columns of a completion, and characters of one such value or of its name. */
  columns: 64,
  value: 2000,
  name: 100,
  /** Characters of a text on one page. */
  page: 4000,
  /** Groups in a list, completions in a list. */
  groups: 50,
  listed: 50,
  /** Texts that one answer of a search holds, and characters around a hit. */
  found: 50,
  around: 60,
  /** Characters of what is looked for. */
  search: 200,
  /** Bars of a histogram. */
  bars: 16,
} as const;

export const ROLLOUT_PHASES = ["train", "eval"] as const;
export type RolloutPhase = (typeof ROLLOUT_PHASES)[number];

/** Orders of the groups of a step. */
export const GROUP_ORDERS = ["spread", "mean", "key"] as const;
export type GroupOrder = (typeof GROUP_ORDERS)[number];

/**
 * Orders of completions. Surprise is the distance of a reward from the mean of its group, in standard deviations of that group
 * (ddof 1); 0 where all are equal.
 */
export const COMPLETION_ORDERS = ["place", "reward", "length", "surprise"] as const;
export type CompletionOrder = (typeof COMPLETION_ORDERS)[number];
