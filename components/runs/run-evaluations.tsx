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
import { Decodings } from "#components/evaluations/decodings.tsx";
import type { RunDetail } from "#server/contracts/run.ts";
import { countOf, plural, writeCount, writeN } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { columnDecimals } from "#server/wording/quantities.ts";

interface TableProps {
  evaluations: RunDetail["evaluations"];
  /** How the last one was decoded; others say how they were. */
  decoding: string;
}

/** What the tables of repairs and of programs begin with: train step, n, and the metric that says most. */
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

/** Evaluations of programs, which have neither steps nor a diagnosis. */
function OfPrograms({ evaluations, decoding }: TableProps) {
  const sampled = evaluations.some(({ passAt1 }) => passAt1 !== null);
  return (
    <Table
      label="Evaluations"
      foot={`${leadMethod(evaluations.map(({ lead }) => lead))} Cases passed: mean over problems of the share of hidden cases.${sampled ? " pass@k: unbiased from the samples, mean over problems." : ""}`}
    >
      <thead>
        <Row>
          <LeadHeads lead="Solved" />
          <HeadCell num sub="% of hidden cases">
            Cases passed
          </HeadCell>
          {sampled ? (
            <>
              <HeadCell num sub="%">
                pass@1
              </HeadCell>
              <HeadCell num sub="%">
                pass@8
              </HeadCell>
            </>
          ) : null}
        </Row>
      </thead>
      <tbody>
        {evaluations.map((e) => (
          <Row key={e.id}>
            <LeadCells of={e} decoding={decoding} />
            <Cell num>
              <Value value={e.passed} kind="share" n={e.n} />
            </Cell>
            {sampled ? (
              <>
                <Cell num>
                  <Value value={e.passAt1} kind="share" n={e.n} />
                </Cell>
                <Cell num>
                  <Value value={e.passAt8} kind="share" n={e.n} />
                </Cell>
              </>
            ) : null}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Evaluations of which nothing is known but which problems were solved. */
function OfAnswers({ evaluations, decoding }: TableProps) {
  return (
    <Table label="Evaluations" foot="Solved: Wilson 95 % over problems, outcomes as the client sent them.">
      <thead>
        <Row>
          <LeadHeads lead="Solved" />
        </Row>
      </thead>
      <tbody>
        {evaluations.map((e) => (
          <Row key={e.id}>
            <LeadCells of={e} decoding={decoding} />
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Evaluations of repairs. */
function OfRepairs({ evaluations, decoding }: TableProps) {
  const stepDecimals = columnDecimals(evaluations.map(({ steps }) => steps));
  return (
    <Table
      label="Evaluations"
      foot="RR, RR@5 and clean: Wilson 95 % over problems. DA: da.root over DIAGNOSE, mean over problems whose faults are known. OP: mean over solved problems. Steps: mean over all episodes."
    >
      <thead>
        <Row>
          <LeadHeads lead="RR@5" />
          <HeadCell num sub="% [95 %]">
            RR
          </HeadCell>
          <HeadCell num sub="% [95 %]">
            Clean
          </HeadCell>
          <HeadCell num sub="%, n with known faults">
            DA
          </HeadCell>
          <HeadCell num sub="%, n solved">
            OP
          </HeadCell>
          <HeadCell num sub="mean">
            Steps
          </HeadCell>
        </Row>
      </thead>
      <tbody>
        {evaluations.map((e) => (
          <Row key={e.id}>
            <LeadCells of={e} decoding={decoding} />
            <Cell num>
              <RateCell count={e.rr?.hits ?? null} n={e.rr?.n ?? 0} interval={e.rr} />
            </Cell>
            <Cell num>
              {e.clean ? (
                <RateCell count={e.clean.hits} n={e.clean.n} interval={e.clean} />
              ) : (
                <Value value={null} missing="not defined" />
              )}
            </Cell>
            <Cell num>
              {e.da === null ? (
                <Value value={null} missing="not defined" />
              ) : (
                <Value value={e.da} kind="share" n={e.daN} nText={writeN(e.daN)} />
              )}
            </Cell>
            <Cell num>
              <Value value={e.op} kind="share" n={e.opN} nText={writeN(e.opN)} />
            </Cell>
            <Cell num>
              <Value value={e.steps} decimals={stepDecimals} />
            </Cell>
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
      {last.lead.metric === "eval/solved" ? (
        <OfPrograms evaluations={evaluations} decoding={last.decoding} />
      ) : evaluations.every(({ answers }) => answers) ? (
        <OfAnswers evaluations={evaluations} decoding={last.decoding} />
      ) : (
        <OfRepairs evaluations={evaluations} decoding={last.decoding} />
      )}
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
