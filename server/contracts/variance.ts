import { z } from "zod";
import type { CellPlace } from "./cell-place.ts";
import { ProjectScope } from "./housekeeping/projects.ts";
import { idSchema } from "./ids.ts";
import type { Finding } from "./finding.ts";

export const MAX_RUNS = 60;

export const VarianceInput = z.object({
  runIds: z.array(idSchema("run")).max(MAX_RUNS).default([]),
  experimentId: idSchema("experiment").nullable().default(null),
  /** Where nothing is asked for: of which project the newest experiment with groups is shown; null is all. */
  project: ProjectScope.default(null),
});
export type VarianceInput = z.infer<typeof VarianceInput>;

/** Why groups were dead over a stretch of training, as shares of all drawn groups that add up to 1. */
export interface DeadStretch {
  from: number;
  to: number;
  /** Steps of runs behind the means, and the runs they are of. */
  n: number;
  runs: number;
  solved: number;
  failed: number;
  /** Equal for another reason: zero - solved - failed, never below 0. */
  other: number;
  alive: number;
}

/** A configuration with what its reward can and cannot show. */
export interface VarianceCell {
  key: string;
  config: string;
  baseline: boolean;
  place: CellPlace;
  experimentId: string;
  experiment: string;
  recipe: string;
  seeds: number[];
  runIds: string[];
  /** Metrics its runs have sent, over whatever axis. */
  metrics: string[];
  formula: string;
  /** Identity of the reward: only spreads of one reward stand on one scale. */
  rewardHash: string;
  /** Between which values its rewards lie; null where it has no reward, or did not say. */
  min: number | null;
  max: number | null;
  groupSize: number | null;
  /** Expected within-group sd of the injected noise alone; null where none is injected. */
  noise: { withinGroupSd: number; pooledSd: number } | null;
  /** Largest sd a group of this size can have inside [min, max]; null where no group size is known. */
  reachable: number | null;
  dead: DeadStretch[];
  /** The axis of the share of dead groups where it was sent over another than the train step alone. */
  deadOver: string | null;
  findings: Finding[];
}

export interface Variance {
  cells: VarianceCell[];
  /** What stands between the spreads of the cells. */
  findings: Finding[];
  asOf: number;
}
