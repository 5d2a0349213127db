import type { ReportSubjects, SubjectChoice } from "./report-chips.ts";

/** Where the choices of a step come from: all experiments, what one of them holds, or the groups of a run. */
export type StepOf = "experiment" | "group" | keyof ReportSubjects;

/** One thing that has to be known before a block can be written. */
export interface MenuStep {
  of: StepOf;
  /** The name under which the choice is handed to `query`. */
  as: string;
  /** What is asked for: "Metric". */
  words: string;
  fits?: (choice: SubjectChoice) => boolean;
}

export type Chosen = Readonly<Record<string, string>>;

/** A way to insert a block. What it is of is chosen, never typed. */
interface Insertable {
  /** Where the name of its block does not say which. */
  label?: string;
  shows?: string;
  steps: readonly MenuStep[];
  /** The keys of the query that is written. */
  query: (chosen: Chosen) => Readonly<Record<string, string | string[]>>;
}

/** What pages know of a kind of query; what the server does with it is its entry in `server/services/reports/blocks/`. */
export interface BlockWords {
  /** What it is called where it is written. */
  name: string;
  shows: string;
  /** Its mark, a path in a square of 10. */
  glyph: string;
  /** Stands in a line, or by itself. */
  place: "inline" | "block";
  menu: readonly Insertable[];
}

/** A group of completions as its choice names it, as JSON. */
export interface ChosenGroup {
  phase: "train" | "eval";
  step: number;
  group: string;
  /** Its completions. */
  n: number;
}

const EXPERIMENT: MenuStep = { of: "experiment", as: "experiment", words: "Experiment" };
const COLUMN: MenuStep = { of: "columns", as: "metric", words: "Metric" };
const SERIES: MenuStep = { of: "series", as: "metric", words: "Metric" };
const CONFIG: MenuStep = { of: "configs", as: "config", words: "Configuration" };
const RUN: MenuStep = { of: "runs", as: "run", words: "Run" };
const evaluation = (as: string, words: string): MenuStep => ({ of: "evaluations", as, words });

const OF_EXPERIMENT: Insertable = { steps: [EXPERIMENT], query: ({ experiment }) => ({ experiment }) };

/** Every kind of query by its word in a report, in the order of the editor's menu. */
export const REPORT_BLOCKS = {
  number: {
    name: "Number",
    shows: "A value with its interval and n",
    glyph: "M3.5 1 2.5 9M7.5 1l-1 8M1 3.5h8M1 6.5h8",
    place: "inline",
    menu: [
      {
        label: "Number of a configuration",
        shows: "Mean over seeds with interval and n",
        steps: [EXPERIMENT, COLUMN, CONFIG],
        query: ({ metric, experiment, config }) => ({ metric, experiment, config, show: "full" }),
      },
      {
        label: "Difference to the baseline",
        shows: "With the interval of the ablation table",
        steps: [EXPERIMENT, COLUMN, { ...CONFIG, fits: ({ aside }) => aside !== "baseline" }],
        query: ({ metric, experiment, config }) => ({ metric, experiment, config, difference: "baseline" }),
      },
      {
        label: "Number of one run",
        shows: "At the end of its training",
        steps: [EXPERIMENT, RUN, COLUMN],
        query: ({ metric, run }) => ({ metric, run, show: "full" }),
      },
      {
        label: "Number of one evaluation",
        shows: "Over its problems",
        steps: [EXPERIMENT, evaluation("evaluation", "Evaluation"), COLUMN],
        query: (chosen) => ({ metric: chosen.metric, evaluation: chosen.evaluation, show: "full" }),
      },
    ],
  },
  "ablation-table": {
    name: "Ablation table",
    shows: "Configurations, values and differences",
    glyph: "M1 1.5h8v7H1zM1 4h8M4 4v4.5",
    place: "block",
    menu: [OF_EXPERIMENT],
  },
  "metric-chart": {
    name: "Curves",
    shows: "A metric along training, with seed bands",
    glyph: "M1 1v8h8M2.5 7 4.5 4.5 6 5.5 9 2",
    place: "block",
    menu: [
      {
        steps: [EXPERIMENT, SERIES],
        query: ({ metric, experiment }) => ({ metric, experiment }),
      },
      {
        label: "Curve of one run",
        shows: "A metric along its training",
        steps: [EXPERIMENT, RUN, SERIES],
        query: ({ metric, run }) => ({ metric, runs: [run] }),
      },
    ],
  },
  findings: {
    name: "Findings",
    shows: "What differs and what objects, in sentences",
    glyph: "M1 2h8M1 5h8M1 8h5",
    place: "block",
    menu: [
      OF_EXPERIMENT,
      {
        label: "Checks in the margin",
        shows: "What objects, beside what follows",
        steps: [EXPERIMENT],
        query: ({ experiment }) => ({ experiment, say: "checks" }),
      },
    ],
  },
  "reward-variance": {
    name: "Reward variance",
    shows: "Where the gradient comes from",
    glyph: "M1 9h8M2.5 9V5M5 9V1.5M7.5 9V6",
    place: "block",
    menu: [OF_EXPERIMENT],
  },
  comparison: {
    name: "Comparison",
    shows: "Two evaluations, problem by problem",
    glyph: "M5 1v8M1 3h2.5M1 6h2.5M6.5 3H9M6.5 6H9",
    place: "block",
    menu: [
      {
        steps: [EXPERIMENT, evaluation("a", "First evaluation"), evaluation("b", "Second evaluation")],
        query: ({ a, b }) => ({ a, b }),
      },
    ],
  },
  "before-after": {
    name: "Before and after",
    shows: "Trained policies against their start, by metric",
    glyph: "M1 3h5.5M4.5 1l2 2-2 2M1 7h8",
    place: "block",
    menu: [OF_EXPERIMENT],
  },
  rollout: {
    name: "Completions",
    shows: "Texts of one group, with their rewards",
    glyph: "M1 1.5h8V7H4.5L2.5 9V7H1z",
    place: "block",
    menu: [
      {
        steps: [EXPERIMENT, RUN, { of: "group", as: "group", words: "Group" }],
        query: ({ run, group: chosen }) => {
          const { phase, step, group, n } = JSON.parse(chosen) as ChosenGroup;
          return { run, phase, step: String(step), group, completions: n > 1 ? ["1", "2"] : ["1"] };
        },
      },
    ],
  },
  audit: {
    name: "Verifier audit",
    shows: "Errors of a verifier, success without them",
    glyph: "M1.5 5 4 7.5 8.5 2M1 9h8",
    place: "block",
    menu: [{ steps: [EXPERIMENT, RUN], query: ({ run }) => ({ run }) }],
  },
  "prm-distribution": {
    name: "Step labels",
    shows: "Shares of labels and their expected bands",
    glyph: "M1 2h3M1 5h8M1 8h5",
    place: "block",
    menu: [
      {
        steps: [EXPERIMENT, { of: "labelSets", as: "labels", words: "Labels" }],
        query: ({ labels }) => ({ labels }),
      },
    ],
  },
} as const satisfies Record<string, BlockWords>;

export type QueryKind = keyof typeof REPORT_BLOCKS;

/** Whether a word that stands in a report names a kind of query. */
export const isQueryKind = (kind: string): kind is QueryKind => Object.hasOwn(REPORT_BLOCKS, kind);
