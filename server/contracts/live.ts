/**
 * Topics of live ticks. A tick says that something changed, never what it is now: the page asks again for what it shows.
 */
export const topics = {
  run: (id: string) => `run:${id}`,
  runLog: (id: string) => `run:${id}:log`,
  experiment: (id: string) => `experiment:${id}`,
  experimentPoints: (id: string) => `experiment:${id}:points`,
  /** The list of runs or the state of one changed. */
  runs: "runs",
  /** Some run got points. */
  progress: "progress",
  experiments: "experiments",
  workers: "workers",
  benchmarks: "benchmarks",
  reports: "reports",
  /** Projects were made, renamed, archived or deleted, or something went from one to another. */
  projects: "projects",
  /** Ingest tokens, and which of them called. */
  tokens: "tokens",
  /** An alert fired or was read; a rule, a mute or a webhook changed. */
  alerts: "alerts",
  /** Sent alone when a browser was away for longer than ticks are kept. */
  everything: "*",
} as const;

/** The experiment that a topic is of; null for those of other things, and for that of its points. */
export function experimentOf(topic: string): string | null {
  const id = topic.slice(topics.experiment("").length);
  return topic === topics.experiment(id) && !id.includes(":") ? id : null;
}

/** What changed, as it is stored and told. */
export interface Change {
  topics: string[];
  /** Runs that got points, each with the highest x these reach: whoever shows them asks for what lies beyond its last point. */
  advanced: Record<string, number>;
}

export interface Tick extends Change {
  id: number;
}
