import { doAtOnce } from "../../series/sliced.ts";
import { expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import type { ChartAnswer } from "../../../contracts/reports/report-answer.ts";
import { METRIC_CHART, type MetricChartQuery } from "../blocks/metric-chart.ts";
import { textOf } from "../../../contracts/reports/report-tree.ts";
import { addPoints, METRIC, resume, steps, worldWithRuns } from "../../series/testing.ts";
import type { World } from "../../testing.ts";
import { drawPanels } from "../html/draw-chart.ts";
import { printTree } from "../html/print-tree.ts";
import { answerChart } from "./chart.ts";
import { startReading } from "./reading.ts";

function chart(world: World, question: Partial<MetricChartQuery>): ChartAnswer {
  const query = METRIC_CHART.query.parse({ kind: "metric-chart", metric: METRIC, ...question });
  return doAtOnce(answerChart(startReading(world.ctx), query)).answer;
}
const drawn = ({ panels }: ChartAnswer) => drawPanels(panels);

test("a seed that was killed leaves a mean of the others, which is printed dashed from there on", () => {
  const { world, runs } = worldWithRuns(3);
  for (const [i, { attemptId }] of runs.entries())
    addPoints(world, attemptId, METRIC, steps(i === 0 ? 20 : 60));
  const answer = chart(world, { experiment: selectRun(world.ctx.db, runs[0].runId)?.experimentId ?? "" });
  const [{ n, seeds }] = answer.panels[0].lines;
  expect([seeds, n?.at(0), n?.at(-1)]).toEqual([3, 3, 2]);
  expect(printTree(drawn(answer))).toContain('stroke-dasharray="3 3"');
  expect(drawn(answer).map(textOf).join(" ")).toContain("Dashed where not every seed has a point.");
});

test("a resumed run has a line for each attempt, a seam between them, and one colour", () => {
  const { world, runs } = worldWithRuns();
  const [{ runId, attemptId }] = runs;
  addPoints(world, attemptId, METRIC, steps(30));
  const second = resume(world, attemptId);
  addPoints(world, second, METRIC, [
    [21, 5],
    [22, Number.NaN],
    [23, 6],
  ]);
  const answer = chart(world, { runs: [runId] });
  const [panel] = answer.panels;
  expect(panel.lines.map(({ attempt, x }) => [attempt, x[0], x.at(-1)])).toEqual([
    [1, 1, 20],
    [2, 21, 23],
  ]);
  expect(panel.seams).toEqual([{ x: 21, label: "attempt 2" }]);
  expect(panel.lines[1].nonFinite).toEqual([0, 1, 0]);
  expect(answer.notes).toContain("1 value is NaN or infinite; crosses under the axis say where.");
  const html = printTree(drawn(answer));
  expect(html).toContain('class="r-seam"');
  expect(html).toContain(">attempt 2</text>");
  expect(html).not.toContain("r-c1");
});
