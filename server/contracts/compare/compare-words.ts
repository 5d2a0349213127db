/** Most evaluations that stand side by side; beyond them colours and columns stop telling them apart. */
export const MAX_SIDES = 10;
/** Metrics of runs side by side in one answer; the others come page by page. */
export const METRICS_AT_ONCE = 50;
/** RR@k is drawn for k from 1 to this. */
export const CURVE_STEPS = 20;

/** Which problems a list of differing ones holds. */
export const PROBLEM_FILTERS = ["flipped", "gained", "lost", "steps"] as const;
export type ProblemFilter = (typeof PROBLEM_FILTERS)[number];

/** What stands before "problems" for the part of a run's problems that was measured. */
export const PART_WORDS = { train: "train", held_out: "held-out" } as const;
