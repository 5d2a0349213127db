import { withPrefix } from "../../contracts/metrics.ts";
import { writeWhole, writeNumber } from "../../wording/numbers.ts";
import { objection } from "../rule.ts";
import { needs } from "./first-of.ts";
import type { KnownSeries, RunRule } from "./run-rule.ts";
import { heldLimit, LevelFold, type LevelLimits, SmoothedLevel } from "./sustained.ts";

const SPAN = 10;

/** What each trainer's measure may reach. Those with a source are the trainers' own advice; TRL gives none. */
const LIMITS: ({ names: string[] } & LevelLimits)[] = [
  { names: ["training/rollout_probs_diff_mean"], warning: 0.005, error: 0.01 },
  { names: ["rollout_corr/kl", "vllm_kl"], warning: 0.015, error: 0.1 },
  { names: ["mismatch_kl/all/mean"], warning: 0.015, error: 0.1 },
  { names: ["gen_kl_error"], warning: 0.001, error: 0.01 },
  { names: ["token_mult_prob_error"], warning: 1.02, error: 1.05 },
  {
    names: ["sampling/sampling_logp_difference/mean", "policy/rollout_train_logprobs_abs_diff_mean"],
    warning: 0.02,
    error: 0.05,
  },
];
/** The first of the names of a measure that is there. */
const measureOf = <S extends KnownSeries>(
  series: Map<string, S>,
  { names }: (typeof LIMITS)[number],
): S | undefined => names.flatMap((name) => withPrefix([name])).flatMap((name) => series.get(name) ?? [])[0];

const READS = withPrefix(LIMITS.flatMap(({ names }) => names));

const info: RunRule["info"] = {
  id: "D18",
  name: "Training and inference apart",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} steps) of what the trainer measures between the policy that generates and the one that is trained, 3 steps in a row, still so at the last`,
  threshold: LIMITS.map(
    ({ names, warning, error: worst }) =>
      `${names.join(", ")}: warning from ${warning} on, error from ${worst}`,
  ).join("; "),
  gate: "silent about what does not last",
  source:
    "verl's FAQ (probability difference), prime-rl's guide (mismatch KL), NeMo-RL's guide (token_mult_prob_error, gen_kl_error); the limits for log probabilities, and the second ones for KL, are Ablab's own",
  why: "The rollouts then come from another policy than the one that the gradient is taken for, though nothing looks wrong. It often comes before a collapse, and part of a gain or loss can be this gap.",
  action:
    "Use one precision for both, a head in fp32, no cascade attention, or truncated importance sampling; and look whether entropy and gradient norm move with it.",
  brief: "training and inference apart",
};

export const trainInference: RunRule = {
  info,
  reads: READS,
  lacks: needs(["distance of training and inference", READS]),
  plans({ series }) {
    return LIMITS.flatMap((limits) => {
      const over = measureOf(series, limits);
      const thresholds = [limits.warning, limits.error];
      const begin = () => new LevelFold(new SmoothedLevel(SPAN, thresholds));
      return over ? [{ key: limits.names[0], over, begin }] : [];
    });
  },
  check({ series }, folds) {
    return LIMITS.flatMap((limits) => {
      const found = measureOf(series, limits);
      const fold = folds.of(LevelFold, limits.names[0]);
      if (!found || !fold) return [];
      const held = heldLimit(fold.level, limits);
      if (held === null) return [];
      const { severity, from, limit } = held;
      return [
        objection(info, severity, {
          metric: found.metric,
          claim: {
            before: `${found.metric} stays at `,
            value: fold.level.now ?? NaN,
            kind: "number",
            after: ": the policy that generates is not the one that is trained.",
          },
          evidence: `Since step ${writeWhole(from)}, smoothed over ${SPAN} steps; the limit is ${writeNumber(limit)}.`,
          span: { from, to: fold.lastX },
        }),
      ];
    });
  },
};
