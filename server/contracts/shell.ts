import type { ProjectName } from "./housekeeping/projects.ts";
import type { DeclaredMetric } from "../../workers/protocol/recipes/recipe-file.ts";

/** What the sidebar shows on every page, and what every page needs to name metrics. */
export interface ShellCounts {
  /** The project that the page shows; null: all of them, or an address names none that there is. */
  project: (ProjectName & { recipe: string | null }) | null;
  /** That there is none of the slug that the address names, and which there are; null where there is, or it names none. */
  noProject: string | null;
  /** Those that are not archived, and the one that is shown. */
  projects: ProjectName[];
  /** Slug of the one that takes what goes into no other. */
  defaultProject: string;
  runs: number;
  running: number;
  queued: number;
  unreachable: number;
  experiments: number;
  benchmarks: number;
  /** Rules that caution about or object to some of the latest runs, once per experiment: the lines of the page of checks; null while the rules have not looked at all of them. */
  objecting: number | null;
  /** Alerts that nobody has read. */
  alerts: number;
  workers: { name: string; busy: number; slots: number; online: boolean }[];
  /** What scripts that can be launched say of the metrics that they send. */
  metrics: DeclaredMetric[];
}

/** What everybody should know of the data directory wherever they look: sentences, mostly none. */
export interface StorageState {
  cautions: string[];
}

/** The same beside every answer to the command line: a header with JSON in percent-encoding, absent where there is none. */
export const CAUTIONS_HEADER = "x-ablab-cautions";
