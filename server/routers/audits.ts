import {
  AuditInput,
  AuditItemInput,
  AuditListInput,
  DrawAuditInput,
  MarkAuditInput,
} from "../contracts/rollouts/audit.ts";
import { drawVerifierAudit } from "../services/audits/draw.ts";
import { getAudit } from "../services/audits/get.ts";
import { auditItem } from "../services/audits/item.ts";
import { listAudits } from "../services/audits/list.ts";
import { markAudit } from "../services/audits/mark.ts";
import { memberProcedure, router } from "./trpc.ts";

/** Completions that people mark, so that the errors of a verifier are known. */
export const auditsRouter = router({
  list: memberProcedure.input(AuditListInput).query(({ ctx, input }) => listAudits(ctx.services, input)),
  get: memberProcedure.input(AuditInput).query(({ ctx, input }) => getAudit(ctx.services, input)),
  item: memberProcedure.input(AuditItemInput).query(({ ctx, input }) => auditItem(ctx.services, input)),
  draw: memberProcedure
    .input(DrawAuditInput)
    .mutation(({ ctx, input, signal }) => drawVerifierAudit(ctx.services, input, signal)),
  mark: memberProcedure.input(MarkAuditInput).mutation(({ ctx, input }) => markAudit(ctx.services, input)),
});
