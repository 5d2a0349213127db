/** What the sidebar shows on every page. */
export interface ShellCounts {
  project: string;
  runs: number;
  running: number;
  queued: number;
  unreachable: number;
  experiments: number;
  benchmarks: number;
  workers: { name: string; busy: number; slots: number; online: boolean }[];
}
