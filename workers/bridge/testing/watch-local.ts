import { openLocal } from "../executors/local/local.ts";
import type { RunDirectory } from "../run-directory.ts";
import { type Watch, watchJob } from "../watch.ts";

/** Follows the processes of a folder on this machine as a worker does. */
export const watchLocal = (directory: RunDirectory, attemptId: string): Watch =>
  watchJob(openLocal(), { key: `rl-${attemptId}-a1`, attemptId, directory });
