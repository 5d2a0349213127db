import { isDefinedByProtocol, isEvaluationMetric, isOfProblems, rewardPartOf } from "../contracts/metrics.ts";
import type { Identity, ValueOnRecord } from "../contracts/on-record.ts";
import { countOf, writeCount } from "../wording/counts.ts";
import { writeWhole } from "../wording/numbers.ts";
import { protocolFor } from "./on-record.ts";
import type { RuleInfo } from "./rule.ts";

/**
 * A respect in which two values must agree. Adding one to `COMPARABILITY_CRITERIA` is all: tables, comparisons, orders, curves and reports
 * judge by the list.
 */
export interface ComparabilityCriterion {
  info: RuleInfo & { brief: string };
  /**
   * "quantity": values that differ in it are other quantities, and nothing orders them. "treatment": they are values of one
   * quantity, but the policies behind them differ in more than what was varied on purpose.
   */
  decides: "quantity" | "treatment";
  /** What it is about, as in "not on record: problems". */
  what: string;
  /** It is read off the evaluations behind a value. */
  ofEvaluations: boolean;
  severity: "error" | "warning";
  concerns(metric: string): boolean;
  /** What a value has in this respect, none where that is not on record; null where it has nothing that could differ. */
  held(value: ValueOnRecord, metric: string): readonly Identity[] | null;
  /** That the values of one side differ among themselves, in a sentence; left out where they are told as those of two. */
  within?(name: string, kinds: number, metric: string): string;
  /** That two sides differ, in a sentence. */
  between(own: string, base: string, metric: string): string;
  /** That so many kinds stand among some values, in a sentence. */
  among(kinds: number, metric: string): string;
}

const rewardFunction: ComparabilityCriterion = {
  info: {
    id: "C01",
    name: "Reward configuration differs",
    family: "comparability",
    formula:
      "sha256 of the canonical reward configuration equals the baseline's: components and weights for reward/raw, and for the shaped reward and its spread inside groups also shaping, noise and process rewards",
    threshold: "any difference, for a number made of training rewards",
    source: "a reported gain of +26.9 points was the same reward multiplied by 1.4 (38.8 x 1.4 = 54.3)",
    why: "Training rewards with different formulas are on different scales. Their difference says nothing about the policies, so they are not ranked.",
    action: "Compare by evaluation, or launch both with one reward configuration.",
    brief: "another reward",
  },
  decides: "quantity",
  what: "reward function",
  ofEvaluations: false,
  severity: "error",
  concerns: (metric) => rewardPartOf(metric) !== null,
  held({ reward }, metric) {
    const part = rewardPartOf(metric);
    if (reward === null || part === null) return null;
    return reward[part].key === "" ? [] : [reward[part]];
  },
  between: (own, base) => `${own} and ${base} have different reward functions.`,
  among: (kinds) => `${countOf(kinds, "reward function")}: their training rewards are on different scales.`,
};

const problems: ComparabilityCriterion = {
  info: {
    id: "C02",
    name: "Different problems",
    family: "comparability",
    formula:
      "sha256 over the sorted content hashes of the problems that an evaluation has rows for equals the baseline's, for every seed; where no rows came, the problems that somebody stated",
    threshold: "any difference; an evaluation that left some out is of other problems",
    source: "an evaluation of 500 problems was once compared with one of 4,162",
    why: "A share on other problems is another quantity: the mix of types and levels can move it more than a policy does. Such values are not ranked.",
    action: "Evaluate both on the same problems, or compare them on those they share.",
    brief: "other problems",
  },
  decides: "quantity",
  what: "problems",
  ofEvaluations: true,
  severity: "error",
  concerns: isOfProblems,
  // Rows say nothing of a value that another trainer computed by itself.
  held: ({ ways, statedProblems }, metric) =>
    isEvaluationMetric(metric) && ways.length > 0
      ? ways.map((way) => way.problems)
      : statedProblems
        ? [statedProblems]
        : [],
  between: (own, base) => `${own} and ${base} were not measured on the same problems.`,
  among: (kinds) =>
    `Measured on ${countOf(kinds, "set")} of problems: on other problems a value is another quantity.`,
};

const protocol: ComparabilityCriterion = {
  info: {
    id: "C03",
    name: "Different protocol",
    family: "comparability",
    formula:
      "decoding, temperature, step limit, observation and evaluation seed equal the baseline's, for every seed; for pass@k also how many programs were drawn, and at which temperature; of runs from outside temperature, top_p, n, max tokens, system prompt, judge with its version and evaluation seed, as far as they were logged or stated",
    threshold: "any difference",
    source: "published comparisons have mixed step limits of 5, 20 and 50",
    why: "A policy given more steps or another temperature solves another share without being a better policy. Such values are not ranked.",
    action: "Evaluate both under one protocol.",
    brief: "another protocol",
  },
  decides: "quantity",
  what: "protocol",
  ofEvaluations: true,
  severity: "error",
  concerns: isOfProblems,
  // What an evaluation does not say is what its run says of all its evaluations.
  held({ ways, runProtocol }, metric) {
    const ofRun = runProtocol ? [runProtocol] : [];
    if (!isEvaluationMetric(metric) || ways.length === 0) return ofRun;
    return ways.flatMap((way) => {
      const own = protocolFor(way, metric);
      return own.key === "" ? ofRun : [own];
    });
  },
  within: (name, kinds) =>
    `The seeds of ${name} were evaluated by ${countOf(kinds, "protocol")}, so their mean is of no one quantity.`,
  between: (own, base) => `${own} and ${base} were evaluated by different protocols.`,
  among: (kinds) =>
    `Measured by ${countOf(kinds, "protocol")}: by another protocol a value is another quantity.`,
};

const definition: ComparabilityCriterion = {
  info: {
    id: "C04",
    name: "Different definition",
    family: "comparability",
    formula: "the definition that an evaluation's protocol names equals the baseline's",
    threshold: "any difference, for a metric that protocols define",
    source:
      "three diagnosis accuracies with one name are in use: set recall, recall with duplicates, and Jaccard",
    why: "Two quantities under one name differ by their definition, not by the policies. Such values are not ranked.",
    action: "Recompute one of them from its episodes with the other's definition.",
    brief: "another definition",
  },
  decides: "quantity",
  what: "definition of DA",
  ofEvaluations: true,
  severity: "error",
  concerns: isDefinedByProtocol,
  held: ({ ways }) => ways.map((way) => way.definition),
  between: (own, base, metric) => `${metric} is defined differently in ${own} and ${base}.`,
  among: (kinds) =>
    `DA by ${countOf(kinds, "definition")}: these values are other quantities under one name.`,
};

const trainStep: ComparabilityCriterion = {
  info: {
    id: "C05",
    name: "Different final step",
    family: "comparability",
    formula:
      "the last train step of the run, whoever logged it, equals the baseline's; where nothing was logged in a rhythm, the time that a metric may be silent counts as trained; of a metric that ceased to be logged before the end its own last step counts",
    threshold: "any difference, between trainings with a reward",
    source: "a policy that trained longer has had more updates, whatever else was varied",
    why: "Runs that stopped at different steps differ by training time as well as by what was varied, so they are not ranked.",
    action: "Train both to the same step, or read the curves at a step that both have.",
    brief: "another train step",
  },
  decides: "treatment",
  what: "train step",
  ofEvaluations: false,
  severity: "error",
  concerns: () => true,
  // Without a training reward steps are epochs or nothing: no number of them equals an RL step.
  held: ({ reward, trainSteps, unseenSteps = 0 }) =>
    reward === null
      ? null
      : trainSteps.map((step) => ({
          key: unseenSteps === 0 ? String(step) : `${step}+${unseenSteps}`,
          words: `step ${writeWhole(step)}`,
          range: [step, step + unseenSteps],
        })),
  between: (own, base) => `${own} and ${base} ended at different train steps.`,
  among: (kinds) => `These values are of ${countOf(kinds, "different train step")}.`,
};

const start: ComparabilityCriterion = {
  info: {
    id: "C08",
    name: "Different start",
    family: "comparability",
    formula:
      "sha256 of the weights every run started from; of an A/A control, whose start moves by 1e-3 at most, those that it was moved from",
    threshold: "more than one value among the configuration and the baseline",
    source: "a comparison of training methods is one only from the same start",
    why: "A difference at the end can be one that the runs started with.",
    action: "Give both the same SFT parameters and the same sft_seed.",
    brief: "another start",
  },
  decides: "treatment",
  what: "start weights",
  ofEvaluations: false,
  severity: "warning",
  concerns: () => true,
  held: ({ startWeights }) => startWeights.map((hash) => ({ key: hash, words: hash.slice(0, 8) })),
  between: (own, base) => `${own} and ${base} did not start from the same weights.`,
  among: (kinds) => `These runs started from ${writeCount(kinds)} different weights.`,
};

const seenNames: ComparabilityCriterion = {
  info: {
    id: "C11",
    name: "Other names in sight",
    family: "comparability",
    formula:
      "names (neutral, original, random) of generated problems equal the baseline's, where observe_names shows them to the policy",
    threshold: "more than one among the configuration and the baseline",
    source:
      "a policy trained where names tell the fault repaired 10.2 points fewer problems cleanly on the same ones under random names",
    why: "The problems are the same under other names, so values pair. But a policy that sees the names reads another text: part of the difference can be the names.",
    action:
      "Measure both under one naming, or read the difference as what the names tell, where one policy is held against itself.",
    brief: "other names in sight",
  },
  decides: "treatment",
  what: "names in sight",
  ofEvaluations: false,
  severity: "warning",
  concerns: () => true,
  // Where a policy sees no names, renaming moves no number.
  held: ({ seenNames: names }) =>
    names.length === 0 ? null : names.map((one) => ({ key: one, words: `${one} names` })),
  between: (own, base) => `${own} and ${base} saw the problems under different names.`,
  among: (kinds) => `These policies saw the problems under ${writeCount(kinds)} kinds of names.`,
};

/** In the order in which a reader is told of them. */
export const COMPARABILITY_CRITERIA: readonly ComparabilityCriterion[] = [
  rewardFunction,
  problems,
  protocol,
  definition,
  trainStep,
  start,
  seenNames,
];
