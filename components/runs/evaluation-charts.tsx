"use client";

import { useMemo } from "react";
import { DotIntervalChart } from "#components/charts/dot-interval-chart.tsx";
import type { DotPoint } from "#components/charts/types.ts";
import { xSpec } from "#components/panels/axis.ts";
import { Grid } from "#components/ui/grid.tsx";
import { Section } from "#components/ui/section.tsx";
import type { EvaluationSummary, RunDetail } from "#server/contracts/run.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";

interface Chart {
  title: string;
  unit: string;
  kind: "share" | "number";
  note: string;
  point: (e: EvaluationSummary) => DotPoint | null;
}

const rate = (
  e: EvaluationSummary,
  share: { hits: number; n: number; low: number; high: number },
): DotPoint => ({
  x: e.trainStep,
  value: share.hits / share.n,
  low: share.low,
  high: share.high,
  n: share.n,
  count: share.hits,
});

const mean = (e: EvaluationSummary, value: number | null, n: number): DotPoint | null =>
  value === null ? null : { x: e.trainStep, value, low: null, high: null, n };

const CHARTS: Chart[] = [
  {
    title: "Held-out RR@5",
    unit: "%",
    kind: "share",
    note: "solved at step 5 or earlier; Wilson 95 %",
    point: (e) => rate(e, e.rrAt5),
  },
  {
    title: "DA",
    unit: "%",
    kind: "share",
    note: "da.root, mean over problems",
    point: (e) => mean(e, e.da, e.daN),
  },
  {
    title: "Steps",
    unit: "steps",
    kind: "number",
    note: "mean over all episodes",
    point: (e) => mean(e, e.steps, e.n),
  },
];

/** Evaluations of a run along training: one dot per evaluation, with the interval that fits it. */
export function EvaluationCharts({ run, axis }: { run: RunDetail; axis: AxisName }) {
  const { evaluations } = run;
  const population = evaluations.at(-1);
  const inputs = useMemo(
    () =>
      CHARTS.map((chart) => ({
        series: [
          {
            key: chart.title,
            label: "",
            run: run.row.id,
            points: evaluations.map(chart.point).filter((p) => p !== null),
          },
        ],
        x: xSpec("step"),
        y: {
          kind: chart.kind,
          unit: chart.unit,
          domain: [0, null] as [number, null],
          possible: chart.kind === "share" ? undefined : ([0, null] as [number, null]),
        },
      })),
    [evaluations, run.row.id],
  );
  return (
    <Section
      title="Evaluation"
      note={
        population
          ? `${population.population}, n ${population.n}, ${population.decoding}, ${axis === "step" ? "on train step" : "always on train step"}`
          : "the first one comes with the start of training"
      }
    >
      <Grid columns={3}>
        {CHARTS.map((chart, i) => (
          <DotIntervalChart
            key={chart.title}
            title={chart.title}
            unit={chart.unit}
            note={chart.note}
            input={inputs[i]}
            ended={isEnded(run.row.state) ? 1 : 0}
            subject={run.row.name}
          />
        ))}
      </Grid>
    </Section>
  );
}
