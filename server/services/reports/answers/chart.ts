import { selectLatestAttempts } from "#db/queries/attempts.ts";
import type { SeriesFacts } from "#db/points/point-store.ts";
import { readPoints, stepSeries } from "#db/points/read-series.ts";
import { DEFAULT_AXIS } from "../../../../workers/protocol/default-axis.ts";
import { metricInfo } from "../../../../workers/protocol/metrics/metrics.ts";
import { BandsQuestion, type SeedBand } from "../../../contracts/charts/bands.ts";
import type { ChartAnswer, ChartLine, ChartPanel } from "../../../contracts/reports/report-answer.ts";
import { valuesOrNull } from "../../../contracts/charts/printed-window.ts";
import type { MetricChartQuery } from "../blocks/metric-chart.ts";
import { bandKey } from "../../../contracts/charts/band-key.ts";
import { showBands } from "../../../contracts/charts/shown-bands.ts";
import type { SeriesWindow } from "../../../contracts/charts/series.ts";
import { ServiceError } from "../../../errors.ts";
import { apartWords, whyApart } from "../../../checks/judge.ts";
import { valueOnRecord } from "../../../checks/on-record.ts";
import { rewardRange, whyBandsNotRanked } from "../../../checks/standings.ts";
import { runsOnRecord } from "../../comparability/runs.ts";
import { bandsOfCells } from "../../bands/bands.ts";
import { ANSWER_BYTES } from "../../answer-room.ts";
import type { Sliced } from "../../series/sliced.ts";
import { seriesWindow } from "../../series/window.ts";
import type { Cell } from "../../experiments/cells.ts";
import { bandCaption, bandCaptionParts, linesWithoutInterval } from "../../../wording/charts/bands.ts";
import { countOf, writeOf } from "../../../wording/counts.ts";
import { SEEDS_FOR_INTERVAL } from "../../../wording/seeds.ts";
import type { Answered, Reading } from "./reading.ts";
import { digestOf } from "./digest.ts";
import { requireCell, requireCells, requireRunOf } from "./subject.ts";

/** Points of a line that a printed chart can show apart. */
const POINTS = 120;

/** Bytes that are held for a point while it is written into a digest. */
const HELD_PER_POINT = 320;

/** What is known of a series without reading it, which another point of it changes. */
const knownOf = ({
  n,
  nan,
  posInf,
  negInf,
  mean,
  min,
  minX,
  max,
  maxX,
  firstX,
  lastX,
  lastValue,
}: SeriesFacts) =>
  [n, nan, posInf, negInf, mean, min, minX, max, maxX, firstX, lastX, lastValue].map((one) => String(one));

/**
 * Every stored point of a metric of some runs: what a curve is computed from. Of runs whose points are more than one answer may
 * hold it is what their series are known by.
 */
export function* pointData(reading: Reading, runIds: string[], metric: string): Sliced<unknown[]> {
  const series: [string, SeriesFacts | undefined][] = [];
  for (const attempt of selectLatestAttempts(reading.ctx.db, runIds)) {
    series.push([attempt.runId, stepSeries(reading.ctx.db, [attempt.id], [metric]).at(0)]);
    yield;
  }
  const held = series.reduce((sum, [, one]) => sum + (one?.n ?? 0), 0) * HELD_PER_POINT;
  const data: unknown[] = [];
  for (const [runId, one] of series) {
    if (held > ANSWER_BYTES) data.push([runId, one ? knownOf(one) : []]);
    else {
      const points = one ? readPoints(reading.ctx.db, one.id) : [];
      data.push([runId, points.map(({ x, value, kind }) => [x, value, kind])]);
    }
    yield;
  }
  return data;
}

const runsOf = (cells: Cell[]) => cells.flatMap((c) => [...c.bySeed.values()].map((s) => s.run));

/** Points that are no numbers, as columns; left out where there are none. */
const lostColumns = (columns: Required<Pick<ChartLine, "nonFinite" | "posInf" | "negInf">>) =>
  columns.nonFinite.some((count) => count > 0) ? columns : {};

const lineOfBand = ({
  label,
  baseline,
  runs: seeds,
  x,
  n,
  mean,
  low,
  high,
  ...band
}: SeedBand): ChartLine => ({
  label,
  baseline,
  seeds,
  x,
  mean,
  low,
  high,
  n,
  ...(band.ofLogger && { ofLogger: true }),
  ...lostColumns({ nonFinite: band.nonFinite, posInf: band.posInf, negInf: band.negInf }),
});

/** One attempt of a run: the mean of each bucket at its first point, with what of it is no number. */
function lineOfWindow(window: SeriesWindow, name: string, attempts: number): ChartLine {
  const x = [...window.x0];
  const mean = valuesOrNull(window.mean);
  const none = x.map(() => null);
  const [posInf, negInf] = [[...window.posInf], [...window.negInf]];
  const nonFinite = [...window.nan].map((count, i) => count + posInf[i] + negInf[i]);
  return {
    label: name,
    baseline: false,
    seeds: 1,
    x,
    mean,
    low: none,
    high: none,
    n: mean.map((value) => (value === null ? 0 : 1)),
    runId: window.runId,
    ...(window.ofLogger && { ofLogger: true }),
    ...lostColumns({ nonFinite, posInf, negInf }),
    ...(attempts > 1 ? { attempt: window.attempt } : null),
  };
}

/** Where another attempt takes over; of several runs each says whose it is. */
const seamOf = ({ x0, attempt }: SeriesWindow, name: string, runs: number) =>
  attempt > 1 && x0.length > 0
    ? [{ x: x0[0], label: runs > 1 ? `${name}, attempt ${attempt}` : `attempt ${attempt}` }]
    : [];

/** What is to be said of a panel by what it is about, so that panels say once what they share. */
interface PanelNotes {
  apart: string[];
  /** The parts of one sentence. */
  foot: string[];
  few: string[];
}

/** Curves of a metric with seed bands, for the asked configurations of an experiment, and what is to be said of them. */
export function* bandPanel(
  reading: Reading,
  experimentId: string,
  metric: string,
  cells: Cell[],
): Sliced<{ panel: ChartPanel; data: unknown; notes: string[]; said: PanelNotes }> {
  const { title, unit } = metricInfo(metric);
  const asked = BandsQuestion.parse({ metric, points: POINTS });
  const found = yield* bandsOfCells(reading.ctx, experimentId, cells, asked);
  // Printed charts are by train step: a line over another axis would be read as one.
  const shown = showBands(found.bands, DEFAULT_AXIS, true);
  const apart = whyBandsNotRanked(metric, found, shown.drawn);
  const question = { metric, tellsEmpty: true };
  const foot = bandCaption(shown, question);
  const said = {
    apart: apart ? [apartWords(apart)] : [],
    foot: bandCaptionParts(shown, question),
    few: linesWithoutInterval(shown.drawn).map((words) => `${words}.`),
  };
  const notes = [...said.apart, ...(foot === null ? [] : [foot]), ...said.few];
  const ids = runsOf(cells).map((r) => r.id);
  const places = new Map(cells.map(({ cell, place }) => [bandKey(experimentId, cell), place]));
  const lines = shown.drawn.map((band) => ({ ...lineOfBand(band), place: places.get(band.key) }));
  const possible = rewardRange(metric, found, shown.drawn);
  const panel = { metric, title, unit, lines, ...(possible && { possible }) };
  return { panel, data: yield* pointData(reading, ids, metric), notes, said };
}

function* ofRuns(reading: Reading, metric: string, ids: string[]): Sliced<Answered<ChartAnswer>> {
  const runs = ids.map((id) => requireRunOf(reading, id));
  const { title, unit, definition } = metricInfo(metric);
  const windows = seriesWindow(reading.ctx, {
    runIds: ids,
    metrics: [metric],
    buckets: POINTS,
  });
  const byRun = Map.groupBy(
    windows.filter(({ x0 }) => x0.length > 0),
    ({ runId }) => runId,
  );
  const lines = runs.flatMap((run) => {
    const attempts = byRun.get(run.id) ?? [];
    return attempts.map((window) => lineOfWindow(window, run.name, attempts.length));
  });
  const seams = runs.flatMap((run) =>
    (byRun.get(run.id) ?? []).flatMap((window) => seamOf(window, run.name, byRun.size)),
  );
  const bad = windows.reduce(
    (sum, w) => sum + [...w.nan, ...w.posInf, ...w.negInf].reduce((a, b) => a + b, 0),
    0,
  );
  const panel: ChartPanel = { metric, title, unit, lines, ...(seams.length > 0 ? { seams } : null) };
  const drawn = [
    ...runsOnRecord(
      reading.ctx,
      runs.filter(({ id }) => byRun.has(id)),
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
        ...(byRun.size < runs.length
          ? [`${writeOf(runs.length - byRun.size, runs.length)} have no point of ${title}.`]
          : []),
        ...(bad > 0
          ? [`${countOf(bad, "value is", "values are")} NaN or infinite; crosses under the axis say where.`]
          : []),
      ],
    },
    digest: digestOf({ metric, data: yield* pointData(reading, ids, metric) }),
  };
}

/** Answers a chart of a metric along training. */
export function* answerChart(reading: Reading, query: MetricChartQuery): Sliced<Answered<ChartAnswer>> {
  if (query.runs) return yield* ofRuns(reading, query.metric, query.runs);
  const experimentId = query.experiment ?? "";
  const all = requireCells(reading, experimentId);
  const cells = query.configs?.map((name) => requireCell(reading, experimentId, name)) ?? all;
  if (cells.length === 0) throw new ServiceError("not_found", "The experiment has no runs to draw.");
  const { panel, data, notes } = yield* bandPanel(reading, experimentId, query.metric, cells);
  return {
    answer: {
      kind: "chart",
      subject: cells.map((c) => c.config).join(", "),
      definition: metricInfo(query.metric).definition,
      method: `mean over seeds at each train step; bands: 95 % t interval over seeds, none below ${SEEDS_FOR_INTERVAL}`,
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
