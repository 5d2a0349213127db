import type { AblationTable } from "../../../contracts/experiment.ts";
import { blockOf, inlineNumber } from "../query/read-query.ts";
import { asText, nameOf } from "./ablation.ts";

/** The evaluation of the start and the final one of one seed of a configuration. */
export interface StartAndEnd {
  config: string;
  start: string;
  end: string;
}

/** A run of the experiment that labelled the steps of an evaluation. */
export interface LabelledRun {
  id: string;
  label: string;
  seed: number;
}

/** What the labelled steps look like; nothing where no run labelled any. */
function labelSection(labelSets: LabelledRun[]): string {
  if (labelSets.length === 0) return "";
  const parts = labelSets.map(
    ({ id, label, seed }) =>
      `Run ${asText(label)}, seed ${seed}:\n\n${blockOf({ kind: "prm-distribution", labels: id })}`,
  );
  return `## Labels for process rewards

Every step of the labelled episodes got the first of six rules that fits. The intervals resample whole episodes, because the steps of one episode are not independent.

${parts.join("\n\n")}

`;
}

const METRICS = ["eval/rr_at_5", "eval/rr", "eval/steps", "eval/da"];

/** Configurations with a training reward; a start or an evaluation alone has no before and after. */
function trainedRows(table: AblationTable): AblationTable["rows"] {
  return table.rows.filter((row) => row.metrics["reward/raw"]?.value != null);
}

function linesOf(table: AblationTable, metric: string): string {
  return trainedRows(table)
    .map((row) => {
      const subject = {
        kind: "number" as const,
        experiment: table.experimentId,
        config: nameOf(table, row),
        metric,
      };
      return `| ${asText(row.config)} | ${inlineNumber({ ...subject, at: "first", show: "full" })} | ${inlineNumber({ ...subject, show: "full" })} |`;
    })
    .join("\n");
}

/** A report that sets the supervised start beside the policy after RL, problem by problem where one seed allows it. */
export function sftVsRlTemplate(
  table: AblationTable,
  pairs: StartAndEnd[],
  labelSets: LabelledRun[] = [],
): string {
  const { experimentId: experiment } = table;
  const title = (metric: string) => table.columns.find((c) => c.metric === metric)?.title ?? metric;
  const tables = METRICS.filter((m) => table.columns.some((c) => c.metric === m)).map(
    (metric) => `### ${title(metric)}

| Configuration | SFT start | After RL |
| --- | --- | --- |
${linesOf(table, metric)}`,
  );
  const comparisons = pairs.map(
    ({ config, start, end }) => `### ${asText(config)}

${blockOf({ kind: "comparison", a: start, b: end })}`,
  );
  return `The policy before and after reinforcement learning, measured on the same held-out problems under the same protocol. The start is the evaluation at the first train step, the end is the final evaluation, never the best.

## Before and after, over seeds

${tables.join("\n\n")}

Seeds share one SFT start, so the column of the start scatters only where its evaluation does.

## Problem by problem

One seed of each configuration: the same problems, solved by the start (A) and by the trained policy (B).

${comparisons.length > 0 ? comparisons.join("\n\n") : "No run of this experiment was evaluated before its training, so the two cannot be paired."}

${labelSection(labelSets)}## Along training

${blockOf({ kind: "metric-chart", experiment, metric: "eval/rr_at_5" })}

## What separates, and what does not

${blockOf({ kind: "findings", experiment })}
`;
}
