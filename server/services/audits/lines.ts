import { type AuditRecord, countAuditMarks, type MarkCount, selectAuditsOfRuns } from "#db/queries/audits.ts";
import type { AuditEstimate, AuditLine } from "../../contracts/rollouts/audit.ts";
import { acrossPeople, verifierErrors } from "../../stats/audit/verifier-errors.ts";
import type { ServiceContext } from "../context.ts";

export interface AuditSums {
  line: AuditLine;
  /** By person, in the order of their names. */
  estimates: AuditEstimate[];
}

function estimateOf({ strata }: AuditRecord, by: string, counts: readonly MarkCount[]): AuditEstimate {
  const marked = strata.map(({ accepted, size }, stratum) => {
    const count = counts.find((one) => one.by === by && one.stratum === stratum);
    return { accepted, size, marked: count?.marked ?? 0, right: count?.right ?? 0 };
  });
  const { measured: _measured, ...estimate } = verifierErrors(marked);
  return { by, ...estimate };
}

/** What the marks of audits say, of all of them at once. */
export function auditSums(ctx: ServiceContext, audits: readonly AuditRecord[]): AuditSums[] {
  const { counts, seen } = countAuditMarks(
    ctx.db,
    audits.map(({ id }) => id),
  );
  const byAudit = Map.groupBy(counts, ({ auditId }) => auditId);
  return audits.map((audit) => {
    const { id, phase, step, strata } = audit;
    const of = byAudit.get(id) ?? [];
    const people = [...new Set(of.map(({ by }) => by))];
    const estimates = people.map((by) => estimateOf(audit, by, of));
    const corrected = acrossPeople(estimates.flatMap((one) => one.corrected ?? []));
    const { measured } = verifierErrors(strata.map((stratum) => ({ ...stratum, marked: 0, right: 0 })));
    return { line: { id, phase, step, measured, corrected, n: seen.get(id) ?? 0, people }, estimates };
  });
}

/** The audit that stands beside each run's success: the newest one that corrects it. */
export function auditOfRuns(ctx: ServiceContext, runIds: readonly string[]): Map<string, AuditLine> {
  const audits = selectAuditsOfRuns(ctx.db, runIds);
  const found = new Map<string, AuditLine>();
  for (const [i, { line }] of auditSums(ctx, audits).entries()) {
    const { runId } = audits[i];
    if (line.corrected !== null && !found.has(runId)) found.set(runId, line);
  }
  return found;
}
