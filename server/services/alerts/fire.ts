import { type AlertRecord, insertAlert, selectMutes } from "#db/queries/alerts/alerts.ts";
import { insertDelivery, selectWebhooks, type WebhookRecord } from "#db/queries/alerts/webhooks.ts";
import { selectRun } from "#db/queries/runs.ts";
import { ALERT_LIMITS } from "../../contracts/alerts/words.ts";
import { isFolded } from "../../contracts/alerts/fold.ts";
import { topics } from "../../contracts/live.ts";
import { inOneLine, visibleText } from "../../contracts/visible-name.ts";
import type { WriteScope } from "../context.ts";
import { newId } from "../hashing.ts";

export interface NewAlert extends Pick<AlertRecord, "cause" | "kind" | "level" | "title" | "why" | "runId"> {
  /** The rule that somebody wrote; else the kind is what it is known by. */
  rule?: string;
  /** Somebody did it, here and on purpose: it is kept and told, and waits for nobody to read it. */
  asked?: boolean;
}

/** Whether somebody keeps the rule, the run or its experiment quiet now. */
function isMuted({ db }: WriteScope, rule: string, runId: string | null, now: number): boolean {
  const mutes = selectMutes(db, now);
  if (mutes.length === 0) return false;
  const experiment = runId === null ? null : selectRun(db, runId)?.experimentId;
  const subjects = { rule, run: runId, experiment };
  return mutes.some(({ kind, subject }) => subjects[kind] === subject);
}

/** How long a webhook that folds waits for more of the like. */
const GATHERING_MS = 30_000;

const waitOf = ({ fold }: WebhookRecord, { kind, runId }: NewAlert): number =>
  fold && runId !== null && isFolded(kind) ? GATHERING_MS : 0;

/**
 * Says that something happened, once for its cause however often it is called, inside the caller's transaction; the messages
 * of webhooks are stored with it. A muted alert is kept and told to nobody. Returns whether it is new.
 */
export function fireAlert(scope: WriteScope, now: number, alert: NewAlert): boolean {
  const { cause, kind, level, runId, rule = kind } = alert;
  const muted = isMuted(scope, rule, runId, now);
  const id = insertAlert(scope.db, {
    cause,
    kind,
    level,
    runId,
    rule,
    title: inOneLine(alert.title).slice(0, ALERT_LIMITS.title),
    why: visibleText(alert.why).slice(0, ALERT_LIMITS.why),
    at: now,
    muted,
    readAt: alert.asked ? now : null,
  });
  if (id === null) return false;
  if (!muted)
    for (const webhook of selectWebhooks(scope.db))
      if (webhook.enabled && webhook.kinds.includes(kind))
        insertDelivery(scope.db, {
          id: newId("delivery"),
          alertId: id,
          webhookId: webhook.id,
          nextAt: now + waitOf(webhook, alert),
        });
  scope.touch(topics.alerts);
  return true;
}
