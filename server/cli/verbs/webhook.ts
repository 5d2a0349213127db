import { z } from "zod";
import { ALERT_KINDS, FOLDS, WEBHOOK_FORMS } from "../../contracts/alerts/words.ts";
import { CreatedWebhook, WebhookRow, WebhookTest } from "../../contracts/alerts/webhook.ts";
import { countOf, listOr } from "../../wording/counts.ts";
import { type Api, ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb, type VerbInput } from "../verb.ts";

const USAGE =
  "Usage: npx ablab webhook [list] | new NAME URL | test NAME | rotate NAME | on NAME | off NAME | delete NAME";

const stateOf = ({ enabled, offBecause, waiting, last }: WebhookRow): string => {
  if (!enabled) return offBecause === null ? "off" : `off: ${offBecause}`;
  const waits = waiting > 0 ? `, ${countOf(waiting, "waits", "wait")}` : "";
  return `on${waits}${last && !last.ok ? `; last: ${last.message}` : ""}`;
};

function table(rows: readonly WebhookRow[]): string {
  if (rows.length === 0) return "There is no webhook. Make one with: npx ablab webhook new NAME URL";
  return textTable(
    ["Webhook", "Address", "Form", "Folds", ">Arrived", ">Given up", "State", "Id"],
    rows.map((row) => [
      row.name,
      row.address,
      row.form,
      row.fold ? "yes" : "no",
      String(row.arrived),
      String(row.givenUp),
      stateOf(row),
      row.id,
    ]),
  );
}

const secretWords = ({ webhook, secret }: CreatedWebhook): string =>
  `${secret}\nThis is the only time that the secret of ${webhook.name} is shown. Messages are signed with it after Standard Webhooks.`;

function wantedOf({ options }: VerbInput, name: string, url: string) {
  const form = WEBHOOK_FORMS.find((one) => one === (text(options.form) ?? "json"));
  if (!form) throw usageError(`--form is ${listOr(WEBHOOK_FORMS)}.`);
  const words = text(options.kinds)?.split(",") ?? [...ALERT_KINDS];
  const kinds = words.map((word) => {
    const kind = ALERT_KINDS.find((one) => one === word.trim());
    if (!kind)
      throw usageError(`--kinds takes ${ALERT_KINDS.join(",")}; "${word.slice(0, 40)}" is none of them.`);
    return kind;
  });
  const fold = text(options.fold) ?? (FOLDS[form] ? "yes" : "no");
  if (fold !== "yes" && fold !== "no") throw usageError("--fold is yes or no.");
  return { name, url, form, kinds, fold: fold === "yes" };
}

/** Asks for what the words say, and says the answer; every answer but a list is one thing. */
async function act(api: Api, input: VerbInput): Promise<{ answer: unknown; words: string }> {
  const [what = "list", name, url] = input.words;
  if (what === "list") {
    const rows = await api.webhooks.list.query();
    return { answer: rows, words: table(rows) };
  }
  if (name === undefined || (what === "new") !== (url !== undefined)) throw usageError(USAGE);
  switch (what) {
    case "new": {
      const made = await api.webhooks.create.mutate(wantedOf(input, name, url ?? ""));
      return { answer: made, words: secretWords(made) };
    }
    case "rotate": {
      const made = await api.webhooks.rotate.mutate({ text: name });
      return { answer: made, words: `${secretWords(made)} The one before signs too for a day.` };
    }
    case "test": {
      const tested = await api.webhooks.test.mutate({ text: name });
      return { answer: tested, words: tested.message };
    }
    case "on":
    case "off": {
      const found = (await api.webhooks.list.query()).find((one) => one.id === name || one.name === name);
      if (!found) throw usageError(`There is no webhook "${name.slice(0, 80)}".`);
      const row = await api.webhooks.change.mutate({ id: found.id, enabled: what === "on" });
      return { answer: row, words: `${row.name} is ${what}.` };
    }
    case "delete": {
      const row = await api.webhooks.remove.mutate({ text: name });
      return { answer: row, words: `${row.name} is deleted; ${countOf(row.waiting, "message")} not sent.` };
    }
    default:
      throw usageError(USAGE);
  }
}

export const verb: Verb = {
  name: "webhook",
  words: "[list] | new NAME URL | test NAME | rotate NAME | on NAME | off NAME | delete NAME",
  wordCount: [0, 3],
  summary: "addresses that alerts are sent to, as signed messages",
  details:
    "A message is signed after Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature). An address of a private network or of this machine is refused unless the server was started with --allow-webhook for it. What does not arrive is tried again for two days.",
  examples: [
    ["npx ablab webhook new lab URL", "send alerts to an address, signed"],
    ["npx ablab webhook test lab", "send a trial message"],
  ],
  options: talking({
    form: { type: "string", value: "WORD", help: `${listOr(WEBHOOK_FORMS)}; default json` },
    kinds: { type: "string", value: "A,B", help: `of ${ALERT_KINDS.join(", ")}; default all` },
    fold: {
      type: "string",
      value: "yes|no",
      help: "whether runs of an experiment that end, fail or fall silent within half a minute are one message; default: yes for slack, no for json",
    },
  }),
  answer: z.union([z.array(WebhookRow), CreatedWebhook, WebhookTest, WebhookRow]),
  async run(input) {
    const { answer, words } = await ask(input, (api) => act(api, input));
    if (input.options.json) printJson(answer);
    else say(plain(words));
    return EXIT.done;
  },
};
