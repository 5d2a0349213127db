import { z } from "zod";
import { AlertList, type AlertRow, Marked, MuteRow } from "../../contracts/alerts/alert.ts";
import { type AlertRuleInput, AlertRuleRow } from "../../contracts/alerts/rule.ts";
import {
  ALERT_LEVELS,
  BUILT_IN,
  MUTE_KINDS,
  MUTE_SPANS,
  type MuteKind,
} from "../../contracts/alerts/words.ts";
import { countOf, listOr } from "../../wording/counts.ts";
import { writeMoment } from "../../wording/times.ts";
import { readQuantity } from "../../wording/typed.ts";
import { type Api, ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { findAnnotated } from "../find-annotated.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb, type VerbInput } from "../verb.ts";

/** What one word after the verb does: asks the server, and puts the answer into words. */
interface Deed<T> {
  ask(api: Api, words: string[], input: VerbInput): Promise<T>;
  words(answer: T): string;
}

const deed = <T>(one: Deed<T>): Deed<unknown> => one;

const moment = (at: number | null): string => (at === null ? "until it is taken back" : writeMoment(at));

const alertLine = ({ id, at, level, title, why, readAt, muted }: AlertRow): string => {
  const marks = [muted ? "muted" : readAt === null ? "unread" : "", level].filter(Boolean).join(", ");
  return `${id}  ${writeMoment(at)}  ${title}  [${marks}]\n    ${why.replaceAll("\n", "\n    ")}`;
};

const ruleTable = (rules: readonly AlertRuleRow[]): string =>
  textTable(
    ["Rule", "Fires when", "Watches", ">Fired", "State", "Id"],
    rules.map((rule) => {
      const state = rule.muted ? `muted, ${moment(rule.mutedUntil)}` : rule.enabled ? "on" : "off";
      return [rule.name, rule.when, rule.watches, String(rule.fired), state, rule.id];
    }),
  );

const muteLine = ({ kind, name, until, id }: MuteRow): string =>
  `${kind} ${name}, ${moment(until)} (mute ${id})`;

/** "50", "50 steps", "10 min": over how much a condition has to hold. */
function spanOf(given: string | undefined): Pick<AlertRuleInput, "span" | "unit"> {
  if (given === undefined) return { span: 0, unit: "steps" };
  const found = /^([\d.e+,]+)\s*(steps?|min(?:utes?)?|h(?:ours?)?)?$/i.exec(given.trim());
  const span = found ? readQuantity(found[1]) : null;
  if (!found || span === null)
    throw usageError(`--for takes "50 steps", "10 min" or "2 h", not "${given.slice(0, 40)}".`);
  const unit = found[2]?.toLowerCase() ?? "steps";
  if (unit.startsWith("s")) return { span, unit: "steps" };
  return { span: unit.startsWith("h") ? span * 60 : span, unit: "minutes" };
}

async function scopeOf(api: Api, { options }: VerbInput): Promise<Pick<AlertRuleInput, "scope" | "of">> {
  const [run, experiment, tag] = [text(options.run), text(options.experiment), text(options.tag)];
  if ([run, experiment, tag].filter((one) => one !== undefined).length > 1)
    throw usageError("A rule watches one run, one experiment or one tag.");
  if (run !== undefined) return { scope: "run", of: await findAnnotated(api, "run", run) };
  if (experiment !== undefined)
    return { scope: "experiment", of: await findAnnotated(api, "experiment", experiment) };
  return tag === undefined ? { scope: "project", of: null } : { scope: "tag", of: tag };
}

function levelOf({ options }: VerbInput): AlertRuleInput["level"] {
  const word = text(options.level) ?? "warning";
  const level = ALERT_LEVELS.find((one) => one === word);
  if (!level) throw usageError(`--level is ${listOr(ALERT_LEVELS)}.`);
  return level;
}

async function muteSubject(api: Api, kind: MuteKind, word: string): Promise<string> {
  if (kind !== "rule") return findAnnotated(api, kind, word);
  if (Object.hasOwn(BUILT_IN, word)) return word;
  const found = (await api.alerts.rules.query()).find(({ id, name }) => id === word || name === word);
  if (!found) throw usageError(`There is no rule "${word.slice(0, 80)}". See: npx ablab alerts rules`);
  return found.id;
}

function numbers(words: readonly string[]): number[] {
  const ids = words.map(Number);
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1))
    throw usageError("An alert is named by its number.");
  return ids;
}

const DEEDS: Record<string, Deed<unknown>> = {
  list: deed({
    async ask(api, _words, input) {
      const { options } = input;
      const scope = await scopeOf(api, input);
      return api.alerts.list.query({
        only: options.unread === true ? "unread" : options.muted === true ? "muted" : "all",
        limit: numbers([text(options.limit) ?? "20"])[0],
        ...(options.before !== undefined && { before: numbers([text(options.before) ?? ""])[0] }),
        ...(scope.scope === "run" && { run: scope.of ?? "" }),
        ...(scope.scope === "experiment" && { experiment: scope.of ?? "" }),
      });
    },
    words: ({ alerts, total, unread }) =>
      [...alerts.map(alertLine), `${countOf(total, "alert")}, ${countOf(unread, "unread", "unread")}.`].join(
        "\n",
      ),
  }),
  read: deed({
    async ask(api, words, input) {
      if ((words.length === 0) === (input.options.all !== true)) throw usageError("Name alerts, or --all.");
      if (words.length > 0) return api.alerts.mark.mutate({ read: true, ids: numbers(words) });
      const { alerts } = await api.alerts.list.query({ only: "all", limit: 1 });
      return api.alerts.mark.mutate({ read: true, upTo: alerts[0]?.id ?? 1 });
    },
    words: ({ ids }) => `${countOf(ids.length, "alert")} marked as read.`,
  }),
  rules: deed({ ask: (api) => api.alerts.rules.query(), words: ruleTable }),
  rule: deed({
    async ask(api, [metric, condition, value], input) {
      const wanted = ["above", "below", "silent"].find((one) => one === condition);
      if (metric === undefined || wanted === undefined || (value === undefined) !== (wanted === "silent"))
        throw usageError("Usage: npx ablab alerts rule METRIC above VALUE | below VALUE | silent");
      const number = value === undefined ? null : readQuantity(value);
      if (value !== undefined && number === null) throw usageError(`"${value.slice(0, 40)}" is no number.`);
      return api.alerts.createRule.mutate({
        name: text(input.options.name) ?? "",
        metric,
        condition: wanted as AlertRuleInput["condition"],
        value: number,
        ...spanOf(text(input.options.for)),
        ...(await scopeOf(api, input)),
        level: levelOf(input),
      });
    },
    words: ({ id, when, watches }) => `${id} fires on ${when}, for ${watches}.`,
  }),
  delete: deed({
    async ask(api, [word]) {
      if (word === undefined) throw usageError("Name the rule.");
      return api.alerts.removeRule.mutate({ id: await muteSubject(api, "rule", word) });
    },
    words: ({ name }) => `${name} is deleted. What it said stays.`,
  }),
  mute: deed({
    async ask(api, [kindWord, word], input) {
      const kind = MUTE_KINDS.find((one) => one === kindWord);
      const span = text(input.options.for) ?? "forever";
      if (!kind || word === undefined)
        throw usageError("Usage: npx ablab alerts mute rule|run|experiment NAME");
      if (!Object.hasOwn(MUTE_SPANS, span)) throw usageError(`--for is ${listOr(Object.keys(MUTE_SPANS))}.`);
      const subject = await muteSubject(api, kind, word);
      return api.alerts.mute.mutate({ kind, subject, forMs: MUTE_SPANS[span] });
    },
    words: (mute) => `Muted: ${muteLine(mute)}. Alerts go on being kept.`,
  }),
  mutes: deed({
    ask: (api) => api.alerts.mutes.query(),
    words: (mutes) => (mutes.length === 0 ? "Nothing is muted." : mutes.map(muteLine).join("\n")),
  }),
  unmute: deed({
    ask: (api, words) => api.alerts.unmute.mutate({ id: numbers(words)[0] ?? 0 }),
    words: ({ id }) => `Mute ${id} is taken back.`,
  }),
};

export const verb: Verb = {
  name: "alerts",
  words: "[list | read | rules | rule | delete | mute | mutes | unmute] [WORD ...]",
  wordCount: [0, 500],
  summary: "what fired, rules that fire, and what is kept quiet",
  details: `list                         alerts, newest first
read NUMBER ... | --all      mark as read
rules                        every rule, with what it is known by
rule METRIC above VALUE | below VALUE | silent
                             write a rule (a negative VALUE stands behind --): --for "50 steps" or "10 min", for all runs or --run, --experiment, --tag
delete RULE                  delete a rule that somebody wrote
mute rule|run|experiment NAME
                             keep it quiet, --for 1h, 1d, 7d or until it is taken back
mutes, unmute NUMBER         what is quiet, and take that back
Webhooks: npx ablab webhook.`,
  examples: [
    ["npx ablab alerts", "what fired; --all includes read ones"],
    ['npx ablab alerts rule reward/raw below 0.1 --for "50 steps"', "a rule of your own"],
  ],
  options: talking({
    unread: { type: "boolean", help: "list only what nobody has read" },
    before: { type: "string", value: "N", help: "list what is older than this alert" },
    muted: { type: "boolean", help: "list only what fired while it was muted" },
    all: { type: "boolean", help: "mark all as read" },
    limit: { type: "string", value: "N", help: "how many are listed; default 20" },
    run: { type: "string", value: "RUN", help: "of or for this run" },
    experiment: { type: "string", value: "NAME", help: "of or for the runs of this experiment" },
    tag: { type: "string", value: "WORD", help: "for runs with this tag, or of experiments with it" },
    for: { type: "string", value: "SPAN", help: "how long a condition has to hold, or a mute lasts" },
    name: { type: "string", value: "TEXT", help: "name of a rule" },
    level: { type: "string", value: "WORD", help: `${listOr(ALERT_LEVELS)}; default warning` },
  }),
  answer: z.union([
    AlertList,
    Marked,
    z.array(AlertRuleRow),
    AlertRuleRow,
    MuteRow,
    z.array(MuteRow),
    z.object({ id: z.number().int() }),
  ]),
  async run(input) {
    const [what = "list", ...words] = input.words;
    if (!Object.hasOwn(DEEDS, what))
      throw usageError(`"${what.slice(0, 40)}" is none of: ${Object.keys(DEEDS).join(", ")}.`);
    const answer = await ask(input, (api) => DEEDS[what].ask(api, words, input));
    if (input.options.json) printJson(answer);
    else say(plain(DEEDS[what].words(answer)));
    return EXIT.done;
  },
};
