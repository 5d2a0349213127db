import { isOfProblems } from "../contracts/metrics.ts";
import type { Finding } from "../contracts/finding.ts";
import { countOf, listAnd, plural, writeCount, writeOf } from "../wording/counts.ts";
import { writeNumber } from "../wording/numbers.ts";
import { nameSeed, SEEDS_FOR_INTERVAL, writeSeeds } from "../wording/seeds.ts";
import { answerBudget, answersDiffer } from "./answer-budget.ts";
import { ofSeveralPolicies, severalPolicies } from "./several-policies.ts";
import { objection, type RuleInfo } from "./rule.ts";

/** How much stands behind a configuration. */
export interface Effort {
  config: string;
  /** Seeds with a finished run, those of them with a value of a metric, those whose run can still finish, and all that were launched. */
  seeds: number;
  seedsWith(metric: string): number;
  /** Seeds whose run repeats that of another seed point by point. */
  copies: readonly { seed: number; copyOf: number }[];
  /** Seeds with several final evaluations at one step whose values of a metric differ, in the order in which they were made. */
  repeatedFinals(metric: string): readonly { seed: number; values: readonly number[] }[];
  /** Seeds whose final evaluation was answered by several versions of the policy, with these. */
  severalPolicies: readonly { seed: number; policies: readonly string[] }[];
  underWay: number;
  planned: number;
  /** Somebody launched them by a plan; else they are what came. */
  wasPlanned: boolean;
  /** Several seeds of it measured the same to the digit: it makes no use of its seed (`seedMovesNothing`). */
  seedless: boolean;
  /** Drawn training episodes of a run, mean over seeds; null where none is known. */
  episodes: number | null;
  /** Mean tokens of an answer, mean over seeds; null where they were not logged. */
  answerTokens: number | null;
}

const RATIO = 1.1;

const rollouts: RuleInfo = {
  id: "C06",
  name: "Different rollout budget",
  family: "comparability",
  formula: "ratio of the drawn training episodes to the baseline's",
  threshold: `outside 1/${RATIO} to ${RATIO}`,
  source:
    "dynamic sampling draws two to four times the rollouts of the same number of steps (arXiv 2503.14476)",
  why: "A gain per train step can be a loss per rollout: the one with more rollouts had more to learn from, and cost more.",
  action: "Compare the curves over train episodes too, and say which of the two budgets was held equal.",
};

const fewSeeds: RuleInfo = {
  id: "C07",
  name: "Too few seeds",
  family: "comparability",
  formula: "number of seeds with a value of the metric, and of those whose run can still finish",
  threshold: `fewer than ${SEEDS_FOR_INTERVAL} in all, or fewer than planned; never where its seeds measured the same to the digit`,
  source: "with 2 seeds the half-width of a 95 % t interval is 9 standard deviations; with 1 there is none",
  why: "Runs that differ in nothing but the seed have different results. With too few seeds a better configuration looks like a lucky one, and there is no interval.",
  action: "Launch more seeds of both configurations.",
};

const repeatedFinals: RuleInfo = {
  id: "C13",
  name: "Repeated final evaluation",
  family: "comparability",
  formula: "values of the final evaluations of one run at one train step",
  threshold: "two that differ",
  source: "the best of three looks is above the mean of one even where nothing was learned",
  why: "An evaluation that is repeated until it is good counts by its luck. So the first one counts.",
  action: "Mark one evaluation as final, or average over several decodings within one.",
};

const copiedRuns: RuleInfo = {
  id: "C12",
  name: "Copied runs",
  family: "comparability",
  formula:
    "number, mean, extremes and ends of all series of two seeds of one configuration, times of the machine left out",
  threshold: "all equal",
  source: "two trainings with different seeds never agree in every digit of every curve",
  why: "The seed was not used, or one run was sent twice. Counted as several seeds they make an interval too narrow.",
  action: "Pass the seed to the script, or delete the copies. They count once.",
};

/** The rules of this chapter, for the page that explains them. */
export const EFFORT_RULES: readonly RuleInfo[] = [
  rollouts,
  fewSeeds,
  repeatedFinals,
  copiedRuns,
  answerBudget,
  severalPolicies,
];

function luckyFindings(effort: Effort, metric: string): Finding[] {
  const { config, copies } = effort;
  const repeated = effort.repeatedFinals(metric);
  return [
    ...(copies.length === 0
      ? []
      : [
          objection(copiedRuns, "warning", {
            metric,
            claim: `${countOf(copies.length, "seed")} of ${config} ${plural(copies.length, "is a copy", "are copies")} of another one and ${plural(copies.length, "counts", "count")} once.`,
            evidence: `${listAnd(copies.map(({ seed, copyOf }) => `${nameSeed(seed)} repeats ${nameSeed(copyOf)}`))}.`,
            a: config,
          }),
        ]),
    ...(repeated.length === 0
      ? []
      : [
          objection(repeatedFinals, "warning", {
            metric,
            claim: `${countOf(repeated.length, "seed")} of ${config} ${plural(repeated.length, "has", "have")} several final evaluations at one step; the first counts.`,
            evidence: `${listAnd(repeated.map(({ seed, values }) => `${nameSeed(seed)}: ${values.map((value) => writeNumber(value)).join(", ")}`))}.`,
            a: config,
          }),
        ]),
  ];
}

/** Notes where one drew many more training episodes than the other. */
export function rolloutsDiffer(
  cell: Pick<Effort, "config" | "episodes">,
  base: Pick<Effort, "config" | "episodes">,
  metric: string,
): Finding[] {
  if (!cell.episodes || !base.episodes) return [];
  const ratio = cell.episodes / base.episodes;
  if (ratio <= RATIO && ratio >= 1 / RATIO) return [];
  return [
    objection(rollouts, "info", {
      metric,
      claim: `${cell.config} drew ${writeNumber(ratio)} times the training episodes of ${base.config}.`,
      evidence: `${writeCount(cell.episodes)} against ${writeCount(base.episodes)} per run, mean over seeds.`,
      a: cell.config,
      b: base.config,
    }),
  ];
}

/**
 * Whether several seeds measured exactly the same, as players without learning do. `values`: by metric one value per seed, null
 * where there is none. Values at 0 or 1 show nothing: shares that seeds move end there too.
 */
export function seedMovesNothing(values: readonly (readonly (number | null)[])[]): boolean {
  const known = values
    .map((ofMetric) => ofMetric.filter((value) => value !== null))
    .filter((ofMetric) => ofMetric.length > 1);
  return (
    known.every((ofMetric) => ofMetric.every((value) => value === ofMetric[0])) &&
    known.some(([value]) => Number.isFinite(value) && value !== 0 && value !== 1)
  );
}

function seedsMissing(effort: Effort, metric: string): Finding[] {
  const { config, underWay, planned, wasPlanned } = effort;
  const seeds = effort.seedsWith(metric);
  // None of its finished runs sent the metric: it was not measured there, and more seeds would not be either.
  if (seeds === 0 && effort.seeds > 0) return [];
  const missing = planned - seeds - underWay;
  const all = seeds + underWay;
  if (effort.seedless || (all >= SEEDS_FOR_INTERVAL && missing <= 0)) return [];
  const has = `${config} has ${writeSeeds(seeds)}`;
  const going = underWay > 0 ? `, and ${writeCount(underWay)} can still finish` : "";
  return [
    objection(fewSeeds, "warning", {
      metric,
      claim:
        all < SEEDS_FOR_INTERVAL
          ? `${has}${going}: too few for an interval.`
          : `${has} of ${writeCount(planned)} ${wasPlanned ? "planned" : "that came"}${going}.`,
      evidence: wasPlanned
        ? `${writeOf(seeds, planned, "planned seed has", "planned seeds have")} a value${going}.`
        : `${writeOf(seeds, planned, "seed that came has", "seeds that came have")} a value${going}.`,
      a: config,
    }),
  ];
}

/** What the effort behind a configuration says beside the baseline's; the baseline is asked for its own seeds. */
export const effortFindings = (cell: Effort, base: Effort, metric: string): Finding[] => [
  ...(cell === base ? [] : rolloutsDiffer(cell, base, metric)),
  ...(cell === base || !isOfProblems(metric) ? [] : answersDiffer(cell, base, metric)),
  ...(isOfProblems(metric) ? ofSeveralPolicies(cell, metric) : []),
  ...seedsMissing(cell, metric),
  ...luckyFindings(cell, metric),
];
