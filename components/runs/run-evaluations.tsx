import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Notice } from "#components/ui/empty-state.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { RateCell } from "#components/ui/tables/rate-cell.tsx";
import { Section } from "#components/ui/section.tsx";
import { Tag } from "#components/ui/controls/chip.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { leadMethod } from "#components/evaluations/lead-share.tsx";
import { AuditSentence } from "#components/rollouts/audits/run-audit.tsx";
import { StartModel } from "./start-model.tsx";
import { Decodings } from "#packs/repair/pages/decodings.tsx";
import {
  type EvaluationMetricName,
  metricInfo,
  metricsOfKind,
  overProblemsOf,
} from "#server/contracts/metrics.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { metricNote } from "#server/contracts/metric-notes.ts";
import { countOf, plural, writeCount, writeN } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { columnDecimals } from "#server/wording/quantities.ts";

interface TableProps {
  evaluations: RunDetail["evaluations"];
  /** How the last one was decoded; others say how they were. */
  decoding: string;
}

/** What the table begins with: train step, n, and the metric that says most. */
function LeadHeads({ lead }: { lead: string }) {
  return (
    <>
      <HeadCell fixed num>
        Train step
      </HeadCell>
      <HeadCell num sub="problems">
        n
      </HeadCell>
      <HeadCell num sub="% [95 %]">
        {lead}
      </HeadCell>
    </>
  );
}

function LeadCells({ of: e, decoding }: { of: RunDetail["evaluations"][number]; decoding: string }) {
  return (
    <>
      <Cell fixed num>
        <PageLink href={`/evaluations/${e.id}`}>{writeWhole(e.trainStep)}</PageLink>{" "}
        {e.final ? <Tag>final</Tag> : null}
        {e.decoding === decoding ? null : <Tag>{e.decoding}</Tag>}{" "}
        {e.policies.length > 1 ? <Tag>{countOf(e.policies.length, "policy", "policies")}</Tag> : null}
      </Cell>
      <Cell num>{writeCount(e.n)}</Cell>
      <Cell num>
        <RateCell count={e.lead.hits} n={e.lead.n} interval={e.lead} />
      </Cell>
    </>
  );
}

/** Evaluations of one kind with each metric that some of them have. */
function OfKind({ kind, evaluations, decoding }: TableProps & { kind: string }) {
  const [lead, ...all] = metricsOfKind(kind);
  const others = all.filter((metric) => evaluations.some(({ values }) => (values[metric]?.n ?? 0) > 0));
  const infos = others.map((metric) => {
    const column = evaluations.map(({ values }) => values[metric]?.value ?? null);
    return { metric, ...metricInfo(metric), ...overProblemsOf(metric), decimals: columnDecimals(column) };
  });
  const notes = infos.map(({ metric, title, interval }) =>
    interval === "wilson" ? `${title}: Wilson 95 % over problems.` : `${title}: ${metricNote(metric)}.`,
  );
  return (
    <Table label="Evaluations" foot={[leadMethod(evaluations.map((e) => e.lead)), ...notes].join(" ")}>
      <thead>
        <Row>
          <LeadHeads lead={metricInfo(lead).title} />
          {infos.map(({ metric, title, unit, interval }) => (
            <HeadCell
              key={metric}
              num
              sub={interval === "wilson" ? "% [95 %]" : unit === "share" ? "%" : "mean"}
            >
              {title}
            </HeadCell>
          ))}
        </Row>
      </thead>
      <tbody>
        {evaluations.map((e) => (
          <Row key={e.id}>
            <LeadCells of={e} decoding={decoding} />
            {infos.map(({ metric, unit, decimals }) => {
              const { value, n, share } = e.values[metric] ?? { value: null, n: 0, share: null };
              return (
                <Cell key={metric} num>
                  {value === null ? (
                    <Value value={null} missing="not defined" />
                  ) : share ? (
                    <RateCell count={share.hits} n={share.n} interval={share} />
                  ) : unit === "share" ? (
                    <Value value={value} kind="share" n={n} nText={n === e.n ? undefined : writeN(n)} />
                  ) : (
                    <Value value={value} decimals={decimals} />
                  )}
                </Cell>
              );
            })}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Evaluations of the run, computed from their per-problem rows as the page is read. */
export function RunEvaluations({ run }: { run: RunDetail }) {
  const { evaluations } = run;
  const audited = run.audit ? <AuditSentence runId={run.row.id} audit={run.audit} /> : null;
  if (evaluations.length === 0)
    return (
      <>
        {audited}
        <Notice>
          {run.external
            ? "No evaluation was logged problem by problem, so this run cannot be compared by problem. Logged metrics are under Charts."
            : "No evaluation yet. The first one is made before the first train step."}
        </Notice>
      </>
    );
  const last = evaluations.findLast((e) => e.final) ?? evaluations[evaluations.length - 1];
  return (
    <Section
      title="Evaluations"
      note={`held-out problems "${last.population}", population ${last.problems.slice(0, 8)}, protocol ${last.protocolHash.slice(0, 8)}; recomputed from per-problem rows`}
    >
      {audited}
      <StartModel run={run} />
      <OfKind
        kind={overProblemsOf(run.evaluationCharts[0].metric as EvaluationMetricName).of}
        evaluations={evaluations}
        decoding={last.decoding}
      />
      <Decodings evaluationId={last.id} />
      {last.unconfirmed > 0 ? (
        <p>
          {countOf(last.unconfirmed, "solved integer problem has", "solved integer problems have")} no
          solution once integrality counts, and {plural(last.unconfirmed, "counts", "count")} as solved in the
          relaxation.
        </p>
      ) : null}
    </Section>
  );
}
