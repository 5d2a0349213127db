import type { Lint, Params } from "../../protocol/manifest.ts";
import { metricsOfKind } from "../../protocol/metrics/evaluation-metrics.ts";
import { isOfSamples } from "../../protocol/metrics/metric-kinds.ts";
import type { MetricName } from "../../protocol/metrics/metrics.ts";
import { block, caution, choice, type Field, float, held, int, note, SEEDS } from "../form/manifest.ts";
import { hiddenLint } from "../sft/manifest.ts";

/** Families of problems by id, in words. The first four groups hold several. */
export const FAMILY_TITLES: Record<string, string> = {
  all: "all 21",
  basic: "the 11 basic ones",
  hard: "the 10 hard ones",
  weak: "the 4 weak ones",
  fizzbuzz: "FizzBuzz",
  reverse_string: "Reverse a text",
  is_palindrome: "Palindrome",
  fibonacci: "Fibonacci",
  binary_search: "Binary search",
  two_sum: "Two sum",
  max_subarray: "Largest sum of a stretch",
  remove_duplicates: "Remove duplicates",
  parentheses: "Balanced brackets",
  rpn: "Postfix arithmetic",
  arithmetic: "Arithmetic",
  lcs: "Longest common subsequence",
  edit_distance: "Edit distance",
  knapsack: "Knapsack",
  lis: "Longest rising subsequence",
  coin_change: "Fewest coins",
  word_break: "Word break",
  merge_intervals: "Merge intervals",
  median_sorted_arrays: "Median of two lists",
  trapping_rain_water: "Trapped rain",
  n_queens: "Queens",
};

/** Which problems a run learns from and is measured on, alike in every recipe of programs. */
export const CODE_PROBLEM_FIELDS: Field[] = [
  choice("families", "Families", FAMILY_TITLES, "all").because(
    "Kinds of problems; the weak ones are those that the reports trained on and could not solve.",
  ),
  int("difficulty_low", "Lowest difficulty", 1, [1, 10]).because(
    "From 1 on; it sets the sizes of the cases, evenly up to the highest.",
  ),
  int("difficulty_high", "Highest difficulty", 10, [1, 10]).because(
    "Larger cases leave a program that is slow or nearly right less room.",
  ),
  int("train_problems", "Train problems", 600, [8, 4000], "problems").because(
    "Instances that programs are drawn and demonstrated for; no held-out one is among them, by content.",
  ),
  int("eval_problems", "Held-out problems", 300, [8, 4000], "problems").because(
    "The families by turns: of all 21, 300 are 14 or 15 of each.",
  ),
  int("problem_seed", "Problem seed", 42, SEEDS).rarelyBecause(
    "Fixes the problems, so that runs with other seeds see the same ones.",
  ),
  int("limit", "Longest program", 64, [8, 200], "productions").rarelyBecause(
    "Productions after which a program is cut and fails; the longest right one has 40.",
  ),
];

/** The start that is imitated, alike in the recipe that trains nothing else and in that which goes on from it. */
export const CODE_SFT_FIELDS: Field[] = [
  int("hidden", "Hidden units", 32, [4, 256]).rarelyBecause("A multiple of 4, as the kernel asks."),
  int("sft_epochs", "SFT epochs", 10, [0, 100], "epochs").because(
    "Passes over the demonstrations; before the fourth hardly a program is right.",
  ),
  int("sft_demos", "Demonstrations", 400, [1, 4000], "programs").because(
    "Programs of experts for train problems.",
  ),
  float("expert_right", "Expert is right", 0.3, [0, 1]).because(
    "Probability of the right program; else it is one of the family's common mistakes. At 1 greedy solves nearly all and leaves RL nothing.",
  ),
  float("expert_slip", "Expert slips", 0.02, [0, 1]).rarelyBecause(
    "Probability, at each production, of any that ends there instead.",
  ),
  int("sft_seed", "SFT seed", 7, SEEDS).rarelyBecause(
    "Fixes the initial weights, the demonstrations and their order: one start for a whole matrix.",
  ),
];

/** Metrics of every evaluation of programs, in the order of a table. */
export const CODE_EVALUATION_METRICS: MetricName[] = metricsOfKind("programs").filter(
  (name) => !isOfSamples(name),
);

/** Lints on the fields above. */
export function codeLints(params: Params): Lint[] {
  const p = params as Record<string, number>;
  return held([
    block(
      "L60",
      "difficulty_low",
      p.difficulty_low > p.difficulty_high,
      "No problem has such a difficulty.",
    ).because("The lowest difficulty is above the highest."),
    hiddenLint(params),
    caution("L05", "eval_problems", p.eval_problems < 100, "The held-out set is small.").because(
      "Instances of one family mostly share their program, so that fewer of them say less than their number.",
    ),
    note("L61", "limit", p.limit < 40, "The longest right program is cut.").because(
      "Arithmetic takes 40 productions, coin change 25; what is cut fails.",
    ),
  ]);
}

/** Ends in about two seconds on one core, and still learns. */
export const CODE_SMOKE: Params = {
  train_problems: 100,
  eval_problems: 63,
  families: "all",
};
