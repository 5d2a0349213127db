import type { ClaimVerdict } from "./claim-verdict.ts";

/**
 * Verdicts as a version of Ablab gave them: by metric, by the first run of each configuration; that of the baseline is left out.
 * A later version may group and name configurations otherwise, runs stay.
 */
export type StoredVerdicts = Record<string, Record<string, ClaimVerdict>>;

/** A verdict that this version gives otherwise than the one before it, over the same runs. */
export interface ChangedVerdict {
  metric: string;
  title: string;
  /** What the configuration is called. */
  config: string;
  /** The run by which it is known. */
  runId: string;
  before: ClaimVerdict;
  now: ClaimVerdict;
}

export interface ChangedVerdicts {
  changes: ChangedVerdict[];
  /** When the version before worked them out, in Unix ms. */
  beforeAt: number;
}
