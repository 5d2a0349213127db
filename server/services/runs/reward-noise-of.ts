import type { RunRecord } from "#db/queries/runs.ts";
import { rewardNoise } from "../../stats/reward-noise.ts";

/** The spread that a run's injected reward noise shows alone, in reward points. */
export interface RunNoise {
  withinGroupSd: number;
  pooledSd: number;
  groupSize: number;
}

const unitSd = new Map<number, number>();

/** Expected within-group sd of one uniform jitter with pooled sd 1; other widths are multiples of it. */
function ofUnit(groupSize: number): number {
  const known = unitSd.get(groupSize);
  if (known !== undefined) return known;
  const { withinGroupSd } = rewardNoise([Math.sqrt(3)], groupSize);
  unitSd.set(groupSize, withinGroupSd);
  return withinGroupSd;
}

/**
 * What the injected noise of a run's reward shows alone, in groups of its size; null where there is none, or no group size is
 * known. A reward configuration says the noise's pooled sd, so it is taken as one uniform jitter; several jitters with that sd
 * show 1.5 % less at G = 4.
 */
export function rewardNoiseOf(run: Pick<RunRecord, "rewardConfig" | "params">): RunNoise | null {
  const pooledSd = run.rewardConfig.noiseFloor;
  const groupSize = Number(run.params.group_size);
  if (!(pooledSd > 0) || !Number.isInteger(groupSize) || groupSize < 2) return null;
  return { pooledSd, groupSize, withinGroupSd: pooledSd * ofUnit(groupSize) };
}
