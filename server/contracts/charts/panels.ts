import { STEP_METRICS } from "../../../workers/protocol/default-axis.ts";
import { EVALUATION_METRIC_NAMES } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import type { MetricName } from "../metrics.ts";

/** A chart of one or several metrics. */
export interface Panel {
  /** The metric itself where there is one; unique on a page. */
  key: string;
  /** Null: the title and the unit of its only metric. */
  title: string | null;
  unit: string | null;
  lines: PanelLine[];
  /** How a person chose to draw it, and what of that; absent: by the first kind that fits it. */
  kind?: string;
  options?: Readonly<Record<string, string>>;
}

/** One metric of a panel; `label` names its line where there are several. */
export interface PanelLine {
  metric: string;
  label: string;
}

/** Panels under one heading. */
export interface PanelSection {
  id: string;
  title: string;
  note: string;
  panels: Panel[];
}

/** A section of metrics that recipes of this version send: data, not components. */
interface KnownSection {
  id: string;
  title: string;
  note: string;
  metrics: MetricName[];
  /** Drawn in one chart, after the others; with `only`, where that metric is measured. */
  together?: {
    key: string;
    title: string;
    unit: string;
    only?: MetricName;
    metrics: { metric: MetricName; label: string }[];
  };
}

export const RUN_SECTIONS: KnownSection[] = [
  {
    id: "evaluation",
    title: "Evaluation",
    note: "on held-out problems, along training",
    metrics: EVALUATION_METRIC_NAMES,
  },
  {
    id: "reward",
    title: "Reward",
    note: "raw before shaping, shaped as the loss saw it",
    metrics: ["reward/raw", "reward/max", "reward/shaped", "reward/prm"],
    together: {
      key: "together:prm-reward",
      title: "PRM score beside what it should stand for",
      unit: "0 to 1",
      only: "reward/prm",
      metrics: [
        { metric: "reward/prm", label: "PRM score" },
        { metric: "reward/raw", label: "verified reward" },
        { metric: "eval/rr_at_5", label: "RR@5, held out" },
      ],
    },
  },
  {
    id: "reward-parts",
    title: "Reward components",
    note: "of every drawn episode; points are the reports' hundredths",
    metrics: ["reward/recall", "reward/jaccard"],
    together: {
      key: "together:reward-parts",
      title: "What episodes would earn",
      unit: "points",
      metrics: [
        { metric: "reward/outcome", label: "outcome" },
        { metric: "reward/process", label: "process" },
        { metric: "reward/efficiency", label: "efficiency" },
        { metric: "reward/format", label: "format" },
      ],
    },
  },
  {
    id: "groups",
    title: "Groups and reward variance",
    note: "equal rewards, no gradient",
    metrics: ["group/zero_share", "group/zero_share_raw", "group/std", "group/variance"],
    together: {
      key: "together:dead-causes",
      title: "Why groups are dead",
      unit: "% of drawn groups",
      metrics: [
        { metric: "group/all_solved_share", label: "all solved" },
        { metric: "group/all_failed_share", label: "all failed" },
      ],
    },
  },
  {
    id: "curriculum",
    title: "Curriculum",
    note: "levels drawn; a mark is a stage",
    metrics: ["curriculum/level", "curriculum/success"],
  },
  {
    id: "sft",
    title: "SFT",
    note: "supervised training on solved episodes, before any reward",
    metrics: ["sft/loss", "sft/entropy", "sft/distinct"],
  },
  {
    id: "policy",
    title: "Policy",
    note: "means over the updates of each step",
    metrics: [
      "policy/kl",
      "policy/entropy",
      "policy/clip_share",
      "optim/loss",
      "optim/grad_norm",
      "optim/weights_changed",
    ],
  },
  {
    id: "programs",
    title: "Programs",
    note: "what a step drew",
    metrics: ["program/length", "program/limit_share"],
  },
  {
    id: "dgro",
    title: "DGRO as coded",
    note: "what happens to the reward before the groups are normalized; noise replaces scaling only where a whole call is almost equal, and one call holds the whole draw unless Rewards per call says fewer (the reports' trainer: 8)",
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
    together: {
      key: "together:step-time",
      title: "Time of a train step",
      unit: "CPU s",
      metrics: [
        { metric: "time/rollout", label: "rollout" },
        { metric: "time/reward", label: "reward" },
        { metric: "time/update", label: "update" },
        { metric: "time/evaluate", label: "evaluate" },
      ],
    },
  },
  {
    id: "phases",
    title: "Phases of a step",
    note: "wall time; a GPU waits while the judge is asked",
    metrics: [],
    together: {
      key: "together:phases",
      title: "Wall time of a train step",
      unit: "s",
      metrics: [
        { metric: "phase/sample", label: "sample" },
        { metric: "phase/judge", label: "judge" },
        { metric: "phase/update", label: "update" },
        { metric: "phase/evaluate", label: "evaluate" },
      ],
    },
  },
  {
    id: "memory",
    title: "Memory",
    note: "held as each part of a step ends",
    metrics: [],
    together: {
      key: "together:memory",
      title: "Memory by part",
      unit: "MB",
      metrics: [
        { metric: "memory/rollout", label: "rollout" },
        { metric: "memory/reward", label: "reward" },
        { metric: "memory/update", label: "update" },
        { metric: "memory/evaluate", label: "evaluate" },
      ],
    },
  },
];

/** Only used as an axis, or drawn inside another chart. */
const PARTS: readonly MetricName[] = [
  "group/std_p10",
  "group/std_p50",
  "group/std_p90",
  "group/all_solved_share_raw",
  "prm/labels",
  "failures/share",
  "failures/slow_share",
  "failures/set",
  "bench/taken",
  "bench/rejected",
  "bench/rejected_original",
  "bench/rejected_infeasible",
  "bench/rejected_root",
  "bench/rejected_repair",
  "bench/rejected_size",
  "bench/rejected_duplicate",
  "bench/rejected_leaked",
  "rerank/greedy_rr_at_5",
  "rerank/sampled_rr_at_5",
  "rerank/oracle_rr_at_5",
  "progress/episodes",
  "progress/updates",
  "perf/cpu_s",
];

/** What has no panel where several runs share one. What counts train steps is the x of the others. */
export const NOT_A_PANEL: ReadonlySet<string> = new Set<string>([...PARTS, ...STEP_METRICS]);

/** What has no panel on a run's own page: there evaluations are charted with the interval of each. */
export const NOT_A_RUN_PANEL: ReadonlySet<string> = new Set<string>([
  ...NOT_A_PANEL,
  ...RUN_SECTIONS[0].metrics,
]);
