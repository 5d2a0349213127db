import { z } from "zod";
import { idSchema } from "../../../contracts/ids.ts";
import { LAST_STEPS } from "../../../contracts/metrics.ts";
import { possibleRange } from "../../../contracts/possible-range.ts";
import type { SmallEstimate, VarianceAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { ServiceError } from "../../../errors.ts";
import { meanOfMetric } from "../../../stats/within-possible.ts";
import { writeCaption } from "../../../wording/charts/bands.ts";
import { cutWords } from "../../../wording/charts/feet.ts";
import { writeCount } from "../../../wording/counts.ts";
import { decimalsAlike } from "../../../wording/quantities.ts";
import { MEAN_WITH_INTERVAL } from "../../../wording/seeds.ts";
import type { Cell } from "../../experiments/cells.ts";
import type { Sliced } from "../../series/sliced.ts";
import { bandPanel, pointData } from "../answers/chart.ts";
import { digestOf } from "../answers/digest.ts";
import { readMetric } from "../answers/read-metric.ts";
import type { Answered, Reading } from "../answers/reading.ts";
import { finishedRuns, requireCells } from "../answers/subject.ts";
import { pipeTable, quantity } from "../export/pipe-table.ts";
import { drawPanels } from "../html/draw-chart.ts";
import { estimateCell, head, table } from "../html/draw-table.ts";
import { h } from "../html/element.ts";
import type { ReportBlock } from "./report-block.ts";

/** Where the gradient comes from: dead groups and the spread inside groups, along training and at its end. */
const RewardVarianceQuery = z.strictObject({
  kind: z.literal("reward-variance"),
  experiment: idSchema("experiment"),
});

export type RewardVarianceQuery = z.infer<typeof RewardVarianceQuery>;

const CURVES = ["group/zero_share", "group/std"];
/** Bytes that are held for a run: its part of two charts and four quantities. */
const HELD_PER_RUN = 76 * 2 ** 10;

const CAUSES = ["group/all_solved_share", "group/all_failed_share"];

function* endOf(reading: Reading, cell: Cell, metric: string): Sliced<SmallEstimate> {
  const values: number[] = [];
  for (const run of finishedRuns(cell)) {
    const { value } = readMetric(reading, run.id, metric).estimate;
    if (value !== null) values.push(value);
    yield;
  }
  const { value, low, high } = meanOfMetric(metric, values);
  return { value, low, high };
}

/** That intervals of the table end where the quantity does; none where all lie within. */
function cutNotes(rows: VarianceAnswer["rows"]): string[] {
  const measured = rows.flatMap(({ zero, solved, failed, std }): [string, SmallEstimate][] => [
    [CURVES[0], zero],
    [CAUSES[0], solved],
    [CAUSES[1], failed],
    [CURVES[1], std],
  ]);
  const all = measured.flatMap(([metric, { low, high }]) =>
    possibleRange(metric).filter((bound) => bound !== null && (bound === low || bound === high)),
  );
  const bounds = [...new Set(all.filter((bound) => bound !== null))].toSorted((a, b) => a - b);
  return bounds.length > 0 ? [`Intervals of the table are ${cutWords(bounds, "share")}.`] : [];
}

type Panel = ReturnType<typeof bandPanel> extends Sliced<infer Made> ? Made : never;

/** What is said of every chart, and what of one alone, behind the title of that. */
function sharedOf(panels: Panel[], read: (said: Panel["said"]) => string[]) {
  const [first, ...others] = panels;
  const common = read(first.said).filter((words) => others.every(({ said }) => read(said).includes(words)));
  const own = panels.map(({ panel, said }) => ({
    title: panel.title,
    words: read(said).filter((words) => !common.includes(words)),
  }));
  return { common, own };
}

/** What is said of every chart is said once; anything else with the chart that it is of. */
function notesOf(panels: Panel[]): string[] {
  const whole = sharedOf(panels, ({ apart, few }) => [...apart, ...few]);
  const foot = sharedOf(panels, (said) => said.foot);
  return [
    ...whole.common,
    ...whole.own.flatMap(({ title, words }) => words.map((one) => `${title}: ${one}`)),
    ...[writeCaption(foot.common) ?? []].flat(),
    ...foot.own.flatMap(({ title, words }) =>
      words.length > 0 ? [`${title}: ${words.join("; ").replace(/\.$/, "")}.`] : [],
    ),
  ];
}

/** Answers where the gradient comes from: curves of dead groups and spread, and their causes at the end of training. */
function* answerVariance(reading: Reading, query: RewardVarianceQuery): Sliced<Answered<VarianceAnswer>> {
  const cells = requireCells(reading, query.experiment, HELD_PER_RUN);
  if (cells.length === 0) throw new ServiceError("not_found", "The experiment has no runs.");
  const panels: Panel[] = [];
  for (const metric of CURVES) panels.push(yield* bandPanel(reading, query.experiment, metric, cells));
  const finished = cells.flatMap(finishedRuns);
  const rows: VarianceAnswer["rows"] = [];
  for (const cell of cells)
    rows.push({
      config: cell.config,
      baseline: cell.baseline,
      n: finishedRuns(cell).length,
      zero: yield* endOf(reading, cell, CURVES[0]),
      solved: yield* endOf(reading, cell, CAUSES[0]),
      failed: yield* endOf(reading, cell, CAUSES[1]),
      std: yield* endOf(reading, cell, CURVES[1]),
    });
  const answer: VarianceAnswer = {
    kind: "variance",
    subject: cells.map((c) => c.config).join(", "),
    definition:
      "share of drawn groups whose shaped rewards are all equal (no gradient), and the sample standard deviation inside groups",
    method: `curves: ${MEAN_WITH_INTERVAL}; table: each finished run's mean of the last ${LAST_STEPS} train steps, then mean over seeds`,
    runs: cells.flatMap((c) => [...c.bySeed.values()].map(({ run: { id, name } }) => ({ id, name }))),
    evaluations: [],
    source: "live",
    computedAt: reading.at,
    panels: panels.map((p) => p.panel),
    rows,
    notes: [...notesOf(panels), ...cutNotes(rows)],
  };
  const ids = finished.map((r) => r.id);
  const data = panels.map((p) => p.data);
  for (const metric of CAUSES) data.push(yield* pointData(reading, ids, metric));
  return { answer, digest: digestOf({ cells: cells.map((c) => c.cell), data }) };
}

/** Dead groups and their causes at the end of training. */
function drawVarianceTable(answer: VarianceAnswer): ReportNode {
  const heads = [
    head("Configuration", "", false),
    head("Zero-variance groups", "% [95 % CI]"),
    head("all solved", "%"),
    head("all failed", "%"),
    head("Group std", "points [95 % CI]"),
    head("Seeds", ""),
  ];
  const alone = (e: SmallEstimate) => estimateCell({ ...e, low: null, high: null }, "share");
  const alike = decimalsAlike(answer.rows.map(({ std }) => ({ ...std, unit: "points" })));
  const rows = answer.rows.map((row) =>
    h(
      "tr",
      { class: row.baseline ? "r-baseline" : null },
      h("th", { scope: "row" }, row.config, row.baseline && row.config !== "baseline" ? ", baseline" : ""),
      estimateCell(row.zero, "share"),
      alone(row.solved),
      alone(row.failed),
      estimateCell(row.std, "points", { alike }),
      h("td", { class: "num" }, writeCount(row.n)),
    ),
  );
  return table("Reward variance at the end of training", heads, rows);
}

const varianceText = (answer: VarianceAnswer): string =>
  [
    pipeTable(
      ["Configuration", "Zero-variance groups %", "all solved %", "all failed %", "Group std", "Seeds"],
      answer.rows.map((r) => [
        r.config,
        quantity(r.zero, "share"),
        quantity(r.solved, "share"),
        quantity(r.failed, "share"),
        quantity(r.std, "points"),
        writeCount(r.n),
      ]),
    ),
    ...answer.notes,
  ].join("\n\n");

export const REWARD_VARIANCE: ReportBlock<RewardVarianceQuery, VarianceAnswer> = {
  query: RewardVarianceQuery,
  gives: "variance",
  answer: answerVariance,
  draw: (answer, { label, said }) => [
    ...drawPanels(answer.panels, answer.notes, label, said),
    drawVarianceTable(answer),
  ],
  text: varianceText,
  counted: () => "Figure",
};
