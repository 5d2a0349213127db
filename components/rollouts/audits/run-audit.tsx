import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Fact } from "#components/ui/marks/fact.tsx";
import type { AuditLine } from "#server/contracts/rollouts/audit.ts";
import { auditedWords, auditScope, writeAudited } from "#server/wording/audits.ts";
import { auditHref } from "../rollout-search.ts";

interface RunAuditProps {
  runId: string;
  audit: AuditLine;
}

const measuredWords = ({ measured, n }: AuditLine) => `measured ${writeAudited({ value: measured }, n)}`;

/** The corrected success in the head of a run's page, beside the one that its verifier measured. */
export function AuditFact({ runId, audit }: RunAuditProps) {
  const { corrected, n } = audit;
  return (
    <Fact
      label="Corrected success"
      note={
        <>
          <PageLink href={auditHref(runId, audit.id)}>{auditedWords(audit)}</PageLink>, {measuredWords(audit)}
        </>
      }
    >
      {writeAudited(corrected, n)}
    </Fact>
  );
}

/** The same in one line. */
export function AuditSentence({ runId, audit }: RunAuditProps) {
  return (
    <p>
      Corrected success {writeAudited(audit.corrected, audit.n)},{" "}
      <PageLink href={auditHref(runId, audit.id)}>{auditedWords(audit)}</PageLink>; {measuredWords(audit)};{" "}
      {auditScope(audit)}.
    </p>
  );
}
