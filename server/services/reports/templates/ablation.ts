import type { AblationTable, TableColumn } from "../../../contracts/experiment.ts";
import { blockOf, inlineNumber } from "../query/read-query.ts";

/** The name by which a query finds a row again: its configuration, or the start of its hash where names repeat. */
export function nameOf(table: AblationTable, row: AblationTable["rows"][number]): string {
  const same = table.rows.filter((r) => r.config === row.config);
  return same.length === 1 && !row.config.includes(",") ? row.config : row.cell.slice(0, 12);
}

/** Words of an experiment that stand in Markdown as text: nothing in them starts a query, a formula or a link. */
export const asText = (text: string): string =>
  text.replace(/[\\`*_{}[\]<>$#|~]/g, "\\$&").replaceAll("\n", " ");

/** The first metric that is measured on held-out problems; a training reward only where there is none. */
const headline = (table: AblationTable) =>
  table.columns.find((c) => c.metric.startsWith("eval/")) ?? table.columns[0];

function perConfig(table: AblationTable, metric: string): string {
  return table.rows
    .map((row) => {
      const subject = { experiment: table.experimentId, config: nameOf(table, row), metric };
      const value = inlineNumber({ kind: "number", ...subject, show: "full" });
      if (row.baseline)
        return `- **${asText(row.config)}**${row.config === "baseline" ? "" : ", the baseline"}: ${value}`;
      const difference = inlineNumber({ kind: "number", ...subject, difference: "baseline" });
      return `- **${asText(row.config)}**: ${value}, difference to the baseline ${difference}`;
    })
    .join("\n");
}

/** A report of an ablation. Every number in it is a query; what separates and what does not is said by the findings. */
export function ablationTemplate(table: AblationTable): string {
  const lead = headline(table);
  const second = table.columns.find((c) => c.metric === "eval/steps");
  const shown = [lead.metric, ...(second && second !== lead ? [second.metric] : [])];
  const experiment = table.experimentId;
  return `${resultOf(table, lead, shown)}
${blockOf({ kind: "metric-chart", experiment, metric: "reward/raw" })}

## Where the gradient goes

A group whose rewards are all equal carries no gradient. The share of such groups, why they are dead, and the spread inside the others:

${blockOf({ kind: "reward-variance", experiment })}

## What this does not show

The intervals are over RL seeds; the SFT start and the problems are fixed. ${NOT_SEPARABLE}

${blockOf({ kind: "findings", experiment })}
`;
}

/** The same of runs from outside: of what nobody stated nothing is claimed, and nothing is drawn that they did not send. */
export function outsideTemplate(table: AblationTable): string {
  const lead = table.columns.find(({ primary }) => primary) ?? table.columns[0];
  const metrics = table.columns.map(({ metric }) => metric);
  return `${resultOf(table, lead, [lead.metric, ...metrics.filter((metric) => metric !== lead.metric)])}
## What this does not show

The intervals are over seeds as they were sent. By which reward function these runs were trained, on which problems they were measured and from which weights they began is known only where somebody stated it. ${NOT_SEPARABLE}

${blockOf({ kind: "findings", experiment: table.experimentId })}
`;
}

const NOT_SEPARABLE =
  "A difference whose interval holds zero is not separable with these seeds, and the sentences below say how large a difference this design could have shown.";

/** The verdict, the table, each configuration, and the curve of the headline metric. */
function resultOf(table: AblationTable, lead: TableColumn, shown: string[]): string {
  const experiment = table.experimentId;
  return `${blockOf({ kind: "findings", experiment, metrics: [lead.metric], say: "verdicts" })}

## Result

Every value is a mean over seeds with its interval; a difference is to the baseline, with the interval adjusted for all comparisons of the table.

${blockOf({ kind: "ablation-table", experiment, metrics: shown })}

${lead.title}, configuration by configuration:

${perConfig(table, lead.metric)}

## Training

${blockOf({ kind: "metric-chart", experiment, metric: lead.metric })}
`;
}
