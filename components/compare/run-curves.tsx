import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CompareView } from "#components/search-params/compare.ts";
import { CurvePanel } from "#components/run-curves/curve-panel.tsx";
import { curveScene } from "#components/run-curves/curve-scene.ts";
import type { PlacedPanel } from "#components/panels/layout/place-panels.ts";
import type { PanelLook } from "#components/panels/panel-look.ts";
import { SharedXChip } from "#components/panels/shared-x-chip.tsx";
import { useApi } from "#components/trpc/api.ts";
import { Section } from "#components/ui/section.tsx";
import { Grid } from "#components/ui/tables/table.tsx";
import type { CurveRuns, CurveVariant } from "#server/contracts/charts/curves.ts";
import type { RunsComparison } from "#server/contracts/compare/compare-runs.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { drawnMetrics } from "./drawn-metrics.ts";
import { colourOfRun } from "./side-colours.ts";

const SIZE = { width: "third", height: "normal" } as const;
const NONE = { runs: new Set<string>(), variants: new Set<string>() };
const HEIGHT = 168;

const panelOf = (metric: string, otherNames: readonly string[] = []): PlacedPanel => ({
  key: metric,
  title: metricInfo(metric).title,
  unit: null,
  lines: [metric, ...otherNames].map((name) => ({ metric: name, label: "" })),
  size: SIZE,
  defaultSize: SIZE,
  added: false,
});

/**
 * The same with a colour for each run: elsewhere it is that of its configuration, which two seeds share and which two
 * experiments may give alike.
 */
function eachApart(data: CurveRuns, ids: readonly string[]): CurveRuns {
  const known = new Map(data.variants.map((variant) => [variant.key, variant]));
  const variants = data.runs.flatMap(({ id, variant }): CurveVariant[] => {
    const of = known.get(variant);
    const place = ids.indexOf(id);
    return of ? [{ ...of, key: id, place, baseline: place === 0, colour: colourOfRun(place) }] : [];
  });
  return { ...data, variants, runs: data.runs.map((run) => ({ ...run, variant: run.id })) };
}

interface PanelsProps {
  data: CurveRuns;
  ids: readonly string[];
  metrics: string[];
  otherNames: RunsComparison["otherNames"];
  axis: PanelLook["axis"];
  sharedX: "mean" | "last";
}

function Panels({ data, ids, metrics, otherNames, axis, sharedX }: PanelsProps) {
  const scene = useMemo(() => curveScene(eachApart(data, ids)), [data, ids]);
  const look = useMemo(
    (): PanelLook => ({
      axis,
      zoom: null,
      smoothing: { kind: "none" },
      sharedX,
      xscale: "linear",
      yscale: "linear",
      outliers: "show",
      height: HEIGHT,
      menu: [],
    }),
    [axis, sharedX],
  );
  return (
    <Grid columns={3}>
      {metrics.map((metric) => (
        <CurvePanel
          key={metric}
          panel={panelOf(metric, otherNames[metric])}
          look={look}
          scene={scene}
          hidden={NONE}
          onHide={() => undefined}
        />
      ))}
    </Grid>
  );
}

interface RunCurvesProps {
  data: RunsComparison;
  view: CompareView;
  onView: (change: Partial<CompareView>) => void;
}

/** The chosen metrics as curves over each other, a line per run. */
export function RunCurves({ data, view, onView }: RunCurvesProps) {
  const metrics = drawnMetrics(data, view);
  const ids = useMemo(() => data.runs.map(({ id }) => id), [data.runs]);
  const runs = useQuery(useApi().views.curves.queryOptions({ runs: ids }, { enabled: metrics.length > 0 }));
  if (metrics.length === 0) return null;
  return (
    <Section
      title="Curves"
      note="the metrics that are marked below, a line per run"
      end={<SharedXChip sharedX={view.sharedx} onSharedX={(sharedx) => onView({ sharedx })} />}
    >
      {runs.data ? (
        <Panels
          data={runs.data}
          ids={ids}
          metrics={metrics}
          otherNames={data.otherNames}
          axis={view.x}
          sharedX={view.sharedx ?? "mean"}
        />
      ) : null}
    </Section>
  );
}
