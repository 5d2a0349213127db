"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { countOf } from "#server/wording/counts.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { topics } from "#server/contracts/live.ts";
import type { LabelDistribution, PrmOverview } from "#server/contracts/prm.ts";
import { DistributionSection } from "./distribution-section.tsx";
import { ModelsSection } from "./models-section.tsx";
import { PrmEmpty } from "./prm-empty.tsx";
import { PrmFacts } from "./prm-facts.tsx";
import { chosenSets, prmHref, prmSearch, type PrmView } from "./prm-search.ts";
import { SetPicker } from "./set-picker.tsx";
import { StepsSection } from "./steps-section.tsx";
import { bandFinding } from "./verdict-text.ts";

const names = (values: string[]) => [...new Set(values)].join(", ");

function sentenceOf(distribution: LabelDistribution | undefined): string | undefined {
  if (!distribution) return undefined;
  const { n, episodes, sets } = distribution;
  return (
    `${countOf(n, "step label")} on ${countOf(episodes, "episode")} of ${names(sets.map((set) => set.labelled.name))}, ` +
    `given by ${names(sets.map((set) => set.run.name))}; the first rule that matches gives the label.`
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
  const finding = bandFinding(distribution);
  return (
    <>
      <PrmFacts distribution={distribution} model={overview.models[0]} />
      {finding ? (
        <Strip level="caution" claim={finding.claim}>
          {finding.evidence}
        </Strip>
      ) : null}
      {distribution.cautions.map((text) => (
        <Strip key={text} level="note">
          {text}
        </Strip>
      ))}
      <DistributionSection distribution={distribution} />
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
  const api = useApi();
  const [view, setView] = useQueryStates(prmSearch);
  const overview = useQuery(api.prm.overview.queryOptions(undefined, { meta: liveOn([topics.runs], 2000) }));
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
        sentence={
          sentenceOf(distribution.data) ??
          (overview.data && sets.length === 0 ? "No step has been labelled in this project yet." : undefined)
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
          </>
        )}
      </QueryState>
    </BenchPage>
  );
}
