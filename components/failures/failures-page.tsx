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
import { RunFailures } from "./run-failures.tsx";
import { FailureListSection } from "./list-section.tsx";
import { ResultsFile } from "./results-file.tsx";

const lookAt = "/launch?recipe=failures";
const playTrain = "/launch?recipe=evaluate&set=part=train";

/** Nothing looked at yet: what to launch, in the order it is needed. */
const nothingYet = (
  <EmptyState
    ways={[
      {
        title: "1. Evaluate on train problems",
        text: "Evaluate a policy on problems it may be trained on. Held-out problems give a report, but no training set.",
        action: <LinkButton href={playTrain}>Evaluate a policy</LinkButton>,
      },
      {
        title: "2. Classify its failures",
        text: "Reports how each episode failed, by fault type and level. Takes a second.",
        action: (
          <LinkButton href={lookAt} kind="primary">
            Classify failures
          </LinkButton>
        ),
      },
      {
        title: "3. Train on these",
        text: "GRPO, DGRO and SFT can train on the failed problems; the run has a button for each.",
        action: null,
      },
    ]}
  />
);

/** The report of the newest run that classified failures, as on its own page. */
function Newest({ runId }: { runId: string }) {
  const query = useQuery(useApi().runs.get.queryOptions({ id: runId }));
  return (
    <QueryState query={query} what="the newest failures" height={240}>
      {(run) => (run.failures ? <RunFailures run={run} view={run.failures} /> : null)}
    </QueryState>
  );
}

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
        summary="How episodes of a policy fail, by fault type and level, and which problems to train on next."
        actions={
          isSome ? (
            <>
              <LinkButton href={playTrain}>Evaluate on train problems</LinkButton>
              <LinkButton href={lookAt} kind="primary">
                Classify failures
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
        {(list) => (
          <>
            <Newest runId={list.rows[0].run.id} />
            <FailureListSection list={list} now={query.dataUpdatedAt} />
          </>
        )}
      </QueryState>
      <ResultsFile />
    </BenchPage>
  );
}
