/** What an alert is about. "client" is what a training said by its own logger, "rule" a condition that somebody wrote. */
export const ALERT_KINDS = [
  "ended",
  "failed",
  "unreachable",
  "nan",
  "objection",
  "client",
  "rule",
  "webhook",
  "share",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Rules that are there without anybody writing them, in the words of their list. */
export const BUILT_IN: Record<Exclude<AlertKind, "rule">, { name: string; when: string }> = {
  ended: { name: "Ended", when: "a run finished, or was stopped" },
  failed: { name: "Failed", when: "a run exited with an error, or its machine was lost" },
  unreachable: {
    name: "Unreachable",
    when: "a run sent no heartbeat for longer than its worker allows",
  },
  nan: { name: "Not finite", when: "a metric of a run was NaN or infinite for the first time" },
  objection: { name: "Check error", when: "a check found an error in a run" },
  client: { name: "From script", when: "a script called its logger's alert()" },
  webhook: { name: "Webhook", when: "a webhook was turned off because it kept failing" },
  share: {
    name: "Shared report",
    when: "an anonymous link was disabled because the page would name somebody",
  },
};

export const ALERT_LEVELS = ["info", "warning", "problem"] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

export const CONDITIONS = ["above", "below", "silent"] as const;
export type ConditionKind = (typeof CONDITIONS)[number];

export const SPAN_UNITS = ["steps", "minutes"] as const;
export type SpanUnit = (typeof SPAN_UNITS)[number];

export const RULE_SCOPES = ["project", "experiment", "tag", "run"] as const;
export type RuleScope = (typeof RULE_SCOPES)[number];

export const MUTE_KINDS = ["rule", "run", "experiment"] as const;
export type MuteKind = (typeof MUTE_KINDS)[number];

/** How long a mute lasts, as a form offers it, in ms; null until somebody takes it back. */
export const MUTE_SPANS: Record<string, number | null> = {
  "1h": 3_600_000,
  "1d": 86_400_000,
  "7d": 7 * 86_400_000,
  forever: null,
};

export const WEBHOOK_FORMS = ["json", "slack"] as const;
export type WebhookForm = (typeof WEBHOOK_FORMS)[number];

/** Whether a webhook folds that does not say: a channel is read by people, JSON by a program that counts on one alert each. */
export const FOLDS: Record<WebhookForm, boolean> = { json: false, slack: true };

export const ALERT_LIMITS = {
  page: 100,
  title: 300,
  why: 2000,
  rules: 200,
  webhooks: 20,
  url: 2000,
  /** Alerts that one message lists. */
  inMessage: 100,
  /** Lines of one page of a folded list, and alerts of one line that it names. */
  lines: 50,
  ofLine: 50,
  /** Alerts marked by one change. */
  marked: 10_000,
  /** A million steps, or a month of minutes. */
  steps: 1_000_000,
  minutes: 44_640,
} as const;
