"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { BandPanel } from "#components/bands/band-panel.tsx";
import { CaptionScope } from "#components/charts/captions.tsx";
import { AxisSelect } from "#components/panels/axis-select.tsx";
import { SharedXChip } from "#components/panels/shared-x-chip.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Grid } from "#components/ui/tables/table.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import type { RunColour } from "#server/plot/colours.ts";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { varianceHref } from "#components/search-params/variance.ts";
import type { Side } from "#server/contracts/compare/compare.ts";
import { topics } from "#server/contracts/live.ts";
import {
  comesInFamilies,
  isEvaluationMetric,
  LEAD_METRICS,
  metricInfo,
  METRICS,
} from "#server/contracts/metrics.ts";
import type { XAxis } from "#server/contracts/x-axes.ts";
import { cellKey } from "./side-colours.ts";

interface CompareCurvesProps {
  sides: Side[];
  /** Programs were measured. */
  programs: boolean;
  /** Answers from outside were measured: what their runs sent is drawn, under the names they sent. */
  answers: boolean;
  /** One per side. */
  colours: RunColour[];
  axis: XAxis;
  metric: string;
  onAxis: (axis: XAxis) => void;
  sharedX: "last" | null;
  onSharedX: (next: "last" | null) => void;
  onMetric: (metric: string) => void;
}

const REDRAW_MS = 700;
/** Beside what evaluations are told by. */
const BESIDE = "group/zero_share";
/** The metric of the first chart, until somebody chooses. */
const USUAL = "reward/raw";
const CHOICES = Object.entries(METRICS)
  .filter(([, info]) => info.section !== "progress" && info.section !== "start")
  .map(([value, info]) => ({ value, label: info.title }));

/** Training curves of the configurations behind the sides: every seed of each, mean and t band. */
export function CompareCurves(props: CompareCurvesProps) {
  const { sides, programs, answers, colours: ofSides, axis, metric, onAxis, onMetric, sharedX } = props;
  const runIds = useMemo(() => [...new Set(sides.map((s) => s.runId))], [sides]);
  const cast = useMemo(() => {
    const byCell = new Map<string, RunColour>();
    sides.forEach((side, i) => {
      const key = cellKey(side);
      if (!byCell.has(key)) byCell.set(key, ofSides[i]);
    });
    return { colours: byCell, baseline: cellKey(sides[0]) };
  }, [sides, ofSides]);
  const usual = useQuery(
    useApi().external.usual.queryOptions({ experimentId: sides[0].experimentId }, { enabled: answers }),
  );
  const own = (usual.data?.external ?? []).filter((sent) => !isEvaluationMetric(sent));
  const beside = answers
    ? own
    : [BESIDE, LEAD_METRICS.find((lead) => comesInFamilies(lead) === programs) ?? LEAD_METRICS[0]];
  const shown = [...new Set([...(answers && metric === USUAL && own.length > 0 ? [] : [metric]), ...beside])];
  const choices = [
    ...own.map((value) => ({ value, label: metricInfo(value).title })),
    ...CHOICES.filter(({ value }) => !own.includes(value)),
  ];
  const shared = {
    of: { kind: "runs" as const, runIds, whole: true },
    look: { axis, sharedX: sharedX ?? ("mean" as const), height: 168 },
    cast,
    follow: liveOn([topics.progress], REDRAW_MS),
  };
  if (!sides.some(({ trained }) => trained)) return null;
  return (
    <Section
      title="Training curves"
      note="all seeds of the configurations behind them"
      end={
        <>
          <Select
            label="Metric of the first chart"
            value={shown[0]}
            onChange={onMetric}
            options={
              choices.some((c) => c.value === shown[0])
                ? choices
                : [...choices, { value: shown[0], label: metricInfo(shown[0]).title }]
            }
            width={170}
          />
          <AxisSelect label="x axis of the curves" axis={axis} onAxis={onAxis} />
          <SharedXChip sharedX={sharedX} onSharedX={props.onSharedX} />
          <LinkButton size="small" href={varianceHref("/variance", { runs: runIds })}>
            Reward variance
          </LinkButton>
        </>
      }
    >
      <CaptionScope>
        <Grid columns={3}>
          {shown.map((one) => (
            <BandPanel key={one} {...shared} metric={one} />
          ))}
        </Grid>
      </CaptionScope>
    </Section>
  );
}
