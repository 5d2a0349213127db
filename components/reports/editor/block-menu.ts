import type { ReportSubjects, SubjectChoice } from "#server/contracts/reports/report-chips.ts";
import type { QueryKind } from "#server/contracts/reports/report-query.ts";
import { blockOf, inlineNumber } from "#server/contracts/reports/report-text.ts";
import { REPORT_BLOCKS } from "#server/wording/report-blocks.ts";

/** Where the choices of a step come from: all experiments, what one of them holds, or the groups of a run. */
export type StepOf = "experiment" | "group" | keyof ReportSubjects;

/** One thing that has to be known before a block can be written. */
export interface MenuStep {
  of: StepOf;
  /** The name under which the choice is handed to `write`. */
  as: string;
  /** What is asked for: "Metric". */
  words: string;
  fits?: (choice: SubjectChoice) => boolean;
}

export type Chosen = Readonly<Record<string, string>>;

/** An entry of the slash menu. */
export interface MenuBlock {
  label: string;
  shows: string;
  /** Null of what is no query. */
  kind: QueryKind | null;
  place: "inline" | "block";
  steps: readonly MenuStep[];
  write: (chosen: Chosen) => string;
}

const EXPERIMENT: MenuStep = { of: "experiment", as: "experiment", words: "Experiment" };
const COLUMN: MenuStep = { of: "columns", as: "metric", words: "Metric" };
const SERIES: MenuStep = { of: "series", as: "metric", words: "Metric" };
const CONFIG: MenuStep = { of: "configs", as: "config", words: "Configuration" };
const RUN: MenuStep = { of: "runs", as: "run", words: "Run" };
const evaluation = (as: string, words: string): MenuStep => ({ of: "evaluations", as, words });

const named = (kind: QueryKind) => ({
  kind,
  label: REPORT_BLOCKS[kind].name,
  shows: REPORT_BLOCKS[kind].shows,
});

/** Everything that can be inserted, in the order of the menu. What a block is of is chosen, never typed. */
export const MENU_BLOCKS: readonly MenuBlock[] = [
  {
    kind: "number",
    label: "Number of a configuration",
    shows: "Mean over seeds with interval and n",
    place: "inline",
    steps: [EXPERIMENT, COLUMN, CONFIG],
    write: ({ metric, experiment, config }) =>
      inlineNumber({ kind: "number", metric, experiment, config, show: "full" }),
  },
  {
    kind: "number",
    label: "Difference to the baseline",
    shows: "With the interval of the ablation table",
    place: "inline",
    steps: [EXPERIMENT, COLUMN, { ...CONFIG, fits: ({ aside }) => aside !== "baseline" }],
    write: ({ metric, experiment, config }) =>
      inlineNumber({ kind: "number", metric, experiment, config, difference: "baseline" }),
  },
  {
    kind: "number",
    label: "Number of one run",
    shows: "At the end of its training",
    place: "inline",
    steps: [EXPERIMENT, RUN, COLUMN],
    write: ({ metric, run }) => inlineNumber({ kind: "number", metric, run, show: "full" }),
  },
  {
    kind: "number",
    label: "Number of one evaluation",
    shows: "Over its problems",
    place: "inline",
    steps: [EXPERIMENT, evaluation("evaluation", "Evaluation"), COLUMN],
    write: (chosen) =>
      inlineNumber({ kind: "number", metric: chosen.metric, evaluation: chosen.evaluation, show: "full" }),
  },
  {
    ...named("ablation-table"),
    place: "block",
    steps: [EXPERIMENT],
    write: ({ experiment }) => blockOf({ kind: "ablation-table", experiment }),
  },
  {
    ...named("metric-chart"),
    place: "block",
    steps: [EXPERIMENT, SERIES],
    write: ({ metric, experiment }) => blockOf({ kind: "metric-chart", metric, experiment }),
  },
  {
    kind: "metric-chart",
    label: "Curve of one run",
    shows: "A metric along its training",
    place: "block",
    steps: [EXPERIMENT, RUN, SERIES],
    write: ({ metric, run }) => blockOf({ kind: "metric-chart", metric, runs: [run] }),
  },
  {
    ...named("findings"),
    place: "block",
    steps: [EXPERIMENT],
    write: ({ experiment }) => blockOf({ kind: "findings", experiment }),
  },
  {
    kind: "findings",
    label: "Checks in the margin",
    shows: "What objects, beside what follows",
    place: "block",
    steps: [EXPERIMENT],
    write: ({ experiment }) => blockOf({ kind: "findings", experiment, say: "checks" }),
  },
  {
    ...named("reward-variance"),
    place: "block",
    steps: [EXPERIMENT],
    write: ({ experiment }) => blockOf({ kind: "reward-variance", experiment }),
  },
  {
    ...named("comparison"),
    place: "block",
    steps: [EXPERIMENT, evaluation("a", "First evaluation"), evaluation("b", "Second evaluation")],
    write: ({ a, b }) => blockOf({ kind: "comparison", a, b }),
  },
  {
    ...named("before-after"),
    place: "block",
    steps: [EXPERIMENT],
    write: ({ experiment }) => blockOf({ kind: "before-after", experiment }),
  },
  {
    ...named("rollout"),
    place: "block",
    steps: [EXPERIMENT, RUN, { of: "group", as: "group", words: "Group" }],
    write: ({ run, group: chosen }) => {
      const { phase, step, group, n } = JSON.parse(chosen) as ChosenGroup;
      const completions = n > 1 ? ["1", "2"] : ["1"];
      return blockOf({ kind: "rollout", run, phase, step: String(step), group, completions });
    },
  },
  {
    ...named("audit"),
    place: "block",
    steps: [EXPERIMENT, RUN],
    write: ({ run }) => blockOf({ kind: "audit", run }),
  },
  {
    ...named("prm-distribution"),
    place: "block",
    steps: [EXPERIMENT, { of: "labelSets", as: "labels", words: "Labels" }],
    write: ({ labels }) => blockOf({ kind: "prm-distribution", labels }),
  },
  {
    kind: null,
    label: "Equation",
    shows: "TeX between two dollars",
    place: "block",
    steps: [],
    write: () => "$$\n\\hat A_i = \\frac{r_i - \\mathrm{mean}(r)}{\\mathrm{std}(r)}\n$$",
  },
];

/** A group of completions as its choice names it, as JSON. */
export interface ChosenGroup {
  phase: "train" | "eval";
  step: number;
  group: string;
  /** Its completions. */
  n: number;
}

/**
 * What to write in the place of `from` to `to` of a text for an entry of the menu: a block gets a paragraph of its own. The
 * cursor then stands at `cursor`.
 */
export function insertion(
  text: string,
  [from, to]: readonly [from: number, to: number],
  { place }: Pick<MenuBlock, "place">,
  written: string,
): { insert: string; cursor: number } {
  if (place === "inline") return { insert: written, cursor: from + written.length };
  const [before, after] = [text.slice(Math.max(0, from - 2), from), text.slice(to, to + 2)];
  const lead =
    from === 0 || before.endsWith("\n\n") || before === "\n" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const tail = after === "" ? "\n\n" : after === "\n\n" ? "\n" : after.startsWith("\n") ? "\n" : "\n\n";
  const insert = lead + written + tail;
  return { insert, cursor: from + insert.length };
}
