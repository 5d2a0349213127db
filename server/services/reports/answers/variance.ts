import { possibleRange } from "../../../contracts/possible-range.ts";
import type { SmallEstimate, VarianceAnswer } from "../../../contracts/reports/report-answer.ts";
import type { RewardVarianceQuery } from "../../../contracts/reports/report-query.ts";
import { ServiceError } from "../../../errors.ts";
import { meanOfMetric } from "../../../stats/within-possible.ts";
import type { Cell } from "../../experiments/cells.ts";
import { LAST_STEPS } from "../../../contracts/metrics.ts";
import { writeCaption } from "../../../wording/charts/bands.ts";
import { cutWords } from "../../../wording/charts/feet.ts";
import { MEAN_WITH_INTERVAL } from "../../../wording/seeds.ts";
import type { Sliced } from "../../series/sliced.ts";
import type { Answered, Reading } from "./reading.ts";
import { bandPanel, pointData } from "./chart.ts";
import { digestOf } from "./digest.ts";
import { readMetric } from "./read-metric.ts";
import { finishedRuns, requireCells } from "./subject.ts";

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
export function* answerVariance(reading: Reading, query: RewardVarianceQuery): Sliced<Answered> {
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
