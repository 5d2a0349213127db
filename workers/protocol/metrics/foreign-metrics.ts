import type { MetricInfo } from "./metric-info.ts";
import { COST_TABLE } from "./foreign/costs.ts";
import { POLICY_TABLE } from "./foreign/policy.ts";
import { REWARD_TABLE } from "./foreign/rewards.ts";
import type { MetricName } from "./metrics.ts";

/**
 * What is known of a name that another trainer sends. One that is a quantity of ours has its title; any other keeps its name, so
 * that people find it again.
 */
export interface ForeignMetric extends Omit<MetricInfo, "title"> {
  /** The quantity of ours that it is, under the same definition; checks then read it. */
  same: MetricName | null;
  /** From their value to ours, where that is not the value itself. */
  read?: (value: number) => number;
  /** What several trainers measure that none of our metrics is. */
  measure?: ForeignMeasure;
}

/** Quantities that only trainers of language models have. */
export type ForeignMeasure =
  | "truncated_share"
  | "answer_tokens"
  | "wrong_answer_tokens"
  | "right_answer_tokens"
  | "success_share"
  | "error_share"
  | "advantage_sd"
  | "advantage_mean"
  | "step_time"
  | "generation_time"
  | "wait_time";

const KNOWN = new Map<string, ForeignMetric>(
  [...REWARD_TABLE, ...POLICY_TABLE, ...COST_TABLE].flatMap(([facts, entries]) =>
    entries.map(([name, sender, definition, read]): [string, ForeignMetric] => [
      name,
      { ...facts, definition: `${sender}: ${definition}`, read },
    ]),
  ),
);

const PREFIX = "train/";

/** Names as they are sent: without a prefix, then with the one that Hugging Face's callbacks put before them. */
export const withPrefix = (names: readonly string[]): string[] => [
  ...names,
  ...names.map((name) => PREFIX + name),
];

/** What Hugging Face's callbacks make of a trainer's name, and MLflow's does not: `reward` is `train/reward`, `eval_acc` is `eval/acc`. */
export const calledBack = (name: string): string =>
  /^(eval|test)_./.test(name) ? name.replace("_", "/") : PREFIX + name;

/** The other name under which a metric may have been sent, with those callbacks or without them; both ways. */
export const otherNamesOf = (name: string): string[] => {
  const bare = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name.replace("/", "_");
  return [calledBack(name), ...(bare !== name && calledBack(bare) === name ? [bare] : [])];
};

/** What is known of a name of another trainer, or undefined: it is then drawn all the same. */
export function foreignMetric(name: string): ForeignMetric | undefined {
  return KNOWN.get(name) ?? (name.startsWith(PREFIX) ? KNOWN.get(name.slice(PREFIX.length)) : undefined);
}

/** Names under which others send a quantity of ours, those without a prefix first. */
export function foreignNamesOf(metric: MetricName): string[] {
  return withPrefix([...KNOWN].filter(([, { same }]) => same === metric).map(([name]) => name));
}

/** Names under which trainers send such a quantity, those without a prefix first. */
export const namesOfMeasure = (measure: ForeignMeasure): string[] =>
  withPrefix([...KNOWN].filter(([, facts]) => facts.measure === measure).map(([name]) => name));
