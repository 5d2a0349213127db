"use client";

import { useMemo } from "react";
import { AxisSelect } from "#components/panels/axis-select.tsx";
import { Grid } from "#components/ui/grid.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { RunColour } from "#components/ui/run-dot.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/select.tsx";
import { CellBandPanel } from "#components/variance/cell-band-panel.tsx";
import { varianceHref } from "#components/variance/variance-search.ts";
import type { Side } from "#server/contracts/compare.ts";
import { METRICS, metricInfo } from "#server/contracts/metrics.ts";
import type { XAxis } from "#server/contracts/x-axes.ts";
import { cellKey } from "./side-colours.ts";

interface CompareCurvesProps {
  sides: Side[];
  /** One per side. */
  colours: RunColour[];
  axis: XAxis;
  metric: string;
  onAxis: (axis: XAxis) => void;
  onMetric: (metric: string) => void;
}

const BESIDE = ["group/zero_share", "eval/rr_at_5"];
const CHOICES = Object.entries(METRICS)
  .filter(([, info]) => info.section !== "progress" && info.section !== "start")
  .map(([value, info]) => ({ value, label: info.title }));

/** Training curves of the configurations behind the sides: every seed of each, mean and t band. */
export function CompareCurves(props: CompareCurvesProps) {
  const { sides, colours: ofSides, axis, metric, onAxis, onMetric } = props;
  const runIds = useMemo(() => [...new Set(sides.map((s) => s.runId))], [sides]);
  const colours = useMemo(() => {
    const byCell = new Map<string, RunColour>();
    sides.forEach((side, i) => {
      const key = cellKey(side);
      if (!byCell.has(key)) byCell.set(key, ofSides[i]);
    });
    return byCell;
  }, [sides, ofSides]);
  const shared = {
    runIds,
    experimentId: null,
    wholeCells: true,
    axis,
    colours,
    baseline: cellKey(sides[0]),
  };
  return (
    <Section
      title="Training curves"
      note="all seeds of the configurations behind them; training rewards are not ranked here"
      end={
        <>
          <Select
            label="Metric of the first chart"
            value={metric}
            onChange={onMetric}
            options={
              CHOICES.some((c) => c.value === metric)
                ? CHOICES
                : [...CHOICES, { value: metric, label: metricInfo(metric).title }]
            }
            width={170}
          />
          <AxisSelect label="x axis of the curves" axis={axis} onAxis={onAxis} />
          <LinkButton size="small" href={varianceHref("/variance", { runs: runIds })}>
            Reward variance
          </LinkButton>
        </>
      }
    >
      <Grid columns={3}>
        <CellBandPanel {...shared} metric={metric} height={168} />
        {BESIDE.filter((other) => other !== metric).map((other) => (
          <CellBandPanel key={other} {...shared} metric={other} height={168} />
        ))}
      </Grid>
    </Section>
  );
}
