"use client";

import { useMemo } from "react";
import { DotIntervalChart } from "#components/charts/dot-interval-chart.tsx";
import { xSpec } from "#components/panels/axis.ts";
import { Grid } from "#components/ui/grid.tsx";
import { Section } from "#components/ui/section.tsx";
import type { RunDetail } from "#server/contracts/run.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { EVALUATION_METRICS } from "./evaluation-metrics.ts";
import { EVALUATION } from "./find-evaluation.ts";

/** Evaluations of a run along training: one dot per evaluation, with the interval that fits it. */
export function EvaluationCharts({ run, axis }: { run: RunDetail; axis: AxisName }) {
  const { evaluations } = run;
  const population = evaluations.at(-1);
  const inputs = useMemo(
    () =>
      EVALUATION_METRICS.map((chart) => ({
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
      title={EVALUATION}
      note={
        population
          ? `${population.population}, n ${population.n}, ${population.decoding}, ${axis === "step" ? "on train step" : "always on train step"}`
          : "the first one comes with the start of training"
      }
    >
      <Grid columns={3}>
        {EVALUATION_METRICS.map((chart, i) => (
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
