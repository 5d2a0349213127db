"use client";

import { useGo } from "#components/ui/use-go.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { episodeHref, episodeSearch } from "#components/search-params/evaluations.ts";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useKeys } from "#components/layout/use-keys.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { Fact, Facts } from "#components/ui/marks/fact.tsx";
import { shortId } from "#server/contracts/id-prefixes.ts";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import type { EpisodeDetail } from "#server/contracts/evaluation.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writePolicyAt } from "#server/wording/policy-at.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { EpisodeSteps } from "./episode-steps.tsx";
import { outcomeText } from "./outcome-text.ts";

function EpisodeFacts({ detail: { outcome, problem, evaluation } }: { detail: EpisodeDetail }) {
  return (
    <Facts>
      <Fact label="Outcome" note={`limit ${countOf(evaluation.protocol.maxSteps, "step")}`}>
        {outcome.solved ? "solved" : "not solved"}
      </Fact>
      <Fact label="Steps">{outcome.steps}</Fact>
      <Fact label="OP" note="of the original objective">
        <Value value={outcome.op} kind="share" unit="%" />
      </Fact>
      <Fact label="DA" note={evaluation.protocol.daDefinition}>
        <Value value={outcome.da} kind="share" unit="%" />
      </Fact>
      <Fact label="Clean" note="no innocent row dropped, OP at least 95 %">
        {outcome.clean === null ? (
          <span className="muted">{NOT_MEASURED}</span>
        ) : outcome.clean ? (
          "yes"
        ) : (
          "no"
        )}
      </Fact>
      <Fact
        label="Problem"
        aside={problem.level}
        note={`${countOf(problem.rows, "row")}, ${countOf(problem.cols, "column")}${problem.integers > 0 ? `, ${writeCount(problem.integers)} integer` : ""}, ${countOf(problem.faults, "known fault")}`}
      >
        type {problem.type}
      </Fact>
    </Facts>
  );
}

function LabelSwitch({
  detail,
  onChange,
}: {
  detail: EpisodeDetail;
  onChange: (set: string | null) => void;
}) {
  if (detail.labelSets.length === 0) return null;
  return (
    <Select
      label="Labels of the steps"
      value={detail.labelSet?.id ?? ""}
      onChange={(set) => onChange(set || null)}
      options={[
        { value: "", label: "without labels" },
        ...detail.labelSets.map((set) => ({
          value: set.id,
          label: `labels: ${set.run}, ${shortId(set.id)}`,
        })),
      ]}
      width={240}
    />
  );
}

interface EpisodePageProps {
  evaluationId: string;
  /** Start of the problem's content hash, or its key. */
  problem: string;
}

/** One episode: what the policy did on one problem, what each action did to the IIS, and the labels of its steps. */
export function EpisodePage({ evaluationId, problem }: EpisodePageProps) {
  const router = useGo();
  const [{ set, step }, setSearch] = useQueryStates(episodeSearch);
  const query = useQuery(
    useApi().evaluations.episode.queryOptions(
      { evaluationId, problem, labelSetId: set },
      { placeholderData: keepPreviousData },
    ),
  );
  const detail = query.data;
  const hrefOf = (hash: string | null | undefined) =>
    hash ? episodeHref(evaluationId, hash, { set }) : undefined;
  const [previous, next] = [hrefOf(detail?.previous), hrefOf(detail?.next)];
  useKeys([
    { keys: "j", label: "Next problem", group: "This page", run: () => next && router.push(next) },
    {
      keys: "k",
      label: "Previous problem",
      group: "This page",
      run: () => previous && router.push(previous),
    },
  ]);
  const back = `/evaluations/${evaluationId}`;
  return (
    <BenchPage
      crumbs={[
        { label: "Evaluations", href: "/evaluations" },
        {
          label: detail ? writePolicyAt(detail.evaluation.run.name, detail.evaluation) : "Evaluation",
          href: back,
        },
        { label: detail?.problem.key ?? "Episode" },
      ]}
      dataAt={query.dataUpdatedAt}
    >
      <QueryState query={query} what="the episode" isPage height={500}>
        {(found) => {
          const { evaluation, outcome, steps } = found;
          const message = outcomeText(outcome, evaluation.protocol.maxSteps, steps?.at(-1)?.action ?? null);
          return (
            <>
              <PageHead
                title={<span className="mono">{found.problem.key}</span>}
                summary={`${message} Problem ${writeOf(found.position + 1, evaluation.n)}, policy ${writePolicyAt(evaluation.run.name, evaluation)}.`}
                actions={
                  <>
                    {previous ? (
                      <LinkButton href={previous} keys="k">
                        Previous
                      </LinkButton>
                    ) : null}
                    {next ? (
                      <LinkButton href={next} keys="j">
                        Next
                      </LinkButton>
                    ) : null}
                  </>
                }
              />
              <EpisodeFacts detail={found} />
              <Section
                title="Steps"
                note="IIS by one deterministic cold solve before and after each action"
                end={<LabelSwitch detail={found} onChange={(id) => void setSearch({ set: id })} />}
              >
                {steps === null ? (
                  <Notice>The steps of this episode were not kept; its outcome is complete.</Notice>
                ) : (
                  <EpisodeSteps
                    label={`Episode on ${found.problem.key}`}
                    steps={steps}
                    current={step}
                    labelled={found.labelSet !== null}
                    outcome={message}
                  />
                )}
              </Section>
            </>
          );
        }}
      </QueryState>
    </BenchPage>
  );
}
