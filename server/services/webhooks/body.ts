import type { AlertRow } from "../../contracts/alerts/alert.ts";
import type { WebhookForm } from "../../contracts/alerts/words.ts";

/** Slack reads these three as its own; nothing else of a name means anything to it. */
const forSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const isoOf = (at: number): string => new Date(at).toISOString();

/** An alert as a message: what happened, why, and where to look; no parameter, no path and no line of a log. */
export function messageBody(form: WebhookForm, alert: AlertRow, serverUrl: string): string {
  const link = alert.run ? `${serverUrl}/runs/${alert.run.id}` : `${serverUrl}/alerts`;
  if (form === "slack")
    return JSON.stringify({
      text: forSlack(`${alert.title}. ${alert.why}`),
      blocks: [
        // Plain text: no name can mention anybody, or be a link.
        { type: "section", text: { type: "plain_text", text: alert.title, emoji: false } },
        { type: "section", text: { type: "plain_text", text: alert.why, emoji: false } },
        { type: "section", text: { type: "mrkdwn", text: `<${link}|Open in Ablab>` } },
      ],
    });
  const { id, kind, level, title, why, at, run, experiment } = alert;
  return JSON.stringify({
    type: `alert.${kind}`,
    timestamp: isoOf(at),
    data: {
      id,
      kind,
      level,
      title,
      why,
      run,
      experiment: experiment && { id: experiment.id, title: experiment.title },
      url: link,
    },
  });
}
