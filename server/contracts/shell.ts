/** What the sidebar shows on every page. */
export interface ShellCounts {
  project: string;
  runs: number;
  running: number;
  queued: number;
  unreachable: number;
  experiments: number;
  benchmarks: number;
  /** Of the latest runs those that a rule cautions about or objects to; null while the rules have not looked at all of them. */
  objecting: number | null;
  /** The last points are stored and no page shows them, because nothing can be written to the data directory. */
  lacksPoints: boolean;
  workers: { name: string; busy: number; slots: number; online: boolean }[];
}
