import { markText } from "../../../workers/protocol/visible-text.ts";
import type { AlertRow } from "../../contracts/alerts/alert.ts";
import { lineHref, runsOf } from "../../contracts/alerts/fold.ts";
import { ALERT_LIMITS, type WebhookForm } from "../../contracts/alerts/words.ts";
import { lineReasons, lineTitle } from "../../wording/alerts.ts";

/** Slack reads these three as its own; nothing else of a name means anything to it. */
const forSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Slack refuses a message with a longer text. */
const SLACK_TEXT = 3000;
const clip = (text: string): string =>
  text.length <= SLACK_TEXT ? text : `${text.slice(0, SLACK_TEXT - 1)}…`;

const isoOf = (at: number): string => new Date(at).toISOString();

/**
 * Alerts of one line, newest first, as one message: what happened, why, and where to look; no parameter, no path and no line of
 * a log.
 */
export function messageBody(form: WebhookForm, alerts: readonly AlertRow[], serverUrl: string): string {
  const runs = runsOf(alerts);
  const headline = lineTitle({ alerts, runs });
  const link = `${serverUrl}${lineHref({ alerts })}`;
  if (form === "slack") {
    const reasons = lineReasons(alerts).map(markText);
    const head = markText(headline);
    return JSON.stringify({
      text: forSlack([`${head}.`, ...reasons].join(" ")),
      blocks: [
        // Plain text: no name can mention anybody, or be a link.
        { type: "section", text: { type: "plain_text", text: clip(head), emoji: false } },
        { type: "section", text: { type: "plain_text", text: clip(reasons.join("\n")), emoji: false } },
        { type: "section", text: { type: "mrkdwn", text: `<${link}|Open in Ablab>` } },
      ],
    });
  }
  const [{ id, kind, level, title, why, at, run, experiment }] = alerts;
  const of = experiment && { id: experiment.id, title: experiment.title };
  const timestamp = isoOf(at);
  if (alerts.length > 1)
    return JSON.stringify({
      type: `alerts.${kind}`,
      timestamp,
      data: {
        kind,
        level,
        title: headline,
        count: alerts.length,
        runs,
        experiment: of,
        url: link,
        alerts: alerts.slice(0, ALERT_LIMITS.inMessage).map((one) => ({
          id: one.id,
          title: one.title,
          why: one.why,
          timestamp: isoOf(one.at),
          run: one.run,
        })),
      },
    });
  return JSON.stringify({
    type: `alert.${kind}`,
    timestamp,
    data: { id, kind, level, title, why, run, experiment: of, url: link },
  });
}
