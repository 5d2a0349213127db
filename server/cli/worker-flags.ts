/**
 * What keeps the bridge under its memory budget: it holds little, so its young generation stays small, and no optimising
 * compiler keeps code in memory for a program that mostly waits.
 */
export const WORKER_FLAGS = [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=1",
  "--max-old-space-size=64",
  "--liftoff-only",
  "--no-concurrent-recompilation",
];
