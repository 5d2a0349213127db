import type { CurveRuns, CurveStanding } from "#server/contracts/curves.ts";
import { SEVERAL } from "#server/contracts/measuring.ts";
import { isEvaluationMetric, isTrainingReward } from "#server/contracts/metrics.ts";

const NAMED = 4;

/** The rule that forbids to rank the lines of a panel, and why. */
export interface NotRankable {
  rule: "C01" | "C02" | "C03" | "C04";
  why: string;
}

type Known = Pick<CurveRuns, "standings" | "rewards" | "ways">;

/** Kinds of runs, given the words for each run's: the commonest first, equally common ones by their words. */
function named(wordsOfRuns: readonly string[]): string {
  const kinds = [...Map.groupBy(wordsOfRuns, (words) => words)]
    .map(([words, { length: runs }]) => ({ words, runs }))
    .toSorted((a, b) => b.runs - a.runs || (a.words < b.words ? -1 : 1));
  const said = kinds
    .slice(0, NAMED)
    .map(({ words, runs }) => `${words} (${runs} ${runs === 1 ? "run" : "runs"})`);
  const others = kinds.length - NAMED;
  return `${said.join("; ")}${others > 0 ? `; and ${others} ${others === 1 ? "other" : "others"}` : ""}.`;
}

function byReward(runs: readonly CurveStanding[], { rewards }: Known): NotRankable | null {
  const functions = new Set(runs.map(({ reward }) => reward)).size;
  if (functions < 2) return null;
  return {
    rule: "C01",
    why: `${functions} reward functions: their training rewards are on different scales and not ranked. ${named(runs.map(({ reward }) => rewards[reward]))}`,
  };
}

/** Values of which for none is on record how they were measured have nothing that could differ; the page cannot tell. */
function byMeasuring(runs: readonly CurveStanding[], { ways }: Known, metric: string): NotRankable | null {
  const unknown = runs.filter(({ unrecorded }) => unrecorded.includes(metric));
  const known = runs.flatMap(({ way, unrecorded }) =>
    way === null || unrecorded.includes(metric) ? [] : ways[way],
  );
  const kinds = [...new Set(known)];
  const isOne = kinds.length === 1 && !kinds[0].several;
  if (kinds.length === 0 || (isOne && unknown.length === 0)) return null;
  const said = named([...known.map(({ words }) => words), ...unknown.map(() => "not on record")]);
  if (isOne)
    return {
      rule: "C02",
      why: `How some of these runs were measured is not on record, so their values may be other quantities and are not ranked. ${said}`,
    };
  const many = kinds.some(({ several }) => several) ? "several" : kinds.length;
  return {
    rule: new Set(kinds.flatMap(({ problems }) => problems)).size > 1 ? "C02" : "C03",
    why: `Measured in ${many} ways: on other problems or by another protocol these values are other quantities and not ranked. ${said}`,
  };
}

function byDefinition(runs: readonly CurveStanding[]): NotRankable | null {
  const given = runs.flatMap(({ definition }) => definition ?? []);
  const definitions = new Set(given);
  if (definitions.size < 2 && !definitions.has(SEVERAL)) return null;
  const said = given.map((one) => (one === SEVERAL ? "several definitions" : one));
  const many = definitions.has(SEVERAL) ? "several" : definitions.size;
  return {
    rule: "C04",
    why: `DA by ${many} definitions: these values are other quantities under one name and not ranked. ${named(said)}`,
  };
}

/**
 * Why the lines of some runs may not be ranked in a metric; null where they may. Training rewards of different formulas are on
 * different scales (rule C01), evaluations on different problems (C02) or by different protocols (C03) different quantities, as
 * DA by another definition (C04) is.
 */
export function whyNotRanked(metric: string, known: Known, runIds: readonly string[]): NotRankable | null {
  const runs = runIds.flatMap((id) => known.standings[id] ?? []);
  if (isTrainingReward(metric)) return byReward(runs, known);
  if (!isEvaluationMetric(metric)) return null;
  return byMeasuring(runs, known, metric) ?? (metric === "eval/da" ? byDefinition(runs) : null);
}
