import { PROBLEM_SET } from "../../protocol/inputs.ts";
import type { GivenInputs, Lint, Params, RewardConfig } from "../../protocol/manifest.ts";
import type { MetricName } from "../../protocol/metrics/metrics.ts";
import { block, caution, choice, type Field, float, note } from "../form/manifest.ts";

/** What of the scores of an episode's decisions is its score, in words. */
export const PRM_USES = {
  mean: "mean of its decisions",
  sum: "sum over its decisions",
  last: "last",
  min: "least",
  difference: "last less first",
};

/** What an episode is paid for, as data: fields, formulas with the versions of their parts, and what is to be said of a choice. */
export const REWARD_FIELDS: Field[] = [
  choice(
    "reward",
    "Reward",
    {
      rr5: "solved within 5 steps",
      outcome: "solved",
      clean: "solved cleanly",
      process: "outcome and process, as the reports' solver reward",
      composite: "composite, as named",
      composite_coded: "composite, as coded",
      none: "none",
    },
    "rr5",
  ).because("Solved within 5 steps pays for efficiency; plain solving is what the SFT start already does."),
  float("reward_scale_positive", "Factor on positive rewards", 1, [0.1, 10]).rarelyBecause(
    "1 is off. 1.4 reproduces a published 40 % gain that is only in the logged reward.",
  ),
  float("reward_noise", "Uniform noise on the reward", 0, [0, 10], "points").rarelyBecause(
    "0 is off. Half-width of noise added to every reward; it hides dead groups and trains on chance.",
  ),
  float("prm_weight", "Weight of the PRM score", 0, [0, 10]).rarelyBecause(
    "0 is off. Needs a process reward model; its score can rise while success does not, so watch both.",
  ),
  choice("prm_use", "Score of an episode", PRM_USES, "mean").rarelyBecause(
    "The mean pays for every GET_IIS before a repair, the sum for every further step; last less first is what shaping by a potential leaves.",
  ),
  choice(
    "prm_scope",
    "Scored groups",
    { all: "all", live: "those that the reward tells apart" },
    "all",
  ).rarelyBecause(
    "In a group that the reward does not tell apart the score is the only signal, and division by the std makes it full size.",
  ),
];

/** Controls beside a twin: what they gain was not caused by the reward. */
export const CONTROL_PRESETS: [id: string, title: string, params: Params, reason: string][] = [
  [
    "random_reward",
    "Control: random reward",
    { reward: "none", reward_noise: 1 },
    "Chance in place of the reward: what it gains comes from elsewhere.",
  ],
  [
    "constant_reward",
    "Control: constant reward",
    { reward: "none" },
    "The same reward for every episode: only the KL term and the start are left.",
  ],
];

/**
 * What rewards are made of, as a reward configuration names it: a formula that changes gets the next version, and its name
 * there ends in it from 2 on, so that rewards of two versions are told apart. `workers/lab/algo/rewards.ts` computes them.
 */
export const REWARD_PARTS = {
  solved: { version: 1, formula: "1 if solved" },
  solved_within_5: { version: 1, formula: "1 if solved at step 5 or earlier" },
  clean: { version: 1, formula: "1 if solved with OP >= 0.95 and no innocent row dropped" },
  outcome: { version: 1, formula: "100 if solved, else -50" },
  process: {
    version: 1,
    formula:
      "mean over the actions of -1, plus 10 for a repair of a member of the shown IIS and 5 more for a DROP, 1 of another element, 3 before any IIS was shown, 3 for GET_IIS",
  },
  format: { version: 1, formula: "-50 if cut at the step limit" },
  da: { version: 1, formula: "share of the faults named" },
  jaccard: {
    version: 1,
    formula: "|R and D| / |R or D| of root and diagnosed elements, 0.5 where no root is known",
  },
  efficiency: { version: 1, formula: "10 up to 2 steps, 5 up to 5, then -2 per step beyond 5" },
  efficiency_coded: { version: 1, formula: "always 10" },
} satisfies Record<string, { version: number; formula: string }>;

type RewardPart = keyof typeof REWARD_PARTS;

/** Parts by name and version, with their weights. */
const of = (weights: Partial<Record<RewardPart, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => {
      const { version } = REWARD_PARTS[name as RewardPart];
      return [version === 1 ? name : `${name}@${version}`, weight];
    }),
  );

const REWARDS: Record<string, Pick<RewardConfig, "formula" | "components">> = {
  outcome: { formula: "1 if solved, else 0", components: of({ solved: 1 }) },
  rr5: { formula: "1 if solved at step 5 or earlier, else 0", components: of({ solved_within_5: 1 }) },
  clean: {
    formula: "1 if solved with OP >= 0.95 and no innocent row dropped, else 0",
    components: of({ clean: 1 }),
  },
  composite: {
    formula:
      "(0.5 outcome + 0.3 * 20 da.root + 0.2 efficiency) / 100; outcome 100 or -50; efficiency 10 up to 2 steps, 5 up to 5, then -2 per step beyond 5",
    components: of({ outcome: 0.5, da: 6, efficiency: 0.2 }),
  },
  process: {
    formula: `(outcome + process + format) / 100; outcome ${REWARD_PARTS.outcome.formula}; process ${REWARD_PARTS.process.formula}; format ${REWARD_PARTS.format.formula}`,
    components: of({ outcome: 1, process: 1, format: 1 }),
  },
  composite_coded: {
    formula: `(0.5 outcome + 0.3 * 20 jaccard + 0.2 efficiency) / 100; outcome 100 or -50; jaccard ${REWARD_PARTS.jaccard.formula}; efficiency always 10`,
    components: of({ outcome: 0.5, jaccard: 6, efficiency_coded: 0.2 }),
  },
  none: { formula: "0 for every episode", components: {} },
};

/** The components of the reports' rewards, measured whatever a run is paid for. */
export const REWARD_SERIES = [
  "reward/outcome",
  "reward/process",
  "reward/recall",
  "reward/jaccard",
  "reward/efficiency",
  "reward/format",
] as const satisfies MetricName[];

/** Bounds of the reward before shaping, the lower never positive; the lab states the same next to its formulas. */
function rawBounds(reward: string, maxSteps: number): [number, number] {
  if (reward === "none") return [0, 0];
  if (reward === "process") return [-1.01, 1.14];
  if (reward === "composite_coded") return [-0.23, 0.58];
  if (reward !== "composite") return [0, 1];
  const slowest = maxSteps <= 2 ? 10 : maxSteps <= 5 ? 5 : -2 * (maxSteps - 5);
  return [(-25 + 0.2 * slowest) / 100, 0.58];
}

const PRM_SCORE: Record<string, string> = {
  mean: "the mean score",
  sum: "the sum of the scores",
  last: "the last score",
  min: "the least score",
  difference: "the last less the first score",
};

/** The reward of an episode: raw, then factor and noise, then the score of a process reward model. */
export function episodeReward(params: Params, given: GivenInputs = {}): RewardConfig {
  const p = params as Record<string, number>;
  const [low, high] = rawBounds(String(params.reward), p.max_steps);
  const { reward_scale_positive: scale, reward_noise: noise, prm_weight: weight } = p;
  const cache = Number(params.soft_overlong ?? 0);
  const filter = Number(params.length_filter ?? 0);
  const steps = [
    cache > 0 && `less up to 1 over the last ${cache} steps before the limit`,
    scale !== 1 && `positive rewards times ${scale}`,
    filter > 0 && `halved beyond ${filter} steps`,
    noise > 0 && `plus U(-${noise}, ${noise})`,
    weight > 0 &&
      `plus ${weight} times ${PRM_SCORE[String(params.prm_use ?? "mean")]} of PRM ${given.prm ?? "not given"} over the decisions${params.prm_scope === "live" ? ", in groups that the reward tells apart" : ""}`,
  ];
  const { formula, components } = REWARDS[String(params.reward)];
  return {
    formula: [formula, ...steps.filter(Boolean)].join("; "),
    components: { ...components, ...(weight > 0 && { prm: weight }) },
    shaping: {
      positive_factor: scale,
      uniform_noise: noise,
      ...(cache > 0 && { soft_overlong: cache }),
      ...(filter > 0 && { length_filter: filter }),
    },
    raw: { formula, components, min: low, max: high },
    min: low - noise - (cache > 0 ? 1 : 0) - (params.prm_use === "difference" ? weight : 0),
    max: high * scale + noise + weight * (params.prm_use === "sum" ? p.max_steps : 1),
    // Standard deviation of U(-a, a). The mean of sample deviations over groups of G lies a little below it.
    noiseFloor: noise / Math.sqrt(3),
  };
}

/** Lints on the fields above. */
export function rewardLints(params: Params, given: GivenInputs | undefined): (Lint | null)[] {
  const p = params as Record<string, number>;
  const isImported = params.problems !== "generated" || given?.[PROBLEM_SET] !== undefined;
  const needsRoots = isImported && /^(clean|composite)$/.test(String(params.reward));
  const spread = (p.reward_noise / Math.sqrt(3)).toFixed(3);
  const isUnpaid = params.reward === "none" && !(p.prm_weight > 0);
  const filter = Number(params.length_filter ?? 0);
  return [
    caution(
      "L03",
      "reward_noise",
      p.reward_noise > 0 && !isUnpaid,
      "Reward noise hides dead groups.",
    ).because(
      `No group is equal any more, so group/zero_share reads 0 while the advantage is chance. Spread of the noise alone: ${spread}.`,
    ),
    caution(
      "L04",
      "reward_scale_positive",
      p.reward_scale_positive !== 1,
      "It only inflates the logged reward.",
    ).because(
      "Division by the group's std cancels it; without it, Adam and the gradient clip absorb it. Such training rewards cannot be ranked.",
    ),
    note("L10", "reward", needsRoots, "This reward needs to know what was injected.").because(
      "The run stops with an error on a benchmark that does not say so.",
    ),
    block(
      "L11",
      "prm_weight",
      given !== undefined && p.prm_weight > 0 && !given.prm,
      "The PRM score has a weight, but no process reward model is given.",
    ).because("Choose one as input, or set the weight to 0."),
    caution(
      "L12",
      "prm_weight",
      Boolean(given?.prm) && p.prm_weight === 0,
      "The process reward model is only watched.",
    ).because("With weight 0 its score is reported as reward/prm and changes nothing else."),
    caution(
      "L14",
      "prm_scope",
      Boolean(given?.prm) && p.prm_weight > 0 && params.prm_scope === "all",
      "In dead groups the score is the only signal.",
    ).because(
      "Where a reward tells few groups apart, as at the start on hard problems, the group's std makes any weight full size. Score only groups that the reward tells apart, or read group/zero_share_raw.",
    ),
    caution(
      "L13",
      "prm_weight",
      Boolean(given?.prm) && p.prm_weight > 0,
      "A process reward model can be gamed.",
    ).because(
      "GET_IIS and DIAGNOSE score without repairing anything. Read reward/raw and eval/rr beside reward/prm; a falling raw reward under a rising score is that.",
    ),
    caution("L18", "reward", isUnpaid && p.reward_noise > 0, "Every group is noise alone.").because(
      `Nothing is paid for, so groups differ by chance and training follows it: the run whose reward scored the prompts, mean -50 and std 1.15, which is U(-2, 2). Spread of the noise here: ${spread}.`,
    ),
    caution("L19", "reward", isUnpaid && p.reward_noise === 0, "There is no reward.").because(
      "Every group is dead, and no advantage says anything. Choose a reward, or noise to see what chance alone does.",
    ),
    caution(
      "L28",
      "length_filter",
      filter > 0 && filter >= p.max_steps,
      "The length filter never fires.",
    ).because(
      `No episode has more than ${p.max_steps} steps. As coded it measured the number of messages, which is always 1, against 1,600.`,
    ),
    note(
      "L29",
      "reward",
      params.reward === "composite_coded" && isImported,
      "A problem without roots gets half a diagnosis.",
    ).because("As coded, an unknown truth counts as a Jaccard index of 0.5, whatever was named."),
  ];
}
