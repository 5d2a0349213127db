import {
  deleteWebhook,
  insertWebhook,
  selectDeliveryCounts,
  selectLastDelivery,
  selectWebhook,
  selectWebhooks,
  updateWebhook,
  type WebhookRecord,
} from "#db/queries/alerts/webhooks.ts";
import type { WebhookDoor } from "../../contracts/alerts/posted.ts";
import { ALERT_LIMITS, FOLDS } from "../../contracts/alerts/words.ts";
import {
  ChangeWebhookInput,
  type CreatedWebhook,
  NewWebhookInput,
  type WebhookRow,
  type WebhookTest,
} from "../../contracts/alerts/webhook.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { countOf } from "../../wording/counts.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { newId } from "../hashing.ts";
import { readTarget } from "./address.ts";
import { messageBody } from "./body.ts";
import { secretsOf } from "./deliver.ts";
import { newWebhookSecret, signedHeaders } from "./sign.ts";

/** The host, and of the rest only how it ends: some services let in whoever knows the whole. */
function tellAddress(text: string): string {
  const { url } = readTarget(text);
  const rest = `${url.pathname}${url.search}`;
  return rest === "/" ? url.origin : `${url.origin}/…${rest.slice(-4)}`;
}

function rowOf(
  ctx: ServiceContext,
  webhook: WebhookRecord,
  counts: ReturnType<typeof selectDeliveryCounts>,
): WebhookRow {
  const { id, name, url, form, kinds, fold, enabled, offBecause, createdBy, createdAt } = webhook;
  const last = selectLastDelivery(ctx.db, id);
  const own = counts.find(({ webhookId }) => webhookId === id);
  return {
    id,
    name,
    address: tellAddress(url),
    form,
    kinds,
    fold,
    enabled,
    offBecause,
    createdBy,
    createdAt,
    waiting: own?.waiting ?? 0,
    arrived: own?.arrived ?? 0,
    givenUp: own?.givenUp ?? 0,
    nextAt: enabled ? (own?.nextAt ?? null) : null,
    last:
      last?.lastAt == null
        ? null
        : { at: last.lastAt, ok: last.state === "arrived", message: last.lastSentence ?? "" },
  };
}

export function listWebhooks(ctx: ServiceContext): WebhookRow[] {
  const counts = selectDeliveryCounts(ctx.db);
  return selectWebhooks(ctx.db).map((webhook) => rowOf(ctx, webhook, counts));
}

/** A webhook by its id, or by a name that only one has. */
function requireWebhook(ctx: ServiceContext, text: string): WebhookRecord {
  const byId = selectWebhook(ctx.db, text);
  const byName = selectWebhooks(ctx.db).filter(({ name }) => name === text);
  const found = byId ?? (byName.length === 1 ? byName[0] : undefined);
  if (!found)
    throw new ServiceError(
      byName.length > 1 ? "conflict" : "not_found",
      byName.length > 1
        ? `${countOf(byName.length, "webhook")} are called ${JSON.stringify(text.slice(0, 80))}; name one by its id.`
        : `There is no webhook ${JSON.stringify(text.slice(0, 80))}.`,
    );
  return found;
}

const told = (ctx: ServiceContext, id: string): WebhookRow =>
  rowOf(ctx, requireWebhook(ctx, id), selectDeliveryCounts(ctx.db));

/**
 * A new address that is told of alerts from now on. Its secret is in this answer and nowhere else. Throws on an address that the
 * door would never send to.
 */
export function createWebhook(
  ctx: ServiceContext,
  door: WebhookDoor,
  rawInput: NewWebhookInput,
): CreatedWebhook {
  const { name, url, form, kinds, fold = FOLDS[form] } = NewWebhookInput.parse(rawInput);
  const { url: target } = readTarget(url);
  const refusal = door.refusal(target.href);
  if (refusal !== null) throw new ServiceError("invalid", refusal, { field: "url" });
  const secret = newWebhookSecret();
  return commit(ctx, (scope) => {
    const all = selectWebhooks(scope.db);
    // Pressed twice, or sent again by a client that heard no answer: two alike would tell everything twice.
    if (all.some((one) => one.name === name && one.url === target.href))
      throw new ServiceError("conflict", `There is a webhook ${name} to this address already.`, {
        field: "name",
      });
    if (all.length >= ALERT_LIMITS.webhooks)
      throw new ServiceError(
        "conflict",
        `There are ${countOf(ALERT_LIMITS.webhooks, "webhook")}, which is the most. Delete one that nobody needs.`,
      );
    const id = newId("webhook");
    insertWebhook(scope.db, {
      id,
      name,
      url: target.href,
      form,
      kinds,
      fold,
      secret,
      createdBy: actorName(ctx.actor),
      createdAt: ctx.now(),
    });
    scope.touch(topics.alerts);
    return { webhook: told(ctx, id), secret };
  });
}

/** Names, chooses kinds of alerts, turns on or off. What waited while it was off is sent when it is on again. */
export function changeWebhook(ctx: ServiceContext, rawInput: ChangeWebhookInput): WebhookRow {
  const { id, ...set } = ChangeWebhookInput.parse(rawInput);
  return commit(ctx, (scope) => {
    requireWebhook(ctx, id);
    updateWebhook(scope.db, id, {
      ...set,
      ...(set.enabled !== undefined && { offBecause: null, failures: 0 }),
    });
    scope.touch(topics.alerts);
    return told(ctx, id);
  });
}

/** Deletes a webhook with what it was still to be told. */
export function removeWebhook(ctx: ServiceContext, text: string): WebhookRow {
  return commit(ctx, (scope) => {
    const row = told(ctx, requireWebhook(ctx, text).id);
    deleteWebhook(scope.db, row.id);
    scope.touch(topics.alerts);
    return row;
  });
}

const OLD_SECRET_MS = 86_400_000;

/** Another secret. The one before signs too for a day, so that the receiver can be told in peace. */
export function rotateSecret(ctx: ServiceContext, text: string): CreatedWebhook {
  const secret = newWebhookSecret();
  return commit(ctx, (scope) => {
    const { id, secret: oldSecret } = requireWebhook(ctx, text);
    updateWebhook(scope.db, id, { secret, oldSecret, oldUntil: ctx.now() + OLD_SECRET_MS });
    scope.touch(topics.alerts);
    return { webhook: told(ctx, id), secret };
  });
}

/** Sends a message that says it is a test, once, and tells what came of it. */
export async function testWebhook(
  ctx: ServiceContext,
  door: WebhookDoor,
  text: string,
): Promise<WebhookTest> {
  const webhook = requireWebhook(ctx, text);
  const now = ctx.now();
  const body = messageBody(
    webhook.form,
    [
      {
        id: 0,
        kind: "webhook",
        rule: "webhook",
        level: "info",
        title: "A test of this webhook",
        why: "Somebody pressed Test. Nothing happened to a run.",
        at: now,
        readAt: null,
        muted: false,
        run: null,
        experiment: null,
      },
    ],
    door.serverUrl,
  );
  const headers = signedHeaders(newId("delivery"), now, body, secretsOf(webhook, now));
  const posted = await door.post(webhook.url, headers, body);
  return posted.kind === "arrived"
    ? { ok: true, message: `${webhook.name} answered ${posted.status}.` }
    : { ok: false, message: posted.message };
}
