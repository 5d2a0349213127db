import type { AblationTable } from "../../../contracts/experiment.ts";
import { isDefinedByProtocol } from "../../../contracts/metrics.ts";
import type { ValueOnRecord } from "../../../contracts/on-record.ts";
import { apartWords, whyApart } from "../../../judgement/judge.ts";
import { blockOf, inlineNumber } from "../../../contracts/reports/report-text.ts";
import { asText, endsInWords, nameOf } from "./ablation.ts";

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
export function trainedRows(table: AblationTable): AblationTable["rows"] {
  return table.rows.filter((row) => row.metrics["reward/raw"]?.value != null);
}

const cell = (words: string[]): string => `| ${words.join(" | ")} |`;

/** Configuration by metric in one table, start and end of each in columns of their own. */
function beforeAndAfter(table: AblationTable): string {
  const columns = METRICS.flatMap((metric) => table.columns.find((c) => c.metric === metric) ?? []);
  const rows = trainedRows(table).map((row) => {
    const subject = {
      kind: "number" as const,
      experiment: table.experimentId,
      config: nameOf(table, row),
    };
    return cell([
      asText(row.config),
      ...columns.flatMap(({ metric }) => [
        inlineNumber({ ...subject, metric, at: "first", show: "value" }),
        inlineNumber({ ...subject, metric, show: "interval" }),
      ]),
    ]);
  });
  return [
    cell(["Configuration", ...columns.flatMap((c) => [`${c.title}, start`, "end"])]),
    cell(["---", ...columns.flatMap(() => ["---:", "---:"])]),
    ...rows,
  ].join("\n");
}

/** What each trained configuration went from and to in the first metric that it was evaluated in. */
function inWords(table: AblationTable): string {
  const column = METRICS.flatMap((metric) => table.columns.find((c) => c.metric === metric) ?? []).at(0);
  const trained = trainedRows(table);
  if (!column) return "No configuration of this experiment was evaluated.";
  if (trained.length === 0) return endsInWords(table, column);
  const { metric } = column;
  const each = trained.map((row) => {
    const subject = {
      kind: "number" as const,
      experiment: table.experimentId,
      config: nameOf(table, row),
      metric,
    };
    return `**${asText(row.config)}** goes from ${inlineNumber({ ...subject, at: "first", show: "value" })} to ${inlineNumber({ ...subject, show: "full" })}`;
  });
  return `In ${asText(column.title)}, ${each.join("; ")}.`;
}

/**
 * That all policies were measured alike, or why they were not: in the words of the judgement, asked of the metric among
 * `metrics` that most has to agree for. `measured` is one for each policy, by the ways of its start and its end.
 */
export function measuredWords(measured: readonly ValueOnRecord[], metrics: readonly string[]): string {
  if (measured.length === 0) return "No evaluation of it is stored.";
  const strictest = metrics.find(isDefinedByProtocol) ?? "eval/rr";
  const sides = measured.map((one) => ({ name: one.runId, of: [one] }));
  const apart = whyApart(strictest, sides);
  return apart
    ? asText(apartWords(apart))
    : "Measured on the same held-out problems under the same protocol.";
}

/** A report that sets the supervised start beside the policy after RL, problem by problem where one seed allows it. */
export function sftVsRlTemplate(
  table: AblationTable,
  pairs: StartAndEnd[],
  labelSets: LabelledRun[] = [],
  measured: readonly ValueOnRecord[] = [],
): string {
  const { experimentId: experiment } = table;
  const words = measuredWords(
    measured,
    table.columns.map(({ metric }) => metric),
  );
  const comparisons = pairs.map(
    ({ config, start, end }) => `### ${asText(config)}

${blockOf({ kind: "comparison", a: start, b: end })}`,
  );
  return `${inWords(table)}

${blockOf({ kind: "metric-chart", experiment, metric: "eval/rr_at_5" })}

${blockOf({ kind: "findings", experiment, say: "checks" })}

## Before and after, over seeds

${beforeAndAfter(table)}

Means over seeds; the interval is that of the end. ${words} The start is the evaluation at the first train step, the end is the final evaluation, never the best. Seeds share one SFT start, so the start scatters only where its evaluation does.

## Problem by problem

One seed of each configuration: the same problems, solved by the start (A) and by the trained policy (B), paired by problem. One policy each, so what the other seeds say stands under it.

${comparisons.length > 0 ? comparisons.join("\n\n") : "No run of this experiment was evaluated before its training, so the two cannot be paired."}

${labelSection(labelSets)}## What separates, and what does not

${blockOf({ kind: "findings", experiment, say: "verdicts" })}
`;
}
