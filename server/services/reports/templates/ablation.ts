import type { AblationRow, AblationTable, TableColumn } from "../../../contracts/experiment.ts";
import { differs } from "../../../checks/rule.ts";
import { blockOf, inlineNumber } from "../../../contracts/reports/report-text.ts";
import { writeN } from "../../../wording/counts.ts";

/** The name by which a query finds a row again: its configuration, or the start of its hash where names repeat. */
export function nameOf(table: AblationTable, row: AblationTable["rows"][number]): string {
  const same = table.rows.filter((r) => r.config === row.config);
  return same.length === 1 && !row.config.includes(",") ? row.config : row.cell.slice(0, 12);
}

/** Words of an experiment that stand in Markdown as text: nothing in them starts a query, a formula or a link. */
export const asText = (text: string): string =>
  text.replace(/[\\`*_{}[\]<>$#|~]/g, "\\$&").replaceAll("\n", " ");

const REWARD = "reward/raw";
/** Of groups of completions, where a recipe has them. */
const OF_GROUPS = ["group/zero_share", "group/std"];

/** The first metric that is measured on held-out problems; a training reward only where there is none. */
const headline = (table: AblationTable) =>
  table.columns.find((c) => c.metric.startsWith("eval/")) ?? table.columns[0];

/** What the baseline reached, and each configuration that differs from it: numbers that stay numbers in the words around them. */
function inWords(
  { experimentId: experiment, rows, ...table }: AblationTable,
  { metric }: TableColumn,
): string {
  const named = (row: AblationRow) => ({
    experiment,
    config: nameOf({ experimentId: experiment, rows, ...table }, row),
    metric,
  });
  const baseline = rows.find((row) => row.baseline);
  if (!baseline) return "";
  const ends = inlineNumber({ kind: "number", ...named(baseline), show: "full" });
  const others = rows
    .filter((row) => differs(row.difference[metric]))
    .map((row) => {
      const difference = inlineNumber({ kind: "number", ...named(row), difference: "baseline" });
      return `; **${asText(row.config)}** ${inlineNumber({ kind: "number", ...named(row) })}, a difference of ${difference}`;
    });
  return `**${asText(baseline.config)}** ends at ${ends}${others.join("")}.`;
}

/** What each configuration reached in a metric, with n and interval where it has one, for runs that nothing is compared with. */
export function endsInWords(table: AblationTable, { metric, title, problems }: TableColumn): string {
  const ends = table.rows
    .filter((row) => row.metrics[metric]?.value != null)
    .map((row) => {
      const subject = { experiment: table.experimentId, config: nameOf(table, row), metric };
      return `**${asText(row.config)}** ends at ${inlineNumber({ kind: "number", ...subject, show: "full" })}`;
    });
  if (ends.length === 0) return `No configuration of this experiment has a value of ${asText(title)} yet.`;
  const on = problems ? ` (${writeN(problems)})` : "";
  return `In ${asText(title)}${on}, ${ends.join("; ")}.`;
}

/**
 * A report of an ablation. Every number in it is a query; what separates and what does not is said by the findings.
 * @param measures what its runs measure in training: what none of them does has no part
 */
export function ablationTemplate(table: AblationTable, measures: ReadonlySet<string>): string {
  const lead = headline(table);
  const second = table.columns.find((c) => c.metric === "eval/steps");
  const shown = [lead.metric, ...(second && second !== lead ? [second.metric] : [])];
  const experiment = table.experimentId;
  const hasGroups = OF_GROUPS.some((metric) => measures.has(metric));
  const training = `## Training

${blockOf({ kind: "metric-chart", experiment, metric: REWARD })}

`;
  const gradient = `## Where the gradient goes

A group whose rewards are all equal carries no gradient.

${blockOf({ kind: "reward-variance", experiment })}

`;
  return `${resultOf(table, lead, shown)}
${lead.metric !== REWARD && measures.has(REWARD) ? training : ""}${hasGroups ? gradient : ""}## What this does not show

${NOT_SEPARABLE}

${othersOf(table, lead)}`;
}

/** The same of runs from outside: of what nobody stated nothing is claimed, and nothing is drawn that they did not send. */
export function externalTemplate(table: AblationTable): string {
  const lead = table.columns.find(({ primary }) => primary) ?? table.columns[0];
  const others = table.columns.flatMap(({ metric }) => (metric === lead.metric ? [] : [metric]));
  return `${resultOf(table, lead, [lead.metric, ...others.slice(0, MOST_BESIDE)])}
## What this does not show

The intervals are over seeds as they were sent. By which reward function these runs were trained, on which problems they were measured and from which weights they began is known only where somebody stated it. ${NOT_SEPARABLE}

${othersOf(table, lead)}`;
}

/** Metrics beside the first in the table of a draft: as many as stand beside it on a page. */
const MOST_BESIDE = 1;

/** Metrics that a block takes by their names. */
const MOST_METRICS = 8;

/** What is said of the metrics that the report does not begin with; nothing where that is the only one. */
function othersOf(table: AblationTable, lead: TableColumn): string {
  const metrics = table.columns.flatMap(({ metric }) => (metric === lead.metric ? [] : [metric]));
  if (metrics.length === 0) return "";
  const some = metrics.length <= MOST_METRICS ? { metrics } : null;
  return `${blockOf({ kind: "findings", experiment: table.experimentId, ...some, say: "verdicts" })}
`;
}

const NOT_SEPARABLE = "A difference whose interval contains zero is not significant with these seeds.";

/** The answer with its numbers, the curve of the headline metric, and the table, with what objects beside it. */
function resultOf(table: AblationTable, lead: TableColumn, shown: string[]): string {
  const experiment = table.experimentId;
  const isAlone = table.rows.length > 0 && !table.rows.some((row) => !row.baseline);
  const answer = `${blockOf({ kind: "findings", experiment, metrics: [lead.metric], say: "answer" })}

${inWords(table, lead)}`;
  // Where there is nothing to compare with, that is no answer: what was measured is.
  return `${isAlone ? endsInWords(table, lead) : answer}

${blockOf({ kind: "metric-chart", experiment, metric: lead.metric })}

${blockOf({ kind: "findings", experiment, say: "checks" })}

${blockOf({ kind: "ablation-table", experiment, metrics: shown })}

`;
}
