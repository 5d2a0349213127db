/** What the insert menu puts into a text; `experiment` is the id of the experiment the report is about. */
export interface Skeleton {
  label: string;
  /** Inside a line, or a paragraph of its own. */
  place: "inline" | "block";
  text: (experiment: string) => string;
}

const block = (kind: string, lines: string[]) => `\`\`\`ablab ${kind}\n${lines.join("\n")}\n\`\`\``;

export const SKELETONS: Skeleton[] = [
  {
    label: "Number of a configuration",
    place: "inline",
    text: (e) => `{{number metric: eval/rr_at_5; experiment: ${e}; config: baseline; show: full}}`,
  },
  {
    label: "Difference to the baseline",
    place: "inline",
    text: (e) => `{{number metric: eval/rr_at_5; experiment: ${e}; config: no_kl; difference: baseline}}`,
  },
  {
    label: "Number of one run",
    place: "inline",
    text: () => "{{number metric: eval/rr_at_5; run: run_…}}",
  },
  {
    label: "Ablation table",
    place: "block",
    text: (e) => block("ablation-table", [`experiment: ${e}`, "metrics: eval/rr_at_5, eval/steps"]),
  },
  {
    label: "Findings in words",
    place: "block",
    text: (e) => block("findings", [`experiment: ${e}`]),
  },
  {
    label: "Curves of a metric",
    place: "block",
    text: (e) => block("metric-chart", ["metric: reward/raw", `experiment: ${e}`]),
  },
  {
    label: "Reward variance",
    place: "block",
    text: (e) => block("reward-variance", [`experiment: ${e}`]),
  },
  {
    label: "Comparison of two evaluations",
    place: "block",
    text: () => block("comparison", ["a: evl_…", "b: evl_…"]),
  },
  {
    label: "Completions of a group",
    place: "block",
    text: () => block("rollout", ["run: run_…", "step: 0", "group: …", "completions: 1, 2"]),
  },
  {
    label: "Step labels",
    place: "block",
    text: () => block("prm-distribution", ["labels: lbl_…"]),
  },
  {
    label: "Equation",
    place: "block",
    text: () => "$$\n\\hat A_i = \\frac{r_i - \\mathrm{mean}(r)}{\\mathrm{std}(r)}\n$$",
  },
];

/** The text with a skeleton at a place; a block gets its own paragraph. Gives where the cursor then stands. */
export function insertAt(
  markdown: string,
  at: number,
  skeleton: Skeleton,
  experiment: string,
): { markdown: string; cursor: number } {
  const [before, after] = [markdown.slice(0, at), markdown.slice(at)];
  const text = skeleton.text(experiment);
  if (skeleton.place === "inline") return { markdown: before + text + after, cursor: at + text.length };
  const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const tail = after.startsWith("\n\n") || after === "" ? "\n" : after.startsWith("\n") ? "\n" : "\n\n";
  const whole = before + lead + text + tail;
  return { markdown: whole + after, cursor: whole.length };
}
