import { selectAuditsOfRuns } from "#db/queries/audits.ts";
import type { AuditLine, AuditListInput } from "../../contracts/rollouts/audit.ts";
import type { ServiceContext } from "../context.ts";
import { auditSums } from "./lines.ts";
import { requireAuditedRun } from "./require-audit.ts";

/** Audits of a run's verifier, the newest first. */
export function listAudits(ctx: ServiceContext, { runId }: AuditListInput): AuditLine[] {
  requireAuditedRun(ctx, runId);
  return auditSums(ctx, selectAuditsOfRuns(ctx.db, [runId])).map(({ line }) => line);
}
