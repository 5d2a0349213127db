import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { readPoints, stepSeries } from "#db/points/read-points.ts";
import { DEFAULT_AXIS } from "../../../../workers/protocol/default-axis.ts";
import { metricInfo } from "../../../../workers/protocol/metrics.ts";
import type { ChartLine, ChartPanel } from "../../../contracts/report-answer.ts";
import { valuesOrNull } from "../../../contracts/printed-window.ts";
import type { MetricChartQuery } from "../../../contracts/report-query.ts";
import type { SeedBand } from "../../../contracts/series.ts";
import { ServiceError } from "../../../errors.ts";
import { apartWords, whyApart } from "../../../judgement/judge.ts";
import { valueOnRecord } from "../../../judgement/on-record.ts";
import { runsOnRecord, sidesOfCells } from "../../judgement/runs.ts";
import { seedBands } from "../../series/bands.ts";
import { seriesWindow } from "../../series/window.ts";
import type { Cell } from "../../experiments/cells.ts";
import { writePlace } from "../../../wording/axes.ts";
import { countOf, writeOf } from "../../../wording/counts.ts";
import { withoutPlace } from "../../../wording/feet.ts";
import { writeSeeds } from "../../../wording/seeds.ts";
import type { Answered } from "./answered.ts";
import { digestOf } from "./digest.ts";
import type { Reading } from "./reading.ts";
import { requireCell, requireCells, requireRunOf } from "./subject.ts";

/** Points of a line that a printed chart can show apart. */
const POINTS = 120;

/** Every stored point of a metric of some runs: what a curve is computed from. */
export function pointData(reading: Reading, runIds: string[], metric: string): unknown[] {
  return selectLatestAttempts(reading.ctx.db, runIds).map((attempt) => {
    const [series] = stepSeries(reading.ctx.db, [attempt.id], [metric]);
    const points = series ? readPoints(reading.ctx.db, series.id) : [];
    return [attempt.runId, points.map(({ x, value, kind }) => [x, value, kind])];
  });
}

const runsOf = (cells: Cell[]) => cells.flatMap((c) => [...c.bySeed.values()].map((s) => s.run));

const lineOfBand = (band: SeedBand): ChartLine => ({
  label: band.config,
  baseline: band.baseline,
  seeds: band.seeds,
  x: band.x,
  mean: band.mean,
  low: band.low,
  high: band.high,
});

/** Where points are NaN or infinite, and how few seeds are left for the mean there: that of the others looks better. */
export function lostSeeds({ config, seeds, x, n, nonFinite, aligned }: SeedBand): string[] {
  const at = x.flatMap((_, i) => (nonFinite[i] > 0 ? [i] : []));
  if (at.length === 0) return [];
  const fewest = Math.min(...at.map((i) => n[i]));
  const of = fewest === seeds ? "the other points" : `as few as ${writeOf(fewest, seeds, "seed")}`;
  const first = `${aligned === "exact" ? "" : "about "}step ${writePlace(x[at[0]])}`;
  const where = at.length > 1 ? `${writeOf(at.length, x.length, "place")}, first at ${first}` : first;
  return [`${config}: NaN or infinite at ${where}; the mean there is of ${of}.`];
}

/** That single seeds stand on another axis only, or begin on this one twice: the mean is of the others. */
export function missingSeeds({ config, elsewhere, restarted }: SeedBand): string[] {
  const left = elsewhere + restarted;
  if (left === 0) return [];
  return [`${config}: ${withoutPlace(left, "seed", "place over train step")}.`];
}

/** Curves of a metric with seed bands, for the asked configurations of an experiment, and what is to be said of them. */
export function bandPanel(
  reading: Reading,
  experimentId: string,
  metric: string,
  cells: Cell[],
): { panel: ChartPanel; data: unknown; notes: string[] } {
  const { title, unit } = metricInfo(metric);
  const wanted = new Set(cells.map((c) => c.cell));
  const bands = seedBands(reading.ctx, { experimentId, metric, xAxis: DEFAULT_AXIS, points: POINTS });
  const asked = bands.filter((b) => wanted.has(b.cell));
  // Printed charts are by train step: a line over another axis would be read as one.
  const drawn = asked.filter((b) => b.axis === DEFAULT_AXIS && b.x.length > 0);
  const elsewhere = asked.filter((b) => b.axis !== DEFAULT_AXIS).map((b) => b.config);
  const panel = { metric, title, unit, lines: drawn.map(lineOfBand) };
  const ids = runsOf(cells).map((r) => r.id);
  const apart = whyApart(metric, sidesOfCells(reading.ctx, cells, metric));
  const notes = [
    ...(apart ? [apartWords(apart)] : []),
    ...panelNotes(panel, cells.length, elsewhere),
    ...drawn.flatMap(missingSeeds),
    ...drawn.flatMap(lostSeeds),
  ];
  return { panel, data: pointData(reading, ids, metric), notes };
}

/** What a chart does not show, in sentences. */
export function panelNotes(panel: ChartPanel, asked: number, elsewhere: string[]): string[] {
  const few = panel.lines.filter((l) => l.seeds < 3);
  const empty = asked - panel.lines.length - elsewhere.length;
  return [
    ...(few.length > 0
      ? [
          `No band for ${few.map((l) => `${l.label} (${writeSeeds(l.seeds)})`).join(", ")}: an interval needs 3 seeds.`,
        ]
      : []),
    ...(elsewhere.length > 0
      ? [`${elsewhere.join(", ")}: ${panel.title} has no train step and is not drawn.`]
      : []),
    ...(empty > 0 ? [`${writeOf(empty, asked)} have no point of ${panel.title}.`] : []),
  ];
}

function ofRuns(reading: Reading, metric: string, ids: string[]): Answered {
  const runs = ids.map((id) => requireRunOf(reading, id));
  const { title, unit, definition } = metricInfo(metric);
  const windows = seriesWindow(reading.ctx, {
    runIds: ids,
    metrics: [metric],
    buckets: POINTS,
  });
  const newest = new Map(windows.map((w) => [w.runId, w]));
  const lines = runs.flatMap((run): ChartLine[] => {
    const window = newest.get(run.id);
    if (!window) return [];
    const x = [...window.x0];
    const mean = valuesOrNull(window.mean);
    const none = x.map(() => null);
    return [{ label: run.name, baseline: false, seeds: 1, x, mean, low: none, high: none }];
  });
  const bad = windows.reduce(
    (sum, w) => sum + [...w.nan, ...w.posInf, ...w.negInf].reduce((a, b) => a + b, 0),
    0,
  );
  const panel: ChartPanel = { metric, title, unit, lines };
  const drawn = [
    ...runsOnRecord(
      reading.ctx,
      runs.filter(({ id }) => newest.has(id)),
    ).values(),
  ];
  const apart = whyApart(
    metric,
    drawn.map((run) => ({ name: "", of: [valueOnRecord(run, metric)] })),
  );
  return {
    answer: {
      kind: "chart",
      subject: runs.map((r) => r.name).join(", "),
      definition,
      method: "one line per run, no band: one run has no seeds",
      runs: runs.map(({ id, name }) => ({ id, name })),
      evaluations: [],
      source: "live",
      computedAt: reading.at,
      panels: [panel],
      notes: [
        ...(apart ? [apartWords(apart)] : []),
        ...(lines.length < runs.length
          ? [`${writeOf(runs.length - lines.length, runs.length)} have no point of ${title}.`]
          : []),
        ...(bad > 0 ? [`${countOf(bad, "value is", "values are")} NaN or infinite and not drawn.`] : []),
      ],
    },
    digest: digestOf({ metric, data: pointData(reading, ids, metric) }),
  };
}

/** Answers a chart of a metric along training. */
export function answerChart(reading: Reading, query: MetricChartQuery): Answered {
  if (query.runs) return ofRuns(reading, query.metric, query.runs);
  const experimentId = query.experiment ?? "";
  const all = requireCells(reading, experimentId);
  const cells = query.configs?.map((name) => requireCell(reading, experimentId, name)) ?? all;
  if (cells.length === 0) throw new ServiceError("not_found", "The experiment has no runs to draw.");
  const { panel, data, notes } = bandPanel(reading, experimentId, query.metric, cells);
  return {
    answer: {
      kind: "chart",
      subject: cells.map((c) => c.config).join(", "),
      definition: metricInfo(query.metric).definition,
      method: "mean over seeds at each train step; bands: 95 % t interval over seeds, none below 3",
      runs: runsOf(cells).map(({ id, name }) => ({ id, name })),
      evaluations: [],
      source: "live",
      computedAt: reading.at,
      panels: [panel],
      notes,
    },
    digest: digestOf({ metric: query.metric, cells: cells.map((c) => c.cell), data }),
  };
}
