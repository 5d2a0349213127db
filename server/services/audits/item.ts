import { selectAuditItem } from "#db/queries/audits.ts";
import type { AuditItemInput, AuditItemText } from "../../contracts/rollouts/audit.ts";
import { ServiceError } from "../../errors.ts";
import { writeCount } from "../../wording/counts.ts";
import type { ServiceContext } from "../context.ts";
import { textPage } from "../rollouts/group.ts";
import { findCompletion } from "./read-text.ts";
import { requireAudit } from "./require-audit.ts";

export function requireItem(ctx: ServiceContext, { id, position }: { id: string; position: number }) {
  const item = selectAuditItem(ctx.db, id, position);
  if (!item)
    throw new ServiceError("not_found", `This audit has no completion ${writeCount(position + 1)}.`, {
      field: "position",
    });
  return item;
}

/** The texts of a drawn completion as they are now. */
export function auditItem(ctx: ServiceContext, { id, position, page }: AuditItemInput): AuditItemText {
  const audit = requireAudit(ctx, id);
  const item = requireItem(ctx, { id, position });
  const read = findCompletion(ctx, audit, item);
  return {
    prompt: read?.prompt ? textPage(read.prompt, 0) : null,
    completion: read?.text ? textPage(read.text, page) : null,
    changed: read?.digest !== item.digest,
    reward: read?.reward ?? null,
  };
}
