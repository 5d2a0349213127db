import type { CurveRuns, CurveStanding } from "#server/contracts/curves.ts";
import { isDefinedByProtocol, isEvaluationMetric, isTrainingReward } from "#server/contracts/metrics.ts";
import { countOf } from "#server/wording/counts.ts";

const NAMED = 4;

/** Why lines may not be ranked, and the rule that forbids it; null where there is no rule, since too little is known. */
export interface NotRankable {
  rule: "C01" | "C02" | "C03" | "C04" | null;
  why: string;
}

type Known = Pick<CurveRuns, "rewards" | "ways">;
type Runs = readonly CurveStanding[];

/** Kinds of runs, given the words for each run's: the commonest first, equally common ones by their words. */
function named(wordsOfRuns: readonly string[]): string {
  const kinds = [...Map.groupBy(wordsOfRuns, (words) => words)]
    .map(([words, { length: runs }]) => ({ words, runs }))
    .toSorted((a, b) => b.runs - a.runs || (a.words < b.words ? -1 : 1));
  const said = kinds.slice(0, NAMED).map(({ words, runs }) => `${words} (${countOf(runs, "run")})`);
  const others = kinds.length - NAMED;
  return `${said.join("; ")}${others > 0 ? `; and ${countOf(others, "other")}` : ""}.`;
}

function byReward(runs: Runs, { rewards }: Known): NotRankable | null {
  const functions = new Set(runs.map(({ reward }) => reward)).size;
  if (functions < 2) return null;
  return {
    rule: "C01",
    why: `${functions} reward functions: their training rewards are on different scales and not ranked. ${named(runs.map(({ reward }) => rewards[reward]))}`,
  };
}

const isUnsure = (run: CurveStanding, metric: string): boolean =>
  run.way === null || run.unrecorded.includes(metric);

/** Each run by how it was measured, in words. */
const measuredWords = (runs: Runs, { ways }: Known, metric: string): string[] =>
  runs.map((run) => {
    if (run.way === null) return "not on record";
    return `${ways[run.way].words}${isUnsure(run, metric) ? ", partly not on record" : ""}`;
  });

const kindsOf = (runs: Runs, { ways }: Known) => [
  ...new Set(runs.flatMap(({ way }) => (way === null ? [] : ways[way]))),
];

function byMeasuring(runs: Runs, known: Known, metric: string): NotRankable | null {
  const kinds = kindsOf(runs, known);
  const isSeveral = kinds.some(({ several }) => several);
  if (kinds.length < 2 && !isSeveral) return null;
  return {
    rule: new Set(kinds.flatMap(({ problems }) => problems)).size > 1 ? "C02" : "C03",
    why: `Measured in ${isSeveral ? "several" : kinds.length} ways: on other problems or by another protocol these values are other quantities and not ranked. ${named(measuredWords(runs, known, metric))}`,
  };
}

function byDefinition(runs: Runs): NotRankable | null {
  const definitions = new Set(runs.flatMap((run) => run.definitions)).size;
  if (definitions < 2) return null;
  const said = runs.map((run) => run.definitions.join(" and ") || "not on record");
  return {
    rule: "C04",
    why: `DA by ${definitions} definitions: these values are other quantities under one name and not ranked. ${named(said)}`,
  };
}

/** Where it is on record of no run how it was measured, nothing tells whether they differ: that is no reason. */
function byRecord(runs: Runs, known: Known, metric: string): NotRankable | null {
  const isKnown = kindsOf(runs, known).length > 0;
  if (!isKnown || runs.length < 2 || !runs.some((run) => isUnsure(run, metric))) return null;
  return {
    rule: null,
    why: `How some of these values were measured is not on record, so they may be other quantities and are not ranked. ${named(measuredWords(runs, known, metric))}`,
  };
}

/**
 * Why the lines of these runs, all of which have values of a metric, may not be ranked in it; null where they may. Training
 * rewards of different formulas are on different scales (rule C01), evaluations on different problems (C02) or by different
 * protocols (C03) different quantities, as DA by another definition (C04) is.
 */
export function whyNotRanked(metric: string, known: Known, runs: Runs): NotRankable | null {
  if (isTrainingReward(metric)) return byReward(runs, known);
  if (!isEvaluationMetric(metric)) return null;
  return (
    byMeasuring(runs, known, metric) ??
    (isDefinedByProtocol(metric) ? byDefinition(runs) : null) ??
    byRecord(runs, known, metric)
  );
}
