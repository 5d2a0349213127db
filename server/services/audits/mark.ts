import { countAuditMarks, deleteAuditMark, upsertAuditMark } from "#db/queries/audits.ts";
import { type AuditView, MarkAuditInput } from "../../contracts/rollouts/audit.ts";
import { AUDIT_LIMITS } from "../../contracts/rollouts/audit-limits.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";
import { getAudit } from "./get.ts";
import { requireItem } from "./item.ts";
import { findCompletion } from "./read-text.ts";
import { requireAudit } from "./require-audit.ts";

/** Stores what a person says of a drawn completion, or takes it back. A completion that is not what was drawn is not marked. */
export function markAudit(ctx: ServiceContext, rawInput: MarkAuditInput): AuditView {
  const { id, position, by, right } = MarkAuditInput.parse(rawInput);
  commit(ctx, (scope) => {
    const audit = requireAudit(ctx, id);
    const item = requireItem(ctx, { id, position });
    if (right === null) deleteAuditMark(scope.db, { auditId: id, by, position });
    else {
      if (findCompletion(ctx, audit, item)?.digest !== item.digest)
        throw new ServiceError(
          "conflict",
          "This completion was sent again with other content after the audit was drawn, or is gone. Draw a new audit to mark it.",
          { field: "position" },
        );
      const people = new Set(countAuditMarks(scope.db, [id]).counts.map((count) => count.by));
      if (!people.has(by) && people.size >= AUDIT_LIMITS.people)
        throw new ServiceError("conflict", `At most ${AUDIT_LIMITS.people} people mark one audit.`, {
          field: "by",
        });
      upsertAuditMark(scope.db, { auditId: id, position, by, right, at: ctx.now() });
    }
    scope.touch(topics.run(audit.runId), topics.runs);
  });
  return getAudit(ctx, { id });
}
