import { z } from "zod";
import { idSchema } from "../../../contracts/ids.ts";
import type { ChartAnswer, ChartPanel } from "../../../contracts/reports/report-answer.ts";
import { REPORT_BLOCKS } from "../../../contracts/reports/report-blocks.ts";
import { printedUnit } from "../../../wording/quantities.ts";
import { answerChart } from "../answers/chart.ts";
import { pipeTable } from "../export/pipe-table.ts";
import { drawPanels, lineEnds } from "../html/draw-chart.ts";
import { listKey, metricKey, nameKey } from "./query-keys.ts";
import type { ReportBlock } from "./report-block.ts";

/** A metric along training: seed bands of an experiment's configurations, or single runs. */
const MetricChartQuery = z
  .strictObject({
    kind: z.literal("metric-chart"),
    metric: metricKey,
    experiment: idSchema("experiment").optional(),
    configs: listKey(nameKey, 24).optional(),
    runs: listKey(idSchema("run"), 24).optional(),
  })
  .refine((q) => (q.experiment === undefined) !== (q.runs === undefined), {
    message: "Say whose lines to draw: experiment (and configs, where not all), or runs.",
  });

export type MetricChartQuery = z.infer<typeof MetricChartQuery>;

/** A chart has no picture in Markdown: the end of every line stands for it. */
function chartText(panels: ChartPanel[], notes: string[]): string {
  const tables = panels.flatMap((panel) => {
    const { rows, cut } = lineEnds(panel);
    const table = pipeTable(
      ["Line", "Train step", `${panel.title} ${printedUnit(panel.unit)} [95 % CI]`, "Seeds"],
      rows.map(({ name, step, value, interval, seeds }) => [
        name,
        step,
        interval ? `${value} ${interval}` : value,
        seeds,
      ]),
    );
    return cut === null ? [table] : [table, cut];
  });
  return [...tables, ...notes].join("\n\n");
}

export const METRIC_CHART: ReportBlock<MetricChartQuery, ChartAnswer> = {
  query: MetricChartQuery,
  gives: "chart",
  answer: answerChart,
  draw: ({ panels, notes }, { label, said }) => drawPanels(panels, notes, label, said),
  text: ({ panels, notes }) => chartText(panels, notes),
  counted: () => "Figure",
  chipName: ({ panels }) =>
    `${REPORT_BLOCKS["metric-chart"].name} of ${panels.map(({ title }) => title).join(", ")}`,
};
