"use client";

import { PageLink } from "#components/ui/controls/page-link.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { BandPanel } from "#components/bands/band-panel.tsx";
import { SharedXChip } from "#components/panels/shared-x-chip.tsx";
import { CaptionScope } from "#components/charts/captions.tsx";
import { ChartGroup } from "#components/charts/chart-group.tsx";
import { LitScope } from "#components/charts/lit.tsx";
import { assignColours } from "#server/plot/colours.ts";
import { AnnotationLine } from "#components/annotations/annotation-line.tsx";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { AxisSelect } from "#components/panels/axis-select.tsx";
import { useChartKeys } from "#components/panels/use-chart-keys.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Grid } from "#components/ui/tables/table.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { later } from "#components/ui/later.tsx";
import { SteadyPlace } from "#components/ui/steady-place.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { bandKey } from "#server/contracts/charts/band-key.ts";
import { EXTERNAL_RECIPE } from "#server/contracts/external/status-source.ts";
import { topics } from "#server/contracts/live.ts";
import { saidOnce } from "#server/checks/said-once.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { FEWER_BANDS_FROM } from "#server/plot/preparers.ts";
import { ChangedVerdicts } from "./changed-verdicts.tsx";
import { CriteriaSection } from "./criteria-section.tsx";
import { ExperimentActions } from "./experiment-actions.tsx";
import { AblationSection } from "./ablation-section.tsx";
import { experimentSearch } from "../search-params/experiment.ts";
import { Answer } from "./in-words.tsx";
import { ExploratoryGrid } from "./exploratory-grid.tsx";
import { LeadForest } from "./lead-forest.tsx";
import { endedRuns, totals } from "./run-totals.ts";
import { curveMetric, namesNothingOfOurs } from "./table-columns.ts";
import { FrontierWhereDrawn, RoundsWherePlayed } from "./rare-sections.tsx";
import { TableFindings } from "./table-findings.tsx";
import { VarianceSection } from "./variance-section.tsx";

const PlaceSection = later(
  async () => (await import("#components/external/place-section.tsx")).PlaceSection,
  "the client's project",
  120,
  { still: true },
);

const TABLE_MS = 1000;
const BANDS_MS = 700;

/** An experiment: its answer, the ablation table, curves with seed bands, and where the gradient comes from. */
export function ExperimentPage({ id }: { id: string }) {
  const api = useApi();
  useChartKeys();
  const [{ metric, x: axis, sharedx, pin, da, counts, against }, setSearch] =
    useQueryStates(experimentSearch);
  const sharedX = sharedx ?? "mean";
  const onSharedX = (next: typeof sharedx) => void setSearch({ sharedx: next });
  const onAxis = (x: typeof axis) => void setSearch({ x });
  const head = useQuery(api.experiments.get.queryOptions({ id }, { meta: liveOn([topics.experiments]) }));
  const query = useQuery(
    api.experiments.table.queryOptions(
      { id, da, counts },
      { meta: liveOn([topics.experiment(id)], TABLE_MS), placeholderData: keepPreviousData },
    ),
  );
  const table = query.data;
  const cells = table?.rows.map((r) => r.cell).join(" ");
  const colours = useMemo(
    () =>
      assignColours(
        (table?.rows ?? []).map((r) => ({ key: r.cell, place: r.place })),
        table?.rows.find((r) => r.baseline)?.cell ?? null,
      ),
    // Colours follow the set of configurations, not every refetch of their numbers.
    // oxlint-disable-next-line react/exhaustive-deps
    [cells],
  );
  const bands = useMemo(
    () => ({
      of: { kind: "experiment" as const, id },
      cast: {
        colours: new Map([...colours].map(([cell, colour]) => [bandKey(id, cell), colour])),
        pinned: pin === null ? null : bandKey(id, pin),
      },
      follow: liveOn([topics.experimentPoints(id), topics.experiment(id)], BANDS_MS),
    }),
    [id, colours, pin],
  );
  const title = visibleName(head.data?.title ?? table?.title ?? "Experiment");
  // Nobody planned what others sent.
  const isExternal = head.data?.plan.recipe === EXTERNAL_RECIPE;
  const plan = isExternal ? null : head.data?.plan;
  return (
    <BenchPage
      crumbs={[{ label: "Experiments", href: "/experiments" }, { label: title }]}
      dataAt={query.dataUpdatedAt}
      project={head.data?.project}
    >
      <QueryState query={query} what="the experiment" isPage height={500}>
        {(data) => {
          const lead =
            data.columns.find((c) => c.metric === metric) ??
            data.columns.find((c) => c.primary) ??
            data.columns[0];
          const all = data.rows.flatMap((row) => row.findings);
          // What forbids the question comes before the answer; all else stands beside its row and under Checks.
          const [worst] = saidOnce(
            all.filter((o) => o.severity === "error" && (o.metric === null || o.metric === lead?.metric)),
          );
          const others = saidOnce(all).filter((o) => o.rule !== worst?.rule || o.claim !== worst.claim);
          const ended = endedRuns(totals(data));
          const isForeign = isExternal || namesNothingOfOurs(data);
          const drawn = isForeign ? [curveMetric(data, lead)] : [...(data.alongTraining ?? []), "reward/raw"];
          const first = drawn.find((m) => m === lead?.metric) ?? drawn[drawn.length - 1];
          const along = drawn.filter((m) => m !== first);
          return (
            <LitScope>
              <PageHead
                title={title}
                summary={<Answer table={data} lead={lead} plan={plan} />}
                actions={
                  <ExperimentActions
                    id={id}
                    title={title}
                    states={totals(data)}
                    isExternal={isExternal}
                    table={data}
                    metric={lead?.metric ?? null}
                  />
                }
              />
              <AnnotationLine
                id={id}
                name={title}
                topic={topics.experiment(id)}
                canArchive={ended > 0}
                canDelete
                project={head.data?.project}
              />
              <ChangedVerdicts id={id} changed={head.data?.changed} />
              <SteadyPlace isLive={ended === 0} none="No errors.">
                {worst ? (
                  <Strip
                    level={worst.severity}
                    rule={worst.rule}
                    claim={worst.claim}
                    actions={<PageLink href={`/checks#${worst.rule}`}>Rule</PageLink>}
                  >
                    {worst.where ?? worst.evidence[0].words}
                  </Strip>
                ) : null}
              </SteadyPlace>
              <AblationSection
                id={id}
                table={data}
                lead={lead}
                colours={colours}
                plan={plan}
                isExternal={isExternal}
              />
              <ChartGroup charts={isForeign ? 1 : 6}>
                <CaptionScope>
                  <Grid columns="lead">
                    <Section
                      title="Curves"
                      end={
                        <>
                          {data.rows.length < FEWER_BANDS_FROM ? null : (
                            <Select
                              label="Configuration whose band is drawn"
                              value={pin ?? ""}
                              onChange={(value) => void setSearch({ pin: value || null })}
                              options={[
                                { value: "", label: "band: baseline" },
                                ...data.rows
                                  .filter((r) => !r.baseline)
                                  .map((r) => ({ value: r.cell, label: `band: ${r.config}` })),
                              ]}
                              width={170}
                            />
                          )}
                          <AxisSelect label="x axis of the curves" axis={axis} onAxis={onAxis} />
                          <SharedXChip sharedX={sharedx} onSharedX={onSharedX} />
                        </>
                      }
                    >
                      {isForeign && !lead ? (
                        <p className="muted">Curves of all runs shows what they sent.</p>
                      ) : (
                        <BandPanel
                          {...bands}
                          metric={first}
                          look={{ axis, sharedX, height: 220 }}
                          ended={ended}
                        />
                      )}
                    </Section>
                    {lead || !isForeign ? (
                      <Section
                        title={`Difference to ${data.baseline ?? "the baseline"}`}
                        note={
                          lead
                            ? `${lead.title}, ${isForeign ? "at the end of the runs" : "final evaluation"}`
                            : undefined
                        }
                      >
                        {lead ? <LeadForest table={data} lead={lead} colours={colours} /> : null}
                      </Section>
                    ) : null}
                  </Grid>
                  {lead && data.columns.length > 1 ? (
                    <Section title="Other metrics" note="exploratory">
                      <ExploratoryGrid table={data} lead={lead} colours={colours} />
                    </Section>
                  ) : null}
                  {isExternal ? null : <CriteriaSection experimentId={id} />}
                  {isForeign ? null : (
                    <FrontierWhereDrawn
                      experimentId={id}
                      choice={{ da, counts }}
                      axis={against}
                      onAxis={(next) => void setSearch({ against: next })}
                      colours={colours}
                    />
                  )}
                  {isExternal ? <PlaceSection experimentId={id} /> : <RoundsWherePlayed experimentId={id} />}
                  {isForeign ? null : (
                    <>
                      <Section title="Along training">
                        <Grid columns={3}>
                          {along.map((m) => (
                            <BandPanel
                              key={m}
                              {...bands}
                              metric={m}
                              look={{ axis, sharedX, height: 168 }}
                              ended={ended}
                            />
                          ))}
                        </Grid>
                      </Section>
                      <VarianceSection
                        experimentId={id}
                        rows={data.rows}
                        axis={axis}
                        bands={bands}
                        ended={ended}
                      />
                    </>
                  )}
                </CaptionScope>
              </ChartGroup>
              {others.length > 0 ? (
                <Section
                  title="Checks"
                  note={`what ${worst ? "else " : ""}weakens or forbids a comparison here`}
                >
                  <TableFindings findings={others} />
                </Section>
              ) : null}
            </LitScope>
          );
        }}
      </QueryState>
    </BenchPage>
  );
}
