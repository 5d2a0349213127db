"use client";

import { useProject } from "#components/layout/use-project.ts";
import { useQuery } from "@tanstack/react-query";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { topics } from "#server/contracts/live.ts";
import { FailureListSection } from "./list-section.tsx";
import { ResultsFile } from "./results-file.tsx";

const lookAt = "/launch?recipe=failures";
const playTrain = "/launch?recipe=evaluate&set=part=train";

/** Nothing looked at yet: what to launch, in the order it is needed. */
const nothingYet = (
  <EmptyState
    ways={[
      {
        title: "1. Play train problems",
        text: "An evaluation of a policy on the problems it may be trained on. Of held-out problems a report is made, too, but no set to train on.",
        action: <LinkButton href={playTrain}>Evaluate a policy</LinkButton>,
      },
      {
        title: "2. Look at its failures",
        text: "Says of every episode how it failed, and where the policy is weak by fault type and level. Takes a second.",
        action: (
          <LinkButton href={lookAt} kind="primary">
            Look at failures
          </LinkButton>
        ),
      },
      {
        title: "3. Train on these",
        text: "What failed is a set that GRPO, DGRO and SFT take; its run has a button for each.",
        action: null,
      },
    ]}
  />
);

/** How episodes failed: of runs here, and of a file from elsewhere. */
export function FailuresPage() {
  const project = useProject();
  const query = useQuery(
    useApi().failures.list.queryOptions({ project }, { meta: liveOn([topics.runs], 2000) }),
  );
  const isSome = (query.data?.total ?? 0) > 0;
  return (
    <BenchPage crumbs={[{ label: "Failures" }]} dataAt={query.dataUpdatedAt}>
      <PageHead
        title="Failures"
        sentence="How the episodes of a policy failed, where it is weak, and the problems to train on next."
        actions={
          isSome ? (
            <>
              <LinkButton href={playTrain}>Play train problems</LinkButton>
              <LinkButton href={lookAt} kind="primary">
                Look at failures
              </LinkButton>
            </>
          ) : null
        }
      />
      <QueryState
        query={query}
        what="the failures"
        height={200}
        empty={nothingYet}
        isEmpty={({ total }) => total === 0}
      >
        {(list) => <FailureListSection list={list} now={query.dataUpdatedAt} />}
      </QueryState>
      <ResultsFile />
    </BenchPage>
  );
}
