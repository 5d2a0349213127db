import type { CurveRuns } from "#server/contracts/curves.ts";
import { isTrainingReward } from "#server/contracts/metrics.ts";
import type { CurveScene } from "./curve-scene.ts";

const NAMED = 4;

/** The rule that forbids to rank the lines of a panel, and why. */
export interface NotRankable {
  rule: "C01" | "C02" | "C03";
  why: string;
}

const isEvaluation = (metric: string): boolean => metric.startsWith("eval/");

function named(kinds: readonly { words: string; runs: number }[]): string {
  const words = kinds
    .slice(0, NAMED)
    .map(({ words, runs }) => `${words} (${runs} ${runs === 1 ? "run" : "runs"})`);
  return `${words.join("; ")}${kinds.length > NAMED ? `; and ${kinds.length - NAMED} others` : ""}.`;
}

function byReward(rewards: CurveRuns["rewards"]): NotRankable | null {
  if (rewards.length < 2) return null;
  const why = `${rewards.length} reward functions: their training rewards are on different scales and not ranked. ${named(rewards)}`;
  return { rule: "C01", why };
}

function byMeasuring(ways: CurveRuns["ways"]): NotRankable | null {
  if (ways.length < 2 && ways.every(({ problems }) => problems !== null)) return null;
  const why = `Measured in ${ways.length === 1 ? "several" : ways.length} ways: on other problems or by another protocol these values are other quantities and not ranked. ${named(ways)}`;
  return { rule: new Set(ways.map(({ problems }) => problems)).size > 1 ? "C02" : "C03", why };
}

/**
 * Why the lines of some runs may not be ranked in a metric; null where they may. Training rewards of different formulas are on
 * different scales (rule C01), evaluations on different problems (C02) or by different protocols (C03) different quantities. Where
 * the page does not know all of the runs, it goes by all that are told of.
 */
export function whyNotRanked(
  metric: string,
  { data, runs }: Pick<CurveScene, "runs"> & { data: Pick<CurveRuns, "rewards" | "ways"> },
  drawn: readonly string[],
): NotRankable | null {
  const known = drawn.flatMap((id) => runs.get(id) ?? []);
  const isAll = known.length < drawn.length;
  if (isTrainingReward(metric))
    return byReward(
      data.rewards.filter(({ hash }) => isAll || known.some(({ rewardHash }) => rewardHash === hash)),
    );
  if (isEvaluation(metric))
    return byMeasuring(data.ways.filter((one) => isAll || known.some(({ way }) => way === one.way)));
  return null;
}
