import { selectAlerts } from "#db/queries/alerts/alerts.ts";
import {
  type DeliveryRecord,
  postponeDeliveries,
  selectDelivery,
  selectDueDeliveries,
  selectUntold,
  selectWebhook,
  selectWebhooks,
  updateDelivery,
  updateWebhook,
  type WebhookRecord,
} from "#db/queries/alerts/webhooks.ts";
import { foldAlerts, isFolded } from "../../contracts/alerts/fold.ts";
import type { Posted, WebhookDoor } from "../../contracts/alerts/posted.ts";
import { topics } from "../../contracts/live.ts";
import { countOf } from "../../wording/counts.ts";
import { alertRow } from "../alerts/list.ts";
import { fireAlert } from "../alerts/fire.ts";
import { commit, type ServiceContext } from "../context.ts";
import { sha256 } from "../hashing.ts";
import { messageBody } from "./body.ts";
import { signedHeaders } from "./sign.ts";

const S = 1000;
const MINUTE = 60 * S;
const HOUR = 60 * MINUTE;

/** How long after each try the next one comes, 10 s to 24 h; after the last a message is given up. */
export const WAITS_MS = [10 * S, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];
/** A webhook whose last messages were all given up is turned off. */
const FAILURES = 5;
/** Messages of one webhook in one round. */
const AT_ONCE = 40;
/** What is still to be told waits so long at most for a message that failed, so that one message alone holds up no other. */
const LONGEST_FOR_OTHERS_MS = MINUTE;
/** One message tells so many alerts at most. */
const MOST_FOLDED = 1000;

/** 1 to 1.25, another for each message and try, so that many messages do not come back at once. */
const spread = (id: string, tries: number): number =>
  1 + Number.parseInt(sha256(`${id}:${tries}`).slice(0, 8), 16) / 2 ** 34;

/** How long to wait before the next try; null where there is none. */
export function waitAfter(id: string, tries: number, posted: Posted): number | null {
  if (posted.kind === "arrived" || !posted.again || tries > WAITS_MS.length) return null;
  return Math.max(WAITS_MS[tries - 1] * spread(id, tries), posted.waitMs ?? 0);
}

/** How long the other messages of a webhook wait after one failed: less than it, but as long as the receiver asked. */
const waitOfOthers = (wait: number, posted: Posted): number =>
  Math.max(Math.min(wait, LONGEST_FOR_OTHERS_MS), (posted.kind === "failed" && posted.waitMs) || 0);

export const secretsOf = ({ secret, oldSecret, oldUntil }: WebhookRecord, now: number): string[] =>
  oldSecret !== null && oldUntil !== null && oldUntil > now ? [secret, oldSecret] : [secret];

/** An alert with those of its like that wait beside it, as one line where its webhook folds and they are enough. */
function lineOf(ctx: ServiceContext, { alertId }: DeliveryRecord, { id, fold }: WebhookRecord) {
  const alone = alertRow(selectAlerts(ctx.db, { only: "all", ids: [alertId] }, 1)[0]);
  const { kind, experiment } = alone;
  if (!fold || !isFolded(kind) || !experiment) return { alerts: [alone], others: [] };
  const untold = selectUntold(ctx.db, { webhookId: id, kind, experimentId: experiment.id }, MOST_FOLDED);
  const ids = untold.map((one) => one.alertId);
  // What somebody has read in the app, a channel has not.
  const rows = selectAlerts(ctx.db, { only: "all", ids }, MOST_FOLDED).map((row) => ({
    ...alertRow(row),
    readAt: null,
  }));
  const line = foldAlerts(rows).find(({ alerts }) => alerts.some((one) => one.id === alertId));
  const told = new Set(line?.alerts.map((one) => one.id));
  return {
    alerts: line?.alerts ?? [alone],
    others: untold.filter((one) => one.alertId !== alertId && told.has(one.alertId)),
  };
}

/**
 * What is sent, stored before it is sent together with which alerts it tells, so that a message is the same at every try and
 * no other one tells them; null where another message tells this one.
 */
function bodyOf(
  ctx: ServiceContext,
  delivery: DeliveryRecord,
  webhook: WebhookRecord,
  serverUrl: string,
): string | null {
  if (delivery.body !== null) return delivery.body;
  return commit(ctx, (scope) => {
    if (selectDelivery(scope.db, delivery.id)?.state !== "waiting") return null;
    const { alerts, others } = lineOf(ctx, delivery, webhook);
    const body = messageBody(webhook.form, alerts, serverUrl);
    updateDelivery(scope.db, delivery.id, { body });
    for (const { id } of others) updateDelivery(scope.db, id, { state: "folded", foldedInto: delivery.id });
    return body;
  });
}

/** What is done about a webhook after a message was given up. */
function countFailure(
  ctx: ServiceContext,
  scope: Parameters<typeof fireAlert>[0],
  id: string,
  posted: Posted,
) {
  const webhook = selectWebhook(scope.db, id);
  if (!webhook || posted.kind === "arrived") return;
  const failures = webhook.failures + 1;
  const isOff = posted.gone || failures >= FAILURES;
  const offBecause = posted.gone
    ? posted.message
    : `Its last ${countOf(failures, "message")} did not arrive. ${posted.message}`;
  updateWebhook(scope.db, id, { failures, ...(isOff ? { enabled: false, offBecause } : {}) });
  if (isOff && webhook.enabled)
    fireAlert(scope, ctx.now(), {
      cause: `webhook:${id}:${ctx.now()}`,
      kind: "webhook",
      level: "warning",
      title: `Webhook ${webhook.name} was turned off`,
      why: offBecause,
      runId: null,
    });
}

function record(ctx: ServiceContext, delivery: DeliveryRecord, webhookId: string, posted: Posted): void {
  const tries = delivery.tries + 1;
  const wait = waitAfter(delivery.id, tries, posted);
  const now = ctx.now();
  commit(ctx, (scope) => {
    updateDelivery(scope.db, delivery.id, {
      tries,
      lastAt: now,
      lastSentence: posted.kind === "arrived" ? `It answered ${posted.status}.` : posted.message,
      state: posted.kind === "arrived" ? "arrived" : wait === null ? "given up" : "waiting",
      ...(wait === null ? {} : { nextAt: now + Math.round(wait) }),
    });
    if (posted.kind === "arrived") updateWebhook(scope.db, webhookId, { failures: 0 });
    else {
      if (wait === null) countFailure(ctx, scope, webhookId, posted);
      else postponeDeliveries(scope.db, webhookId, now + Math.round(waitOfOthers(wait, posted)));
    }
    scope.touch(topics.alerts);
  });
}

/** One message after the other of one webhook; the first that fails ends its round, and the others wait for the next. */
async function deliverTo(ctx: ServiceContext, door: WebhookDoor, webhook: WebhookRecord): Promise<void> {
  for (const delivery of selectDueDeliveries(ctx.db, webhook.id, ctx.now(), AT_ONCE)) {
    const body = bodyOf(ctx, delivery, webhook, door.serverUrl);
    if (body === null) continue;
    const headers = signedHeaders(delivery.id, ctx.now(), body, secretsOf(webhook, ctx.now()));
    const posted = await door.post(webhook.url, headers, body);
    // Deleted, or its server stopped, while it was on its way.
    if (!ctx.db.$client.open || !selectWebhook(ctx.db, webhook.id)) return;
    record(ctx, delivery, webhook.id, posted);
    if (posted.kind === "failed") return;
  }
}

/**
 * Sends what is due, each webhook in a round of its own. `inRound` holds ids of webhooks whose round goes on: those are passed
 * over, so that calling again waits for no receiver that is slow to answer.
 */
export async function deliverDue(
  ctx: ServiceContext,
  door: WebhookDoor,
  inRound = new Set<string>(),
): Promise<void> {
  const free = selectWebhooks(ctx.db).filter(({ id, enabled }) => enabled && !inRound.has(id));
  const rounds = free.map(async (webhook) => {
    inRound.add(webhook.id);
    try {
      await deliverTo(ctx, door, webhook);
    } finally {
      inRound.delete(webhook.id);
    }
  });
  await Promise.all(rounds);
}
