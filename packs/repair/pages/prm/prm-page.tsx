"use client";

import { useProject } from "#components/layout/use-project.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { countOf } from "#server/wording/counts.ts";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { EmptyState, Notice } from "#components/ui/empty-state.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { topics } from "#server/contracts/live.ts";
import type { LabelDistribution, PrmModel, PrmOverview } from "#packs/repair/contracts/prm.ts";
import { AgreementSection } from "./agreement-section.tsx";
import { DistributionSection } from "./distribution-section.tsx";
import { ModelsSection } from "./models-section.tsx";
import { chosenSets, prmHref, prmSearch, type PrmView } from "#components/search-params/prm.ts";
import { RewardedSection } from "./rewarded-section.tsx";
import { SetPicker } from "./set-picker.tsx";
import { StepsSection } from "./steps-section.tsx";
import { agreementFinding, bandFact, bandFinding } from "./verdict-text.ts";
import { Fact, Facts } from "#components/ui/marks/fact.tsx";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { writeNumber } from "#server/wording/numbers.ts";
import { writeShare, writeStepLabel } from "#server/wording/quantities.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

interface PrmFactsProps {
  distribution: LabelDistribution;
  model: PrmModel | undefined;
}

/** The header of truth of the chosen label sets. */
function PrmFacts({ distribution, model }: PrmFactsProps) {
  const { n, episodes, mean, labels } = distribution;
  const band = bandFact(distribution);
  const hasBands = labels.some((one) => one.expected !== null);
  const unbanded = hasBands ? labels.filter((one) => one.expected === null && one.count > 0) : [];
  return (
    <Facts>
      <Fact
        label="Labels"
        note={`${countOf(episodes, "episode")}, ${writeNumber(episodes > 0 ? n / episodes : null)} labels each`}
      >
        <Value value={n} kind="count" source="recomputed" />
      </Fact>
      <Fact
        label="Mean label"
        note={mean.low === null || mean.high === null ? undefined : "interval over whole episodes"}
      >
        <Value
          value={mean.value}
          interval={mean.low === null || mean.high === null ? null : { low: mean.low, high: mean.high }}
          noInterval="no interval"
        />
      </Fact>
      <Fact label="Outside expected band" note={band.note}>
        {band.value} {band.outside ? <FindingFlag level="warning" label={band.note} /> : null}
      </Fact>
      <Fact
        label="Not in the expectation"
        note={
          unbanded.length === 0
            ? hasBands
              ? "no label without a band occurs"
              : "there is none for these rules"
            : unbanded.map((one) => `${writeShare(one.share.value, n)} of steps`).join(", ")
        }
      >
        {unbanded.length === 0 ? NOT_MEASURED : unbanded.map((one) => writeStepLabel(one.label)).join(", ")}
      </Fact>
      <Fact
        label="Trained PRM, ECE"
        note={model ? `${model.run.name}, ${countOf(model.report.n, "held-out step")}` : "none trained yet"}
      >
        <Value value={model?.report.ece ?? null} />
      </Fact>
    </Facts>
  );
}

/** No label and no model yet: what to launch, in the order it is needed. */
function PrmEmpty() {
  return (
    <EmptyState
      ways={[
        {
          title: "1. A policy with episodes",
          text: "Any finished training keeps the steps of its final evaluation; those are what gets labeled.",
          action: <LinkButton href="/launch">Launch a training</LinkButton>,
        },
        {
          title: "2. Label its steps",
          text: "The rule judges every step by what it did to the IIS. Takes seconds on a CPU; the distribution appears here.",
          action: (
            <LinkButton href="/launch?recipe=prm-labels" kind="primary">
              Label episodes
            </LinkButton>
          ),
        },
        {
          title: "3. Train a PRM",
          text: "A small network learns the labels; its calibration and ranking on held-out episodes appear here.",
          action: <LinkButton href="/launch?recipe=prm-train">Train a PRM</LinkButton>,
        },
      ]}
    />
  );
}

const names = (values: string[]) => [...new Set(values)].join(", ");

function sentenceOf(distribution: LabelDistribution | undefined): string | undefined {
  if (!distribution) return undefined;
  const { n, episodes, sets } = distribution;
  return (
    `${countOf(n, "step label")} on ${countOf(episodes, "episode")} of ${names(sets.map((set) => set.labelled.name))}, ` +
    `given by ${names(sets.map((set) => set.run.name))}.`
  );
}

interface LabelsProps {
  sets: string[];
  overview: PrmOverview;
  distribution: LabelDistribution;
  view: PrmView;
  onChange: (change: Partial<PrmView>) => void;
}

/** Everything about the chosen label sets. */
function Labels({ overview, distribution, view, onChange }: LabelsProps) {
  const findings = [bandFinding(distribution), agreementFinding(distribution)];
  return (
    <>
      <PrmFacts distribution={distribution} model={overview.models[0]} />
      {findings.map((finding) =>
        finding ? (
          <Strip key={finding.claim} level="warning" claim={finding.claim}>
            {finding.evidence}
          </Strip>
        ) : null,
      )}
      {distribution.cautions.map((text) => (
        <Strip key={text} level="info">
          {text}
        </Strip>
      ))}
      <DistributionSection distribution={distribution} />
      <AgreementSection agreement={distribution.agreement} />
      <StepsSection distribution={distribution} view={view} onChange={onChange} />
    </>
  );
}

function Models({ overview, view }: { overview: PrmOverview; view: PrmView }) {
  const { models } = overview;
  if (models.length === 0) return null;
  const shown = models.find((model) => model.run.id === view.model) ?? models[0];
  return (
    <ModelsSection
      models={models}
      shown={shown}
      hrefOf={(model) => `${prmHref("/prm", { ...view, model: model.run.id })}#models`}
      now={overview.asOf}
    />
  );
}

/** Step labels against what the plan expects of them, the steps themselves, and the models trained on them. */
export function PrmPage() {
  const project = useProject();
  const api = useApi();
  const [view, setView] = useQueryStates(prmSearch);
  const overview = useQuery(
    api.prm.overview.queryOptions({ project }, { meta: liveOn([topics.runs], 2000) }),
  );
  const sets = chosenSets(view.set, overview.data?.sets ?? []);
  const distribution = useQuery(
    api.prm.distribution.queryOptions(
      { sets },
      { enabled: sets.length > 0, placeholderData: keepPreviousData, meta: liveOn([topics.runs], 5000) },
    ),
  );
  const change = (next: Partial<PrmView>) => void setView(next);
  const source = overview.data?.sets.find((set) => set.id === sets[0]);
  return (
    <BenchPage crumbs={[{ label: "PRM" }]} dataAt={distribution.dataUpdatedAt || overview.dataUpdatedAt}>
      <PageHead
        title={sets.length > 0 ? "Are the step labels what the plan expects?" : "PRM"}
        summary={
          sentenceOf(distribution.data) ??
          (overview.data && sets.length === 0 ? "No step has been labeled in this project yet." : undefined)
        }
        actions={
          sets.length > 0 ? (
            <>
              <LinkButton href="/launch?recipe=prm-labels">Label episodes</LinkButton>
              <LinkButton href={`/launch?recipe=prm-train&from=${source?.run.id ?? ""}`} kind="primary">
                Train a PRM
              </LinkButton>
            </>
          ) : null
        }
      />
      <QueryState
        query={overview}
        what="the label sets"
        height={400}
        empty={<PrmEmpty />}
        isEmpty={(found) => found.sets.length === 0 && found.models.length === 0}
      >
        {(found) => (
          <>
            {found.sets.length > 0 ? (
              <>
                <SetPicker
                  sets={found.sets}
                  chosen={sets}
                  onChoose={(ids) => change({ set: ids, page: 0 })}
                  now={found.asOf}
                />
                <QueryState query={distribution} what="the labels" height={600}>
                  {(read) => (
                    <Labels sets={sets} overview={found} distribution={read} view={view} onChange={change} />
                  )}
                </QueryState>
              </>
            ) : (
              <Notice>The labels that these models were trained on are not stored here.</Notice>
            )}
            <Models overview={found} view={view} />
            <RewardedSection
              rewarded={found.rewarded}
              shown={found.rewarded.find(({ run }) => run.id === view.rewarded) ?? found.rewarded[0]}
              onShow={(rewarded) => change({ rewarded })}
            />
          </>
        )}
      </QueryState>
    </BenchPage>
  );
}
