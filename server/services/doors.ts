/** What only the running process can do for a caller. Passed in, so that a verb or a test can do without. */
export interface Doors {
  /** A fresh one-time login link of this server. */
  createLoginLink(): string;
  version: string;
  homeDir: string;
  startedAt: number;
}
