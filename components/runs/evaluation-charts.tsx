"use client";

import { useMemo } from "react";
import { DotIntervalChart } from "#components/charts/dot-interval-chart.tsx";
import type { DotPoint } from "#server/plot/series.ts";
import { xSpec } from "#server/plot/metric-axes.ts";
import type { LeadFold } from "#components/panels/panel-board.tsx";
import { stageSeams } from "#components/panels/stage-seams.ts";
import type { RunPanelsSearch } from "#components/search-params/runs.ts";
import { FlatList } from "./flat-list.tsx";
import { SectionToggle } from "#components/panels/panel-group.tsx";
import { Grid } from "#components/ui/tables/table.tsx";
import { Section } from "#components/ui/section.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import type { RunDetail } from "#server/contracts/run.ts";
import { possibleRange } from "#server/contracts/possible-range.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import { countOf, writeN } from "#server/wording/counts.ts";
import type { ValueKind } from "#server/wording/quantities.ts";
import { drawnOf, EVALUATION, flatOf } from "./evaluation-metrics.ts";

type Looked = Pick<RunPanelsSearch, "x" | "xscale" | "yscale" | "smooth" | "outliers">;

/**
 * What evaluations are drawn on, and what of the page's toolbar they do not follow: they are few, stand at train steps from 0
 * on, and most are rates, of which 0 has no place on a log axis.
 */
export function evaluationAxes({ x, xscale, yscale, smooth, outliers }: Looked): string {
  const logs = [xscale === "log" ? "log x" : "", yscale === "log" ? "log y" : ""].filter(Boolean);
  return [
    x === "step" ? "on train step" : "always on train step",
    logs.length > 0 ? `always linear, not ${logs.join(" or ")}` : "",
    smooth.kind === "none" || smooth.kind === "auto" ? "" : "never smoothed",
    outliers === "clip" ? "never clipped" : "",
  ]
    .filter(Boolean)
    .join(", ");
}

interface EvaluationChartsProps {
  run: RunDetail;
  search: RunPanelsSearch;
  fold: LeadFold | null;
}

/** A row that would be left open is shared by the charts there are. */
const columnsOf = (charts: number): 1 | 2 | 3 => (charts > 2 ? 3 : charts === 2 ? 2 : 1);

/** Those made as the last one was: at the end stands the same policy decoded otherwise, too. */
function alongTraining(evaluations: RunDetail["evaluations"]): RunDetail["evaluations"] {
  const last = evaluations.findLast((e) => e.final) ?? evaluations.at(-1);
  return evaluations.filter((e) => e.decoding === last?.decoding);
}

/** Evaluations of a run along training: one dot per evaluation, with the interval that fits it. */
export function EvaluationCharts({ run, search, fold }: EvaluationChartsProps) {
  const evaluations = useMemo(() => alongTraining(run.evaluations), [run.evaluations]);
  const all = drawnOf(run.evaluationCharts);
  // While something is looked for everything is a chart, as among the panels.
  const flat =
    fold === null
      ? []
      : flatOf(all, evaluations).map((one) => ({ ...one, isOpen: search.unfolded.includes(one.key) }));
  const drawn = all.filter(({ metric }) => flat.every(({ key, isOpen }) => key !== metric || isOpen));
  const { stages } = run;
  const population = evaluations.at(-1);
  const inputs = useMemo(
    () =>
      drawn.map((chart) => ({
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
          metric: chart.metric,
          unit: chart.unit,
          domain: [0, null] as [number, null],
          possible: possibleRange(chart.metric),
        },
        seams: stageSeams(stages),
      })),
    [drawn, evaluations, stages, run.row.id],
  );
  return (
    <Section
      title={fold ? <SectionToggle title={EVALUATION} {...fold} /> : EVALUATION}
      note={
        <>
          {fold?.closed ? <span className="panel-count">{countOf(drawn.length, "panel")}</span> : null}
          {population
            ? `${population.population}, ${writeN(population.n)}, ${population.decoding}, ${evaluationAxes(search)}`
            : "the first one comes with the start of training"}
        </>
      }
    >
      {fold?.closed ? null : (
        <Grid columns={columnsOf(drawn.length)}>
          {drawn.map((chart, i) => (
            <DotIntervalChart
              key={chart.title}
              title={chart.title}
              unit={chart.unit}
              value={<LastEvaluation kind={chart.kind} point={inputs[i].series[0].points.at(-1)} />}
              note={chart.note}
              input={inputs[i]}
              ended={isEnded(run.row.state) ? 1 : 0}
              subject={run.row.name}
            />
          ))}
        </Grid>
      )}
      {fold?.closed ? null : <FlatList runId={run.row.id} panels={flat} search={search} />}
    </Section>
  );
}

/** The last evaluation, as its chart ends. */
function LastEvaluation({ kind, point }: { kind: ValueKind; point: DotPoint | undefined }) {
  return <Value value={point?.value} kind={kind} n={point?.n} />;
}
