import { type Contradiction, table as t, titled } from "./printed.ts";

/** Contradictions of values with each other: ratios, differences, spreads, sums. */
export const OF_VALUES: Record<string, Contradiction> = {
  "rewards of two runs in a round ratio": {
    rule: "scaled-rewards",
    has: [
      t("config | mean reward", "no_kl | 38.8", "asym_clip | 54.3"),
      t("Method | Avg. return | time", "A | 212.4 | 3 h", "B | 318.6 | 4 h"),
      t("metric | run 1 | run 2", "mean episode return | 40.25 | 80.50"),
      t("run | reward scale | mean reward", "a | 1.0 | 38.8", "b | 1.4 | 54.3"),
    ],
    not: [
      t("config | mean reward", "a | 38.8", "b | 53.1"),
      t("config | mean length", "a | 38.8", "b | 54.3"),
    ],
  },
  "rewards of two runs in one ratio throughout": {
    rule: "constant-ratio",
    has: [
      t("step | reward A | reward B", "10 | 10.2 | 17.3", "20 | 13.7 | 23.3", "30 | 21.4 | 36.4"),
      titled(
        "Mean reward by step",
        t("step | base | other", "1 | 8.11 | 11.35", "2 | 9.04 | 12.66", "3 | 12.5 | 17.5"),
      ),
      t(
        "run | reward at 100 | reward at 200 | reward at 300",
        "a | 10.2 | 13.7 | 21.4",
        "b | 17.3 | 23.3 | 36.4",
      ),
    ],
    not: [
      t("step | reward A | reward B", "10 | 10.2 | 17.3", "20 | 13.7 | 23.3", "30 | 21.4 | 30.1"),
      t("step | time (min) | time (h)", "10 | 60 | 1.0", "20 | 120 | 2.0", "30 | 180 | 3.0"),
      t("step | reward A | reward B", "10 | 10.2 | 10.2", "20 | 13.7 | 13.7", "30 | 21.4 | 21.4"),
    ],
  },
  "a variance that is its deviation": {
    rule: "variance-of-deviation",
    has: [
      t("run | reward std | reward variance", "a | 2.31 | 2.31"),
      t("stat | value a | value b", "Std. of reward | 1.15 | 2.0", "Var of reward | 1.33 | 8.0"),
      t("run | σ | σ²", "a | 3.0 | 4.5"),
    ],
    not: [t("run | reward std | reward variance", "a | 2.31 | 5.34"), t("run | σ | σ²", "a | 3.0 | 9.0")],
  },
  "a ratio of deviations told of variances": {
    rule: "ratio-of-deviations",
    has: [
      t("what | value", "std before | 2.0", "std after | 20.0", "variance increase | 10x"),
      t("what | value", "SD of reward, SFT | 0.5", "SD of reward, RL | 4.0", "reward variance | 8-fold"),
    ],
    not: [t("what | value", "std before | 2.0", "std after | 20.0", "variance increase | 100x")],
  },
  "a ratio that does not recompute": {
    rule: "ratio",
    has: [
      t(
        "kernel | time before (s) | time after (s) | speedup",
        "a | 10.0 | 5.0 | 3.0x",
        "b | 12.0 | 4.0 | 3.0x",
      ),
      t("what | value", "throughput before | 100", "throughput after | 250", "speedup | 3.5×"),
      t("backend | time | speedup", "base | 90 min | –", "fast | 30 min | 4x"),
    ],
    not: [
      t(
        "kernel | time before (s) | time after (s) | speedup",
        "a | 10.0 | 5.0 | 2.0x",
        "b | 12.0 | 4.0 | 3.0x",
      ),
      t("what | value", "throughput before | 100", "throughput after | 250", "speedup | 2.5×"),
      t("backend | time | speedup", "base | 90 min | –", "fast | 30 min | 3x"),
      t("what | value", "a | 100", "b | 250", "c | 7", "speedup | 9x"),
    ],
  },
  "a deviation that is that of the noise": {
    rule: "deviation-of-noise",
    has: [
      t("run | reward std | reward noise", "a | 0.58 | 1"),
      t("run | reward | jitter", "a | -50.0 ± 1.15 | ±2"),
      t("run | reward sd | noise", "a | 1.73 | U(-3, 3)"),
      t("run | reward std | noise std", "a | 0.50 | 0.5"),
    ],
    not: [
      t("run | reward std | reward noise", "a | 1.9 | 1"),
      t("run | reward sd | noise", "a | 3.0 | U(-3, 3)"),
    ],
  },
  "a difference that does not recompute": {
    rule: "difference",
    has: [
      t("metric | SFT | GRPO | Δ", "RR@5 | 95.0 | 79.4 | −10.6"),
      t("model | accuracy (%) | Δ vs base", "base | 62.0 | –", "tuned | 71.5 | +11.5"),
      t("model | RR@5 | DA", "before | 81.5 | 60.1", "after | 85.0 | 62.3", "Difference | +3.5 | +4.2"),
      t("run | score | gain over base", "base | 10.0 | 0", "x | 14.0 | 4.0", "y | 19.0 | 8.0"),
    ],
    not: [
      t("metric | SFT | GRPO | Δ", "RR@5 | 95.0 | 79.4 | −15.6"),
      t("model | accuracy (%) | Δ vs base", "base | 62.0 | –", "tuned | 71.5 | +15.3%"),
      t("model | accuracy (%) | Δ vs base", "base | 27.4 | –", "tuned | 38.97 | +11.6"),
      t("metric | loss before | loss after | change", "loss | 1.3163 | 0.0676 | −94.9%"),
    ],
  },
  "a metric above its ceiling": {
    rule: "above-ceiling",
    has: [
      t("run | mean reward | max possible reward", "a | 62 | 58"),
      t("what | upper bound of score | score", "a | 80 | 81.5"),
      t(
        "component | weight | maximum",
        "outcome | 0.5 | 100",
        "faith | 0.3 | 20",
        "speed | 0.2 | 10",
        "target | | 70",
      ),
    ],
    not: [
      t("run | mean reward | max possible reward", "a | 52 | 58"),
      t(
        "component | weight | maximum",
        "outcome | 0.5 | 100",
        "faith | 0.3 | 20",
        "speed | 0.2 | 10",
        "target | | 50",
      ),
    ],
  },
  "a mean at its ceiling or floor without spread": {
    rule: "at-ceiling",
    has: [
      t("run | mean reward | ceiling | sd", "a | 93.6 | 94 | 1.3"),
      t("run | mean return | reward floor | std", "a | -49.98 | -50 | 1.15"),
      t("run | reward | max possible reward", "a | 33.9 ± 1.3 | 34"),
    ],
    not: [t("run | mean reward | ceiling | sd", "a | 60.1 | 94 | 18.3")],
  },
  "a mean outside its own minimum and maximum": {
    rule: "mean-outside",
    has: [
      t("step | mean reward | max reward", "1 | 0.50 | 1.0", "2 | 0.40 | 0.2"),
      t("run | min length | mean length | max length", "a | 120 | 100 | 400"),
      t("run | reward mean | reward min", "a | 0.1 | 0.3"),
    ],
    not: [
      t("step | mean reward | max reward", "1 | 0.50 | 1.0", "2 | 0.20 | 0.2"),
      t("run | min length | mean length | max length", "a | 100 | 120 | 400"),
    ],
  },
  "a total that does not add up": {
    rule: "total",
    has: [
      t("type | problems", "A | 160", "B | 600", "D | 600", "Total | 2400"),
      t("part | memory", "policy | 1.0 GB", "reference | 1.0 GB", "activations | 512 MB", "Sum | 4.0 GB"),
      t("stage | duration", "one | 48 min", "two | 38 min", "all | 3.5 h"),
      t("type | A | B | total", "problems | 10 | 20 | 40"),
      t("share of | percent of total", "a | 40%", "b | 35%", "c | 10%", "Total | 100%"),
    ],
    not: [
      t("type | problems", "A | 160", "B | 600", "D | 600", "Total | 1,360"),
      t("stage | duration", "one | 48 min", "two | 38 min", "all | 1.4 h"),
      t("part | memory", "policy | 1.0 GB", "reference | 1.0 GB", "activations | 512 MB", "Sum | 2.5 GB"),
      t("share of | percent of total", "a | 40%", "b | 35%", "c | 25%", "Total | 100%"),
    ],
  },
  "a product that does not recompute": {
    rule: "product",
    has: [
      t("what | computation", "problems | 12 × 200 = 2,600"),
      t("run | steps | time per step | total time", "a | 10 | 5 min | 30 min"),
      t("run | epochs | min per epoch | duration", "a | 4 | 12 min | 2 h"),
    ],
    not: [
      t("what | computation", "problems | 12 × 200 = 2,400"),
      t("run | steps | time per step | total time", "a | 10 | 5 min | 50 min"),
      t("run | steps | time per step | total time", "a | 10 | ~5 min | ~40 min"),
    ],
  },
  "a mean that does not recompute": {
    rule: "mean",
    has: [t("seed | reward", "1 | 10.0", "2 | 20.0", "3 | 30.0", "Average | 25.0")],
    not: [t("seed | reward", "1 | 10.0", "2 | 20.0", "3 | 30.0", "Average | 20.0")],
  },
  "steps that do not follow": {
    rule: "step-count",
    has: [
      t("run | prompts | samples per prompt | epochs | batch size | steps", "a | 100 | 8 | 2 | 16 | 250"),
      t(
        "run | prompts | num_generations | epochs | per-device batch | grad accum | optimizer steps",
        "a | 300 | 4 | 3 | 1 | 8 | 200",
      ),
    ],
    not: [
      t("run | prompts | samples per prompt | epochs | batch size | steps", "a | 100 | 8 | 2 | 16 | 100"),
      t(
        "run | prompts | num_generations | epochs | per-device batch | grad accum | optimizer steps",
        "a | 300 | 4 | 3 | 1 | 8 | 450",
      ),
    ],
  },
  "rewards without any spread": {
    rule: "no-signal",
    has: [t("run | mean reward | reward variance", "a | 9.0 | 0.0"), t("run | reward", "a | 9.0 ± 0.0")],
    not: [t("run | mean reward | reward variance", "a | 9.0 | 0.4")],
  },
  "percentage points printed as percent": {
    rule: "percent-of-percent",
    has: [t("model | RR@5 | DA", "a | 82.0% | 41.0%", "b | 71.0% | 48.0%", "Δ | −11.0% | +7.0%")],
    not: [t("model | RR@5 | DA", "a | 82.0% | 41.0%", "b | 71.0% | 48.0%", "Δ | −11.0 pp | +7.0 pp")],
  },
  "a count of all that is not that of the parts": {
    rule: "counted-total",
    has: [t("type | passed", "a | 5/5", "b | 3/5", "c | 2/4", "Total | 11/15")],
    not: [t("type | passed", "a | 5/5", "b | 3/5", "c | 2/4", "Total | 10/14")],
  },
  "a constant reward under a loss that moves": {
    rule: "constant-reward",
    has: [t("step | loss | reward", "1 | -0.02 | 1.0", "2 | -0.03 | 1.0", "3 | -0.14 | 1.0")],
    not: [t("step | loss | reward", "1 | -0.02 | 0.9", "2 | -0.03 | 1.0", "3 | -0.14 | 1.0")],
  },
};
