"use client";

import { useProject } from "#components/layout/use-project.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { BandPanel } from "#components/bands/band-panel.tsx";
import { CaptionScope } from "#components/charts/captions.tsx";
import { ChartGroup } from "#components/charts/chart-group.tsx";
import { assignColours } from "#server/plot/colours.ts";
import { type Crumb, PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { AxisSelect } from "#components/panels/axis-select.tsx";
import { useChartKeys } from "#components/panels/use-chart-keys.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Grid } from "#components/ui/tables/table.tsx";
import { Section } from "#components/ui/section.tsx";
import { SteadyPlace } from "#components/ui/steady-place.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { topics } from "#server/contracts/live.ts";
import { foreignNamesOf } from "#server/contracts/metrics.ts";
import type { XAxis } from "#server/contracts/x-axes.ts";
import type { Variance, VarianceCell } from "#server/contracts/variance.ts";
import { countOf } from "#server/wording/counts.ts";
import { DeadCausesPanel } from "./dead-causes-panel.tsx";
import { SpreadPanel } from "./spread-panel.tsx";
import { hasGroups } from "./spread-axes.ts";
import { useSpreadAxes } from "./use-spread-axes.ts";
import { ExperimentSelect, VarianceChooser } from "./variance-chooser.tsx";
import { varianceInput, varianceSearch } from "../search-params/variance.ts";

const PAGE = "Reward variance";

/** Way to the page; through the experiment where all that is shown is of one, so that saved pictures name it. */
export function varianceCrumbs(
  asked: string | null,
  cells: readonly Pick<VarianceCell, "experimentId" | "experiment">[] | undefined,
): Crumb[] {
  const ids = new Set(cells?.map(({ experimentId }) => experimentId));
  const id = ids.size === 1 ? [...ids][0] : asked;
  if (id === null || ids.size > 1) return [{ label: PAGE }];
  return [
    { label: "Experiments", href: "/experiments" },
    { label: cells?.[0]?.experiment ?? "Experiment", href: `/experiments/${id}` },
    { label: PAGE },
  ];
}

const REDRAW_MS = 700;

function titleOf({ cells }: Variance): string {
  if (cells.length === 1) return `Reward variance of ${cells[0].config}`;
  const [first] = cells;
  const one = cells.every((cell) => cell.experimentId === first.experimentId);
  return one
    ? `Reward variance, ${first.experiment}`
    : `Reward variance of ${countOf(cells.length, "configuration")}`;
}

function Findings({ data }: { data: Variance }) {
  const all = data.cells.flatMap((cell) => cell.findings.map((o) => ({ ...o, config: cell.config })));
  const between = data.findings.map((o) => (
    <Strip
      key={o.rule}
      level={o.severity}
      rule={o.rule}
      claim={o.claim}
      actions={<PageLink href={`/checks#${o.rule}`}>Rule</PageLink>}
    >
      {o.evidence}
    </Strip>
  ));
  const strips = [...Map.groupBy(all, (o) => `${o.rule} ${o.severity}`).values()].map((same) => (
    <Strip
      key={same[0].rule + same[0].severity}
      level={same[0].severity}
      rule={same[0].rule}
      claim={same[0].claim}
      actions={<PageLink href={`/checks#${same[0].rule}`}>Rule</PageLink>}
    >
      {same[0].evidence}{" "}
      {same.length > 1
        ? `In ${same[0].config}; ${countOf(same.length - 1, "other configuration")} alike.`
        : `In ${same[0].config}.`}
    </Strip>
  ));
  return (
    <SteadyPlace isLive={false} none="No warnings.">
      {[...between, ...strips]}
    </SteadyPlace>
  );
}

const BESIDE = ["reward/raw", "group/zero_share", "optim/grad_norm"] as const;

/** The name under which these runs sent a quantity: ours, or that of a trainer that we know. */
function nameSent(metric: (typeof BESIDE)[number], cells: readonly Pick<VarianceCell, "metrics">[]): string {
  // TRL has no other name for what it was trained on than for what was earned.
  const others = metric === "reward/raw" ? foreignNamesOf("reward/shaped") : [];
  const names = [metric, ...foreignNamesOf(metric), ...others];
  return names.find((name) => cells.some(({ metrics }) => metrics.includes(name))) ?? metric;
}

interface ShownProps {
  data: Variance;
  /** Of which all configurations are shown; null where runs are named. */
  experimentId: string | null;
  axis: XAxis;
  onAxis: (axis: XAxis) => void;
}

function Shown({ data, experimentId, axis, onAxis }: ShownProps) {
  const keys = data.cells.map((c) => c.key).join(" ");
  const colours = useMemo(
    () =>
      assignColours(
        data.cells.map((c) => ({ key: c.key, place: c.place })),
        data.cells.find((c) => c.baseline)?.key ?? (data.cells.length === 1 ? data.cells[0].key : null),
      ),
    // Colours follow the set of configurations, not every refetch of their numbers.
    // oxlint-disable-next-line react/exhaustive-deps
    [keys],
  );
  const runIds = useMemo(() => data.cells.flatMap((c) => c.runIds), [data.cells]);
  const grouped = useMemo(() => data.cells.filter(hasGroups), [data.cells]);
  const groupless = data.cells.filter((cell) => !hasGroups(cell));
  const axes = useSpreadAxes(grouped, axis);
  const baseline = data.cells.find((c) => c.baseline)?.key ?? null;
  const cast = useMemo(() => ({ colours, baseline }), [colours, baseline]);
  const shared = {
    of:
      experimentId === null
        ? { kind: "runs" as const, runIds, whole: false }
        : { kind: "experiment" as const, id: experimentId },
    look: { axis, height: 150 },
    cast,
    follow: liveOn([topics.progress], REDRAW_MS),
  };
  const columns = [1, 2, 4].includes(grouped.length) ? 2 : 3;
  return (
    <ChartGroup charts={2 * grouped.length + 3}>
      <Section
        title="Reward SD within groups"
        note="sample SD (ddof 1) of the shaped rewards of each group"
        end={<AxisSelect label="x axis of the charts" axis={axis} onAxis={onAxis} />}
      >
        <CaptionScope>
          <Grid columns={columns}>
            {grouped.map((cell) => (
              <SpreadPanel
                key={cell.key}
                cell={cell}
                axis={axis}
                colour={colours.get(cell.key)}
                top={axes?.get(cell.key)?.top ?? null}
                axisWords={axes?.get(cell.key)?.words ?? null}
              />
            ))}
          </Grid>
        </CaptionScope>
        {groupless.length > 0 ? (
          <p className="muted small">
            {groupless.map((cell) => cell.config).join(", ")}: no reward spread within groups was logged.
          </p>
        ) : null}
      </Section>
      <Section
        title="Why groups are dead"
        note="equal rewards give advantage 0; by phase of training, mean over steps and n runs"
      >
        <Grid columns={columns}>
          {grouped.map((cell) => (
            <DeadCausesPanel key={cell.key} cell={cell} />
          ))}
        </Grid>
      </Section>
      <Section title="Reward and gradient">
        <Grid columns={3}>
          {BESIDE.map((metric) => (
            <BandPanel key={metric} {...shared} metric={nameSent(metric, data.cells)} />
          ))}
        </Grid>
      </Section>
    </ChartGroup>
  );
}

/** The spread of rewards inside groups of any runs: how large, against what the formula allows, and why it vanished. */
export function VariancePage() {
  const project = useProject();
  const api = useApi();
  useChartKeys();
  const [view, setView] = useQueryStates(varianceSearch);
  const isRuns = view.experiment === null && view.runs.length > 0;
  const isNewest = view.experiment === null && !isRuns;
  const query = useQuery(
    api.compare.variance.queryOptions(varianceInput(view, project), {
      meta: liveOn([topics.experiments, topics.progress], 2000),
    }),
  );
  const choose = (experiment: string) => void setView({ experiment, runs: null });
  return (
    <BenchPage crumbs={varianceCrumbs(view.experiment, query.data?.cells)} dataAt={query.dataUpdatedAt}>
      {isNewest && query.data?.cells.length === 0 ? (
        <VarianceChooser onChoose={choose} />
      ) : (
        <QueryState query={query} what="the reward variance" isPage height={500}>
          {(data) => (
            <>
              <PageHead
                title={data.cells.length === 0 ? "Reward variance" : titleOf(data)}
                summary={
                  isNewest
                    ? "The newest experiment with groups. A group whose rewards are all equal gives no gradient."
                    : "A group whose rewards are all equal gives no gradient."
                }
                actions={
                  isRuns ? null : (
                    <ExperimentSelect
                      value={view.experiment ?? data.cells[0]?.experimentId ?? ""}
                      onChoose={choose}
                    />
                  )
                }
              />
              <Findings data={data} />
              {data.cells.length === 0 ? (
                <p className="muted">This experiment has no runs yet.</p>
              ) : (
                <Shown
                  data={data}
                  experimentId={isRuns ? null : (view.experiment ?? data.cells[0].experimentId)}
                  axis={view.x}
                  onAxis={(x) => void setView({ x })}
                />
              )}
            </>
          )}
        </QueryState>
      )}
    </BenchPage>
  );
}
