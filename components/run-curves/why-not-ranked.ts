import type { CurveRuns } from "#server/contracts/curves.ts";
import { SEVERAL, UNKNOWN } from "#server/contracts/measuring.ts";
import { isTrainingReward } from "#server/contracts/metrics.ts";
import type { CurveScene } from "./curve-scene.ts";

const NAMED = 4;

/** The rule that forbids to rank the lines of a panel, and why. */
export interface NotRankable {
  rule: "C01" | "C02" | "C03" | "C04";
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

/** Values of which for none is on record how they were measured have nothing that could differ; the page cannot tell. */
function byMeasuring(ways: CurveRuns["ways"]): NotRankable | null {
  const known = ways.filter(({ way }) => way !== UNKNOWN);
  const isOne = known.length === 1 && known[0].problems !== null;
  if (known.length === 0 || (isOne && ways.length === 1)) return null;
  const why = isOne
    ? "How some of these runs were measured is not on record, so their values may be other quantities and are not ranked."
    : `Measured in ${known.length === 1 ? "several" : known.length} ways: on other problems or by another protocol these values are other quantities and not ranked.`;
  const rule = new Set(ways.map(({ problems }) => problems)).size > 1 ? "C02" : "C03";
  return { rule, why: `${why} ${named(ways)}` };
}

function byDefinition(definitions: CurveRuns["definitions"]): NotRankable | null {
  if (definitions.length < 2 && definitions[0]?.definition !== SEVERAL) return null;
  const why = `DA by ${definitions.length === 1 ? "several" : definitions.length} definitions: these values are other quantities under one name and not ranked. ${named(definitions)}`;
  return { rule: "C04", why };
}

/**
 * Why the lines of some runs may not be ranked in a metric; null where they may. Training rewards of different formulas are on
 * different scales (rule C01), evaluations on different problems (C02) or by different protocols (C03) different quantities, as DA by another definition (C04) is. Where
 * the page does not know all of the runs, it goes by all that are told of.
 */
export function whyNotRanked(
  metric: string,
  { data, runs }: Pick<CurveScene, "runs"> & { data: Pick<CurveRuns, "rewards" | "ways" | "definitions"> },
  drawn: readonly string[],
): NotRankable | null {
  const known = drawn.flatMap((id) => runs.get(id) ?? []);
  const isAll = known.length < drawn.length;
  if (isTrainingReward(metric))
    return byReward(
      data.rewards.filter(({ hash }) => isAll || known.some(({ rewardHash }) => rewardHash === hash)),
    );
  if (!isEvaluation(metric)) return null;
  const ways = data.ways.filter((one) => isAll || known.some(({ way }) => way === one.way));
  const definitions = data.definitions.filter(
    (one) => isAll || known.some(({ definition }) => definition === one.definition),
  );
  return byMeasuring(ways) ?? (metric === "eval/da" ? byDefinition(definitions) : null);
}
