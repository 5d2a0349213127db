import { and, asc, desc, eq, isNull, lt, lte, sql } from "drizzle-orm";
import type { Db } from "../../client.ts";
import type { AlertRecord } from "./alerts.ts";
import { alertDeliveries, alerts, runs, webhooks } from "../../schema/index.ts";

export type WebhookRecord = typeof webhooks.$inferSelect;
export type DeliveryRecord = typeof alertDeliveries.$inferSelect;

export function insertWebhook(db: Db, webhook: typeof webhooks.$inferInsert): void {
  db.insert(webhooks).values(webhook).run();
}

export function selectWebhooks(db: Db): WebhookRecord[] {
  return db.select().from(webhooks).orderBy(asc(webhooks.createdAt), asc(webhooks.id)).all();
}

export function selectWebhook(db: Db, id: string): WebhookRecord | undefined {
  return db.select().from(webhooks).where(eq(webhooks.id, id)).get();
}

export function updateWebhook(db: Db, id: string, set: Partial<WebhookRecord>): void {
  db.update(webhooks).set(set).where(eq(webhooks.id, id)).run();
}

/** Removes a webhook with its messages. */
export function deleteWebhook(db: Db, id: string): void {
  db.delete(alertDeliveries).where(eq(alertDeliveries.webhookId, id)).run();
  db.delete(webhooks).where(eq(webhooks.id, id)).run();
}

export function insertDelivery(
  db: Db,
  delivery: Pick<DeliveryRecord, "id" | "alertId" | "webhookId" | "nextAt">,
): void {
  db.insert(alertDeliveries)
    .values({ ...delivery, state: "waiting" })
    .run();
}

/** What is due of one webhook, what waits longest first, and of what waits equally long what was tried least. */
export function selectDueDeliveries(db: Db, webhookId: string, now: number, limit: number): DeliveryRecord[] {
  return db
    .select()
    .from(alertDeliveries)
    .where(
      and(
        eq(alertDeliveries.webhookId, webhookId),
        eq(alertDeliveries.state, "waiting"),
        lte(alertDeliveries.nextAt, now),
      ),
    )
    .orderBy(asc(alertDeliveries.nextAt), asc(alertDeliveries.tries), asc(alertDeliveries.alertId))
    .limit(limit)
    .all();
}

/** Nothing of this webhook is due before `until`, ms; what is due later stays. */
export function postponeDeliveries(db: Db, webhookId: string, until: number): void {
  db.update(alertDeliveries)
    .set({ nextAt: until })
    .where(
      and(
        eq(alertDeliveries.webhookId, webhookId),
        eq(alertDeliveries.state, "waiting"),
        lt(alertDeliveries.nextAt, until),
      ),
    )
    .run();
}

/** Deliveries of one kind of alert of one experiment that a webhook was not told yet and that no message holds, newest first. */
export function selectUntold(
  db: Db,
  of: { webhookId: string; kind: AlertRecord["kind"]; experimentId: string },
  limit: number,
): Pick<DeliveryRecord, "id" | "alertId">[] {
  return db
    .select({ id: alertDeliveries.id, alertId: alertDeliveries.alertId })
    .from(alertDeliveries)
    .innerJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
    .innerJoin(runs, eq(runs.id, alerts.runId))
    .where(
      and(
        eq(alertDeliveries.webhookId, of.webhookId),
        eq(alertDeliveries.state, "waiting"),
        isNull(alertDeliveries.body),
        eq(alerts.kind, of.kind),
        eq(runs.experimentId, of.experimentId),
      ),
    )
    .orderBy(desc(alertDeliveries.alertId))
    .limit(limit)
    .all();
}

export function selectDelivery(db: Db, id: string): DeliveryRecord | undefined {
  return db.select().from(alertDeliveries).where(eq(alertDeliveries.id, id)).get();
}

export function updateDelivery(db: Db, id: string, set: Partial<DeliveryRecord>): void {
  db.update(alertDeliveries).set(set).where(eq(alertDeliveries.id, id)).run();
}

/** How the messages of each webhook went. */
export function selectDeliveryCounts(db: Db) {
  const isIn = (state: DeliveryRecord["state"]) =>
    sql<number>`sum(${alertDeliveries.state} = ${state})`.mapWith(Number);
  return db
    .select({
      webhookId: alertDeliveries.webhookId,
      waiting: isIn("waiting"),
      arrived: isIn("arrived"),
      givenUp: isIn("given up"),
      nextAt: sql<
        number | null
      >`min(case when ${alertDeliveries.state} = 'waiting' then ${alertDeliveries.nextAt} end)`,
    })
    .from(alertDeliveries)
    .groupBy(alertDeliveries.webhookId)
    .all();
}

/** The delivery of a webhook that was tried last. */
export function selectLastDelivery(db: Db, webhookId: string): DeliveryRecord | undefined {
  return db
    .select()
    .from(alertDeliveries)
    .where(and(eq(alertDeliveries.webhookId, webhookId), sql`${alertDeliveries.lastAt} is not null`))
    .orderBy(sql`${alertDeliveries.lastAt} desc`)
    .limit(1)
    .get();
}
