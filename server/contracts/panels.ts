import type { MetricName } from "./metrics.ts";

/** The run page's panels by section: data, not components. A metric of a run that is in none of them goes to "Other". */
export interface PanelSection {
  id: string;
  title: string;
  note: string;
  metrics: MetricName[];
  /** Drawn in one chart, after the others. */
  together?: { title: string; unit: string; metrics: { metric: MetricName; label: string }[] };
}

export const RUN_SECTIONS: PanelSection[] = [
  {
    id: "reward",
    title: "Reward",
    note: "training episodes; raw is before shaping, shaped is what the loss saw",
    metrics: ["reward/raw", "reward/shaped", "reward/prm"],
  },
  {
    id: "groups",
    title: "Groups and reward variance",
    note: "where the gradient comes from: a group whose rewards are equal has none",
    metrics: ["group/zero_share", "group/std"],
    together: {
      title: "Why groups are dead",
      unit: "% of drawn groups",
      metrics: [
        { metric: "group/all_solved_share", label: "all solved" },
        { metric: "group/all_failed_share", label: "all failed" },
      ],
    },
  },
  {
    id: "policy",
    title: "Policy",
    note: "means over the updates of each step",
    metrics: ["policy/kl", "policy/entropy", "policy/clip_share", "optim/grad_norm"],
  },
  {
    id: "dgro",
    title: "DGRO as coded",
    note: "what happens to the reward before the groups are normalised",
    metrics: ["dgro/beta_reward", "dgro/baseline", "dgro/noise_branch"],
  },
  {
    id: "prm",
    title: "Process reward model",
    note: "step labels, and what a model learns from them; held-out episodes are never trained on",
    metrics: ["prm/loss", "prm/held_out_mse", "prm/label_mean"],
  },
  {
    id: "progress",
    title: "Throughput",
    note: "rollouts and updates together",
    metrics: ["perf/episodes_per_s"],
  },
];

/** Charted from evaluations with their intervals, from the SFT start's own axis, or only used as an axis. */
export const NOT_A_PANEL: ReadonlySet<string> = new Set<MetricName>([
  "eval/rr",
  "eval/rr_at_5",
  "eval/da",
  "eval/op",
  "eval/clean",
  "eval/steps",
  "group/std_p10",
  "group/std_p50",
  "group/std_p90",
  "prm/labels",
  "progress/episodes",
  "progress/updates",
  "perf/cpu_s",
]);
