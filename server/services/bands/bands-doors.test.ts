import { doAtOnce } from "../series/sliced.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { bandLines, nameBands } from "../../../components/bands/band-lines.ts";
import { bandsQuestion } from "../../../components/bands/bands-question.ts";
import { BandsInput, type BandsOf } from "../../contracts/charts/bands.ts";
import { CurveRunsInput } from "../../contracts/charts/curves.ts";
import { showBands } from "../../contracts/charts/shown-bands.ts";
import { apartWords } from "../../checks/judge.ts";
import { whyBandsNotRanked } from "../../checks/standings.ts";
import { bandCaption } from "../../wording/charts/bands.ts";
import { answerChart } from "../reports/answers/chart.ts";
import { startReading } from "../reports/answers/reading.ts";
import { joinWorker, launch, makeWorld, startNext } from "../testing.ts";
import { describeVariance } from "../variance/describe.ts";
import { curveRuns } from "../views/curve-runs.ts";
import { seedBands } from "./bands.ts";
import { addPoints, steps } from "../series/testing.ts";

const METRIC = "reward/shaped";

/**
 * Two configurations of other rewards: of the first a seed ended early and one is NaN from a step on; of the second the last
 * seed has sent nothing, and one sends over tokens.
 */
function makeCells() {
  const world = makeWorld();
  const matrix = { seeds: [0, 1, 2], factors: [{ name: "reward_scale_positive", levels: [1, 1.4] }] };
  const { experimentId, runs } = launch(world, matrix);
  const worker = joinWorker(world, { slots: runs.length });
  const sent = new Map<string, number>();
  for (const _ of runs) {
    const { attemptId, assignment } = startNext(world, worker);
    const cell = assignment.runName.replace(/-s\d+$/, "");
    const nth = sent.get(cell) ?? 0;
    sent.set(cell, nth + 1);
    const isFirst = cell === [...sent.keys()][0];
    const length = isFirst && nth === 0 ? 20 : 50;
    if (!isFirst && nth === 2) continue;
    const points = steps(length, (step) =>
      isFirst && nth === 1 && step > 40 ? Number.NaN : step * (nth + 1),
    );
    addPoints(world, attemptId, METRIC, points, !isFirst && nth === 1 ? "tokens" : "step");
  }
  return { ctx: world.ctx, experimentId };
}

interface Told {
  lines: {
    label: string;
    x: number[];
    mean: (number | null)[];
    low: (number | null)[];
    high: (number | null)[];
  }[];
  foot: string | null;
  apart: string | null;
}
const { ctx, experimentId } = makeCells();
const curves = curveRuns(ctx, CurveRunsInput.parse({ experimentId }));
const cells = describeVariance(ctx, { runIds: [], experimentId }).cells;

/** What a panel shows of these. */
async function onPanel(
  of: BandsOf,
  more: { names?: Map<string, string>; leftOut?: number } = {},
): Promise<Told> {
  const question = BandsInput.parse(bandsQuestion(of, METRIC, { axis: "step" }));
  const answer = await seedBands(ctx, question);
  const shown = showBands(nameBands(answer.bands, more), "step");
  const apart = whyBandsNotRanked(METRIC, answer, shown.drawn);
  return {
    lines: bandLines(shown.drawn, "mean-ci", { colours: new Map() }).map(({ label, points }) => ({
      label,
      x: points.map(({ x }) => x),
      mean: points.map(({ mean }) => mean),
      low: points.map(({ low }) => low),
      high: points.map(({ high }) => high),
    })),
    foot: bandCaption(shown, { metric: METRIC, leftOut: more.leftOut }),
    apart: apart && apartWords(apart),
  };
}

function inReport(): Told {
  const { answer } = doAtOnce(
    answerChart(startReading(ctx), {
      kind: "metric-chart",
      metric: METRIC,
      experiment: experimentId,
    }),
  );
  if (answer.kind !== "chart") throw new Error("no chart");
  const [apart, foot] = answer.notes;
  const lines = answer.panels[0].lines.map(({ label, x, mean, low, high }) => ({
    label,
    x,
    mean,
    low,
    high,
  }));
  return { lines, foot, apart };
}

const DOORS: Record<string, () => Promise<Told> | Told> = {
  "reward variance of an experiment's runs": () =>
    onPanel({ kind: "runs", runIds: cells.flatMap(({ runIds }) => runIds), whole: false }),
  "a comparison of one run of each": () =>
    onPanel({ kind: "runs", runIds: cells.map(({ runIds }) => runIds[0]), whole: true }),
  "curves of many runs": () =>
    onPanel(
      {
        kind: "groups",
        groups: curves.groups.map(({ variant, runIds }) => ({ key: variant, runIds })),
      },
      {
        names: new Map(curves.variants.map(({ key, label }) => [key, label])),
        leftOut: curves.groups.reduce((sum, { leftOut }) => sum + leftOut, 0),
      },
    ),
  "a report": inReport,
};

describe("the same configurations", () => {
  let onPage: Told;
  beforeAll(async () => {
    onPage = await onPanel({ kind: "experiment", id: experimentId });
  });

  test("say on the page of their experiment what is drawn, what is not, and that they are not ranked", () => {
    const [first, second] = onPage.lines.map(({ label }) => label);
    expect(onPage.foot).toBe(
      `Mean over seeds, band = 95 % t interval; n 1 to 3 seeds; no interval below 3 seeds; ${first}: NaN from train step 41, the mean there is of 1 of 3 seeds; 1 run of ${second} has no train step and is not drawn; 1 of 5 runs that have begun has not sent it.`,
    );
    expect(onPage.apart).toMatch(/^Not ranked \(C01\)\. /);
    expect(onPage.lines[0].mean.slice(0, 2)).toEqual([2, 4]);
  });

  test.each(Object.keys(DOORS))("give the same bands and say the same from %s", async (door) => {
    expect(await DOORS[door]()).toEqual(onPage);
  });
});
