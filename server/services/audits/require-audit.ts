import { type AuditRecord, selectAudit } from "#db/queries/audits.ts";
import { type RunRecord, selectRun } from "#db/queries/runs.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";

/** The run whose verifier is audited. */
export function requireAuditedRun(ctx: ServiceContext, runId: string): RunRecord {
  const run = selectRun(ctx.db, runId);
  if (!run) throw new ServiceError("not_found", `There is no run ${runId}. It may have been deleted.`);
  return run;
}

export function requireAudit(ctx: ServiceContext, id: string): AuditRecord {
  const audit = selectAudit(ctx.db, id);
  if (!audit)
    throw new ServiceError("not_found", `There is no audit ${id}. Audits are deleted with their run.`);
  return audit;
}
