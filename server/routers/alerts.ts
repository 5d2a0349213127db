import { z } from "zod";
import { AlertLinesInput, ListAlertsInput, MarkInput, MuteInput } from "../contracts/alerts/alert.ts";
import { AlertRuleInput, ChangeRuleInput } from "../contracts/alerts/rule.ts";
import { ChangeWebhookInput, NewWebhookInput } from "../contracts/alerts/webhook.ts";
import { listAlerts, listLines, markAlerts } from "../services/alerts/list.ts";
import { listMutes, mute, unmute } from "../services/alerts/mute.ts";
import {
  changeAlertRule,
  createAlertRule,
  listAlertRules,
  removeAlertRule,
} from "../services/alerts/rules.ts";
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  testWebhook,
} from "../services/webhooks/manage.ts";
import { memberProcedure, router } from "./trpc.ts";

/** An id or a name, as a person writes it. */
const Named = z.object({ text: z.string().min(1).max(200) });

/** What fired and whether it was read; rules and what is kept quiet. */
export const alertsRouter = router({
  list: memberProcedure.input(ListAlertsInput).query(({ ctx, input }) => listAlerts(ctx.services, input)),
  lines: memberProcedure.input(AlertLinesInput).query(({ ctx, input }) => listLines(ctx.services, input)),
  mark: memberProcedure.input(MarkInput).mutation(({ ctx, input }) => markAlerts(ctx.services, input)),
  rules: memberProcedure.query(({ ctx }) => listAlertRules(ctx.services)),
  createRule: memberProcedure
    .input(AlertRuleInput)
    .mutation(({ ctx, input }) => createAlertRule(ctx.services, input)),
  changeRule: memberProcedure
    .input(ChangeRuleInput)
    .mutation(({ ctx, input }) => changeAlertRule(ctx.services, input)),
  removeRule: memberProcedure
    .input(z.object({ id: z.string().max(60) }))
    .mutation(({ ctx, input }) => removeAlertRule(ctx.services, input.id)),
  mutes: memberProcedure.query(({ ctx }) => listMutes(ctx.services)),
  mute: memberProcedure.input(MuteInput).mutation(({ ctx, input }) => mute(ctx.services, input)),
  unmute: memberProcedure
    .input(z.object({ id: z.number().int() }))
    .mutation(({ ctx, input }) => unmute(ctx.services, input.id)),
});

/** Addresses of others that are told of alerts. */
export const webhooksRouter = router({
  list: memberProcedure.query(({ ctx }) => listWebhooks(ctx.services)),
  create: memberProcedure
    .input(NewWebhookInput)
    .mutation(({ ctx, input }) => createWebhook(ctx.services, ctx.doors.webhooks, input)),
  change: memberProcedure
    .input(ChangeWebhookInput)
    .mutation(({ ctx, input }) => changeWebhook(ctx.services, input)),
  remove: memberProcedure.input(Named).mutation(({ ctx, input }) => removeWebhook(ctx.services, input.text)),
  rotate: memberProcedure.input(Named).mutation(({ ctx, input }) => rotateSecret(ctx.services, input.text)),
  test: memberProcedure
    .input(Named)
    .mutation(({ ctx, input }) => testWebhook(ctx.services, ctx.doors.webhooks, input.text)),
});
