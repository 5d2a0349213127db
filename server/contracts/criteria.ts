import type { Criterion } from "../../workers/protocol/manifest.ts";

/** What the seeds of a configuration reached of one criterion. */
export interface Judged {
  /** Mean over the seeds that have a value. */
  actual: number | null;
  /** Seeds with a value, and those of them that are on the right side of the target. */
  n: number;
  met: number;
}

/** The criteria that the recipes of an experiment wrote down, and what its configurations reached of each. */
export interface CriteriaTable {
  cells: { cell: string; config: string }[];
  rows: (Criterion & { title: string; unit: string; definition: string; judged: Judged[] })[];
}
