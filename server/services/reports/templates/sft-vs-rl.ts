import { EVALUATION_METRIC_NAMES } from "../../../../workers/protocol/metrics/evaluation-metrics.ts";
import type { AblationTable } from "../../../contracts/experiment.ts";
import { blockOf } from "../../../contracts/reports/report-text.ts";
import { asText, endsInWords, nameOf } from "./ablation.ts";

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

Every step of the labeled episodes got the first of six rules that fits. The intervals resample whole episodes, because the steps of one episode are not independent.

${parts.join("\n\n")}

`;
}

/** Configurations that a chart takes by their names. */
const MOST_LINES = 24;

const METRICS: readonly string[] = EVALUATION_METRIC_NAMES;

/** Configurations with a training reward; a start or an evaluation alone has no before and after. */
export function trainedRows(table: AblationTable): AblationTable["rows"] {
  return table.rows.filter((row) => row.metrics["reward/raw"]?.value != null);
}

/**
 * A report that sets the supervised start beside the policy after RL: the answer, the curve of the trained configurations with
 * what objects beside it, and all pairs in one table.
 * @param hasPairs whether any run was evaluated before its training and after
 */
export function sftVsRlTemplate(
  table: AblationTable,
  hasPairs: boolean,
  labelSets: LabelledRun[] = [],
): string {
  const { experimentId: experiment } = table;
  const column = METRICS.flatMap((metric) => table.columns.find((c) => c.metric === metric) ?? []).at(0);
  const trained = trainedRows(table);
  const configs = trained.map((row) => nameOf(table, row));
  const reached = column ? endsInWords(table, column) : "No configuration of this experiment was evaluated.";
  return `${hasPairs ? blockOf({ kind: "before-after", experiment, say: "answer" }) : reached}

${blockOf({
  kind: "metric-chart",
  experiment,
  metric: column?.metric ?? METRICS[0],
  ...(configs.length > 0 && configs.length <= MOST_LINES ? { configs } : null),
})}

${blockOf({ kind: "findings", experiment, say: "checks" })}

## Before and after

${hasPairs ? blockOf({ kind: "before-after", experiment }) : "No run of this experiment was evaluated before its training, so the two cannot be paired."}

${labelSection(labelSets)}## What separates, and what does not

${blockOf({ kind: "findings", experiment, say: "verdicts" })}
`;
}
