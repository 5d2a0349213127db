import { fromWire } from "../../../workers/protocol/events.ts";
import { ROLLOUT_LIMITS } from "../../contracts/rollouts/rollout-limits.ts";
import { toDigits } from "../../numbers/round.ts";
import type { RewardBar, RewardRow } from "../../contracts/rollouts/rollouts.ts";

/** The reward as a number, null unless it is finite. */
export function finiteReward({ reward }: Pick<RewardRow, "reward">): number | null {
  const value = reward === null ? Number.NaN : fromWire(reward);
  return Number.isFinite(value) ? value : null;
}

export interface RewardSpread {
  /** Completions, and those with a finite reward, which all else is of. */
  n: number;
  rewarded: number;
  mean: number | null;
  /** ddof 1; null below two, 0 where all are equal. */
  sd: number | null;
  domain: [number, number] | null;
}

/** Mean, standard deviation (ddof 1) and range of rewards. */
export function describeRewards(rows: readonly RewardRow[]): RewardSpread {
  const values = rows.map(finiteReward).filter((value) => value !== null);
  const rewarded = values.length;
  if (rewarded === 0) return { n: rows.length, rewarded, mean: null, sd: null, domain: null };
  const min = values.reduce((a, b) => Math.min(a, b));
  const max = values.reduce((a, b) => Math.max(a, b));
  const mean = min === max ? min : values.reduce((sum, value) => sum + value / rewarded, 0);
  const squares = min === max ? 0 : values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const sd = rewarded < 2 ? null : Math.sqrt(squares / (rewarded - 1));
  return { n: rows.length, rewarded, mean, sd, domain: [min, max] };
}

/** z-score of a reward in its group, below 0 under the mean; 0 where all are equal, null where there is none. */
export function surpriseOf(row: RewardRow, { mean, sd }: Pick<RewardSpread, "mean" | "sd">): number | null {
  const reward = finiteReward(row);
  if (reward === null || mean === null || sd === null) return null;
  return sd === 0 ? 0 : (reward - mean) / sd;
}

const NICE = [1, 2, 2.5, 5, 10];

/** A round width that cuts the range into at most so many bars. */
function barWidth(range: number, most: number): number {
  const power = 10 ** Math.floor(Math.log10(range / most));
  return power * (NICE.find((nice) => range / (nice * power) <= most - 1) ?? 20);
}

/** Bars of equal, round width over all finite rewards. One value alone is one bar around it. */
export function rewardBars(rows: readonly RewardRow[]): RewardBar[] {
  const { domain } = describeRewards(rows);
  if (domain === null) return [];
  const [min, max] = domain;
  const largest = Math.max(Math.abs(min), Math.abs(max));
  // A range that is nothing beside its values has no round width.
  const isWide = Number.isFinite(max - min) && max - min > Math.max(1e-300, largest * 1e-9);
  const width = isWide ? barWidth(max - min, ROLLOUT_LIMITS.bars) : largest * 0.2 || 0.2;
  const first = Math.floor(min / width + 1e-9);
  const count = Math.floor(max / width + 1e-9) - first + 1;
  const edge = (i: number) => toDigits((first + i) * width, 12);
  const bars = Array.from({ length: count }, (_, i) => ({
    from: edge(i),
    to: edge(i + 1),
    n: 0,
    truncated: 0,
  }));
  for (const row of rows) {
    const reward = finiteReward(row);
    if (reward === null) continue;
    const bar = bars[Math.min(count - 1, Math.max(0, Math.floor(reward / width + 1e-9) - first))];
    bar.n += 1;
    if (row.truncated) bar.truncated += 1;
  }
  return bars;
}
