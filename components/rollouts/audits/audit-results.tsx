import { QuietButton } from "#components/ui/controls/button.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import type { AuditAgreement, AuditEstimate, AuditView } from "#server/contracts/rollouts/audit.ts";
import {
  agreementWords,
  AUDIT_METHOD,
  auditedWords,
  errorRows,
  writeAudited,
} from "#server/wording/audits.ts";
import { writeCount } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { markOf } from "./audit-progress.ts";

interface AuditResultsProps {
  audit: AuditView;
  onItem: (item: number) => void;
}

/** Errors of the verifier by person, the corrected success beside the measured one, and how far people agree. */
export function AuditResults({ audit, onItem }: AuditResultsProps) {
  const { estimates, agreements, corrected, measured, n, population } = audit;
  if (estimates.length === 0) return null;
  return (
    <Section
      title="Verifier errors"
      note={
        corrected
          ? `Corrected success ${writeAudited(corrected, n)}, ${auditedWords(audit)}; measured ${writeAudited({ value: measured }, n)} of ${writeCount(population.n)}`
          : "Not corrected yet: mark completions that the verifier accepts and completions that it rejects."
      }
    >
      <Errors estimates={estimates} />
      {agreements.map((one) => (
        <Agreement key={`${one.a} ${one.b}`} of={one} audit={audit} onItem={onItem} />
      ))}
    </Section>
  );
}

function Errors({ estimates }: { estimates: readonly AuditEstimate[] }) {
  const [first] = estimates;
  const rows = estimates.map(errorRows);
  return (
    <Table label="Errors of the verifier" how={AUDIT_METHOD}>
      <thead>
        <Row>
          <HeadCell fixed>Share</HeadCell>
          <HeadCell>Of</HeadCell>
          {estimates.map(({ by, n }) => (
            <HeadCell key={by} num sub={`n = ${writeWhole(n)}`}>
              {by}
            </HeadCell>
          ))}
        </Row>
      </thead>
      <tbody>
        {errorRows(first).map(({ name, what }, i) => (
          <Row key={name}>
            <Cell fixed>{name}</Cell>
            <Cell quiet>{what.replace(/^of /, "")}</Cell>
            {rows.map((of, person) => (
              <Cell key={estimates[person].by} num>
                {writeAudited(of[i].share, of[i].n)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Agreement({ of, audit, onItem }: { of: AuditAgreement } & AuditResultsProps) {
  const { a, b, differ } = of;
  const says = (position: number, by: string) => (markOf(audit.items[position], by) ? "right" : "wrong");
  return (
    <>
      <p>
        {a} and {b}: {agreementWords(of)}.
      </p>
      {differ.length > 0 ? (
        <ul className="audit-differ" aria-label={`What ${a} and ${b} differ on`}>
          {differ.map((position) => (
            <li key={position}>
              <QuietButton onClick={() => onItem(position)}>
                Completion {writeWhole(position + 1)}
              </QuietButton>
              : {a} {says(position, a)}, {b} {says(position, b)}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
