/**
 * Topics of live ticks. A tick says that something changed, never what it is now: the page asks again for what it shows.
 */
export const topics = {
  run: (id: string) => `run:${id}`,
  experiment: (id: string) => `experiment:${id}`,
  runs: "runs",
  experiments: "experiments",
  workers: "workers",
  benchmarks: "benchmarks",
  /** Sent alone when a browser was away for longer than ticks are kept. */
  everything: "*",
} as const;

export interface Tick {
  id: number;
  topics: string[];
}
