"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { diagnosisSearch } from "#packs/repair/pages/diagnosis-search.ts";
import { DotIntervalChart } from "#components/charts/dot-interval-chart.tsx";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Grid } from "#components/ui/tables/table.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Section } from "#components/ui/section.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { PART_WORDS } from "#server/contracts/compare/compare-words.ts";
import { isMeasuredDa } from "#packs/repair/contracts/choice.ts";
import type { EvaluationDetail, EvaluationMetric } from "#server/contracts/evaluation.ts";
import { topics } from "#server/contracts/live.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { severalPoliciesText, writePolicyAt } from "#server/wording/policy-at.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeShare } from "#server/wording/quantities.ts";
import { groupsHref } from "#components/rollouts/rollout-search.ts";
import { DiagnosisSection } from "#packs/repair/pages/diagnosis-section.tsx";
import { Decodings } from "#packs/repair/pages/decodings.tsx";
import { MetricTable, PartTable } from "./metric-tables.tsx";
import { RerankedSection } from "#packs/repair/pages/reranked-section.tsx";
import { EvaluationFacts } from "./evaluation-facts.tsx";
import { ProblemsSection } from "./problems-section.tsx";

/** RR@k for every k, with Wilson's band. */
function SolvedCurve({ detail }: { detail: EvaluationDetail }) {
  const { rrAtK, evaluation } = detail;
  const input = useMemo(
    () => ({
      series: [
        {
          key: evaluation.id,
          label: "",
          points: rrAtK.flatMap(({ k, share, low, high, solved }) =>
            share === null ? [] : [{ x: k, value: share, low, high, n: evaluation.n, count: solved }],
          ),
        },
      ],
      x: { label: "k", kind: "count" as const },
      y: { kind: "share" as const, unit: "%", domain: [0, 1] as [number, number] },
    }),
    [rrAtK, evaluation.id, evaluation.n],
  );
  return (
    <DotIntervalChart
      title="RR@k"
      bare
      input={input}
      height={250}
      note={`solved at step k or earlier, over all ${countOf(evaluation.n, "problem")}; band: Wilson 95 % at each k`}
    />
  );
}

/** What the relaxation hides: integer models that count as solved and have no integer solution. */
function IntegerNote({ detail: { integers, evaluation } }: { detail: EvaluationDetail }) {
  if (integers.refuted > 0)
    return (
      <Strip
        level="warning"
        claim={`${countOf(integers.refuted, "solved integer problem has", "solved integer problems have")} no solution once integrality counts.`}
      >
        Of {countOf(integers.problems, "integer problem")} {writeCount(integers.solved)} count as solved in
        the LP relaxation; HiGHS confirmed {writeCount(integers.confirmed)} of them.
      </Strip>
    );
  if (integers.problems === 0 || !evaluation.population.relaxed) return null;
  const unasked = integers.solved - integers.confirmed;
  return (
    <Strip
      level="info"
      claim={`${writeOf(integers.problems, evaluation.n, "problem")} have integer columns.`}
    >
      They were played on the LP relaxation; HiGHS confirmed {writeOf(integers.confirmed, integers.solved)}{" "}
      solved ones{unasked > 0 ? `, ${writeCount(unasked)} were not asked` : ""}.
    </Strip>
  );
}

function Actions({ detail: { evaluation, labelSets, programs } }: { detail: EvaluationDetail }) {
  return (
    <>
      <LinkButton href={`/compare?e=${evaluation.id}`}>Compare with…</LinkButton>
      {labelSets.length > 0 ? (
        <LinkButton href={`/prm?set=${labelSets[0].id}`}>Step labels</LinkButton>
      ) : null}
      {programs ? (
        <LinkButton href={groupsHref(evaluation.run.id, { phase: "eval", step: evaluation.trainStep })}>
          Read its programs
        </LinkButton>
      ) : null}
      {evaluation.episodes > 0 ? (
        <LinkButton href={`/launch?recipe=prm-labels&from=${evaluation.id}`}>Label these episodes</LinkButton>
      ) : null}
    </>
  );
}

/** The metrics with DA as it was asked for; what the trainer measured stands where nobody counted. */
const withChosen = (metrics: EvaluationMetric[], chosen: EvaluationMetric | undefined): EvaluationMetric[] =>
  metrics.map((metric) => (metric.id === "eval/da" && chosen && chosen.value !== null ? chosen : metric));

/** The metric of the sentence above an evaluation. */
const leadOf = ({ programs, answers }: EvaluationDetail) =>
  programs ? "eval/solved" : answers ? "eval/answers" : "eval/rr_at_5";

function Metrics({ detail }: { detail: EvaluationDetail }) {
  return (
    <Section title="Metrics" note="recomputed from the per-problem rows below">
      <MetricTable metrics={detail.metrics} />
    </Section>
  );
}

/** Programs by kind. Instances of one family mostly share their program, so that the kinds say what the whole hides. */
function Programs({ detail }: { detail: EvaluationDetail }) {
  return (
    <>
      <Metrics detail={detail} />
      <Section
        title="Solved by kind"
        note="mostly one program is written for all instances of a family: count families as well as problems"
      >
        <Grid columns={2}>
          <PartTable label="Solved by family" head="Family" rate="Solved" parts={detail.byType} by="byType" />
          <PartTable
            label="Solved by difficulty"
            head="Difficulty"
            rate="Solved"
            parts={detail.byLevel}
            by="byLevel"
          />
        </Grid>
      </Section>
    </>
  );
}

interface RepairsProps extends Pick<Parameters<typeof DiagnosisSection>[0], "choice" | "onChoice"> {
  detail: EvaluationDetail;
  diagnosis: Parameters<typeof DiagnosisSection>[0]["data"] | undefined;
}

/** Repairs of linear programs: RR@k, kinds of faults, diagnosis. */
function Repairs({ detail, diagnosis, choice, onChoice }: RepairsProps) {
  const { evaluation, metrics } = detail;
  return (
    <>
      {evaluation.episodes === 0 ? (
        <Strip level="info" claim="No steps were kept for this evaluation.">
          Outcomes are complete; steps are kept for final evaluations and where a recipe is asked to.
        </Strip>
      ) : null}
      <Section title="Metrics" note="recomputed from the per-problem rows below">
        <MetricTable metrics={withChosen(metrics, diagnosis?.chosen)} />
      </Section>
      {detail.reranked ? <RerankedSection reranked={detail.reranked} /> : null}
      <Grid columns="lead">
        <Section title="RR@k" note="% of problems against the step limit k">
          <SolvedCurve detail={detail} />
        </Section>
        <Section title="RR@5 and DA by kind" note="Wilson and bootstrap 95 % in each kind">
          {detail.byLevel.length > 1 ? (
            <PartTable
              label="RR@5 and DA by level"
              head="Level"
              parts={detail.byLevel}
              diagnosis={diagnosis}
              by="byLevel"
            />
          ) : null}
          <PartTable
            label="RR@5 and DA by fault type"
            head="Fault type"
            parts={detail.byType}
            diagnosis={diagnosis}
            by="byType"
            foot="A problem with several faults counts under each of them."
          />
        </Section>
      </Grid>
      <Decodings evaluationId={evaluation.id} choice={isMeasuredDa(choice) ? undefined : choice} />
      {diagnosis ? <DiagnosisSection data={diagnosis} choice={choice} onChoice={onChoice} /> : null}
    </>
  );
}

/** One evaluation: what was measured how, its metrics with their intervals, RR@k, and every problem's outcome. */
export function EvaluationPage({ id }: { id: string }) {
  const query = useQuery(
    useApi().evaluations.get.queryOptions({ id }, { meta: liveOn([topics.runs], 2000) }),
  );
  const [choice, setChoice] = useQueryStates(diagnosisSearch);
  const { data: diagnosis } = useQuery(
    useApi().evaluations.diagnosis.queryOptions({ id, ...choice }, { placeholderData: keepPreviousData }),
  );
  const evaluation = query.data?.evaluation;
  const crumbs = evaluation
    ? [
        { label: "Evaluations", href: "/evaluations" },
        { label: evaluation.run.name, href: `/runs/${evaluation.run.id}?tab=evaluations` },
        {
          label:
            evaluation.stepOf === null
              ? "evaluation"
              : `${evaluation.stepOf === "epoch" ? "epoch" : "step"} ${writeWhole(evaluation.trainStep)}`,
        },
      ]
    : [{ label: "Evaluations", href: "/evaluations" }, { label: "Evaluation" }];
  return (
    <BenchPage crumbs={crumbs} dataAt={query.dataUpdatedAt}>
      <QueryState query={query} what="the evaluation" isPage height={500}>
        {(detail) => {
          const { evaluation: e, metrics } = detail;
          const lead = metrics.find(({ id }) => id === leadOf(detail));
          return (
            <>
              <PageHead
                title={writePolicyAt(e.run.name, e)}
                summary={
                  <>
                    {e.stepOf === null
                      ? "Evaluation"
                      : e.final
                        ? "Final evaluation"
                        : "Evaluation during training"}{" "}
                    in{" "}
                    <PageLink href={`/experiments/${e.experiment.id}`}>
                      {visibleName(e.experiment.title)}
                    </PageLink>
                    : it solves {writeOf(lead?.hits ?? 0, e.n)}{" "}
                    {e.part === null ? "" : `${PART_WORDS[e.part]} `}
                    {detail.programs || detail.answers ? "problems" : "problems within 5 steps"} (
                    {writeShare(lead?.value, e.n)}
                    ).
                  </>
                }
                actions={<Actions detail={detail} />}
              />
              <EvaluationFacts
                evaluation={e}
                programs={detail.programs}
                answers={detail.answers}
                now={query.dataUpdatedAt}
              />
              {severalPoliciesText(e.policies) === null ? null : (
                <Strip level="warning" claim={severalPoliciesText(e.policies)} />
              )}
              <IntegerNote detail={detail} />
              {detail.programs ? (
                <Programs detail={detail} />
              ) : detail.answers ? (
                <Metrics detail={detail} />
              ) : (
                <Repairs
                  detail={detail}
                  diagnosis={diagnosis}
                  choice={choice}
                  onChoice={(next) => void setChoice(next)}
                />
              )}
              <ProblemsSection detail={detail} />
            </>
          );
        }}
      </QueryState>
    </BenchPage>
  );
}
