import { writeFileSync } from "node:fs";
import { z } from "zod";
import {
  CreatedShare,
  EXPIRY_NAMES,
  type ItemCounts,
  PublishedReport,
  ReportSummary,
  SavedReport,
  SharedReport,
  TEMPLATES,
} from "../../contracts/reports/report.ts";
import { BroughtBack, DeletedReport, GoingReport } from "../../contracts/reports/report-deletion.ts";
import { ReportDraft } from "../../contracts/reports/report-drafts.ts";
import { type Api, ask, findServer } from "../client.ts";
import { CliError, EXIT, usageError } from "../exit.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb, type VerbInput } from "../verb.ts";
import { countOf, writeCount } from "../../wording/counts.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { writeMoment } from "../../wording/times.ts";
import { NOT_MEASURED } from "../../wording/typography.ts";

const Exported = z.object({ file: z.string(), bytes: z.number().int() });

type Action = (input: VerbInput) => Promise<unknown>;

const word = (input: VerbInput, what: string): string => {
  const found = input.words[1];
  if (found === undefined) throw usageError(`Usage: npx ablab report ${input.words[0]} ${what}`);
  return found;
};

const idOf = async (api: Api, input: VerbInput) =>
  (await api.reports.find.query({ text: word(input, "REPORT") })).id;

function countsText(counts: ItemCounts): string {
  const parts = Object.entries(counts).filter(([, n]) => n > 0);
  return parts.length === 0
    ? "no number or block"
    : parts.map(([state, n]) => `${writeCount(n)} ${state}`).join(", ");
}

const moment = (at: number | null) => (at === null ? NOT_MEASURED : writeMoment(at));
function show(input: VerbInput, answer: unknown, words: string): void {
  if (input.options.json) printJson(answer);
  else say(words);
}

const list: Action = async (input) => {
  const reports = await ask(input, (api) => api.reports.list.query());
  const rows = reports.map((r) => [
    r.id,
    plain(r.title),
    moment(r.publishedAt),
    writeCount(r.publications),
    writeCount(r.openLinks),
    moment(r.updatedAt),
  ]);
  const words =
    rows.length === 0
      ? 'No report yet. Write one of an experiment with "npx ablab report write EXPERIMENT".'
      : textTable(["id", "title", "published", ">revisions", ">open links", "changed"], rows);
  show(input, reports, words);
};

const write: Action = async (input) => {
  const name = text(input.options.template) ?? "ablation";
  const template = TEMPLATES.find((t) => t === name);
  if (!template) throw usageError(`There is no template "${name}". There are ${TEMPLATES.join(", ")}.`);
  const saved = await ask(input, async (api) => {
    const { id } = await api.experiments.find.query({ text: word(input, "EXPERIMENT") });
    return api.reports.write.mutate({ experimentId: id, template });
  });
  show(
    input,
    saved,
    `Wrote "${plain(saved.title)}" as ${saved.id}. Publish it with "npx ablab report publish ${saved.id}".`,
  );
};

const publish: Action = async (input) => {
  const published = await ask(input, async (api) =>
    api.reports.publish.mutate({ id: await idOf(api, input) }),
  );
  show(
    input,
    published,
    `Published ${published.id}, revision ${published.revision}: ${countsText(published.counts)}.`,
  );
};

const remove: Action = async (input) => {
  const deleted = await ask(input, async (api) => api.reports.delete.mutate({ id: await idOf(api, input) }));
  const { id, title, publications, links } = deleted;
  const went = `${countOf(publications, "revision")} and ${countOf(links, "link")}`;
  show(
    input,
    deleted,
    `Deleted "${plain(title)}" (${id}) with ${went}. It is gone for good at ${moment(deleted.purgeAt)}; until then: npx ablab report bring-back ${id}`,
  );
};

const deletedOnes: Action = async (input) => {
  const found = await ask(input, (api) => api.reports.deleted.query());
  const rows = found.map((one) => [one.id, plain(one.title), one.deletedBy, moment(one.purgeAt)]);
  const words = textTable(["id", "title", "deleted by", "gone for good"], rows);
  show(input, found, rows.length === 0 ? "No deleted report can be brought back." : words);
};

/** A deleted report by its id, by a title that only one has, or the last one that was deleted. */
async function deletedId(api: Api, wanted: string): Promise<string> {
  const deleted = await api.reports.deleted.query();
  const last = deleted.at(-1);
  if (wanted === "latest" && last) return last.id;
  const called = deleted.filter(({ title }) => title === wanted);
  return called.length === 1 ? called[0].id : wanted;
}

const bringBack: Action = async (input) => {
  const back = await ask(input, async (api) =>
    api.reports.bringBack.mutate({ id: await deletedId(api, word(input, "REPORT")) }),
  );
  show(input, back, plain(back.message));
};

/** What is taken out of what leaves. */
const lookOf = ({ options }: VerbInput) => {
  const neutralNames = options["neutral-names"] === true;
  return { anonymous: options.anonymous === true || neutralNames, neutralNames };
};

const share: Action = async (input) => {
  const wanted = text(input.options.expires) ?? "30d";
  const expires = EXPIRY_NAMES.find((name) => name === wanted);
  if (!expires) throw usageError(`--expires takes ${EXPIRY_NAMES.join(", ")}, not "${wanted}".`);
  const created = await ask(input, async (api) =>
    api.reports.share.mutate({
      id: await idOf(api, input),
      expires,
      ...lookOf(input),
    }),
  );
  const { link, path } = created;
  const ends = link.expiresAt === null ? "It never ends." : `It ends ${moment(link.expiresAt)}.`;
  show(
    input,
    created,
    `${findServer(input).url}${path}\nOpens revision ${link.revision}${link.anonymous ? ", known names removed" : ""}${link.neutralNames ? ", neutral run names" : ""}. ${ends} Copy it now: it cannot be shown again.`,
  );
};

const links: Action = async (input) => {
  const found = await ask(input, (api) => api.reports.links.query());
  const rows = found.map(({ id, title, revision, state, opened, expiresAt }) => [
    id,
    plain(title),
    String(revision),
    state,
    writeCount(opened),
    moment(expiresAt),
  ]);
  const words = textTable(["link", "report", ">revision", "state", ">opened", "ends"], rows);
  show(input, found, rows.length === 0 ? "No report is shared by link." : words);
};

const revoke: Action = async (input) => {
  const ended = await ask(input, (api) => api.reports.revoke.mutate({ id: word(input, "LINK") }));
  show(input, ended, `${ended.id} opens nothing now.`);
};

const exportTo: Action = async (input) => {
  const forms = (["html", "md", "csv"] as const).flatMap((form) => {
    const file = text(input.options[form]);
    return file === undefined ? [] : [{ form, file }];
  });
  if (forms.length !== 1)
    throw usageError(
      "Say where to write: npx ablab report export REPORT --html FILE, --md FILE or --csv FILE.",
    );
  const [{ form, file }] = forms;
  const exported = await ask(input, async (api) =>
    api.reports.export.query({
      id: await idOf(api, input),
      view: input.options.draft === true ? "draft" : "newest",
      form,
      ...lookOf(input),
    }),
  );
  try {
    writeFileSync(file, exported.text);
  } catch (error) {
    throw new CliError(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const bytes = Buffer.byteLength(exported.text);
  show(input, { file, bytes }, `Wrote ${file}, ${writeBytes(bytes)}.`);
};

const history: Action = async (input) => {
  const drafts = await ask(input, async (api) => api.reports.history.query({ id: await idOf(api, input) }));
  const rows = drafts.map(({ version, title, savedBy, savedAt }) => [
    String(version),
    moment(savedAt),
    savedBy,
    plain(title),
  ]);
  const words =
    drafts.length === 0
      ? "No earlier text yet: nothing was saved over."
      : textTable([">version", "saved", "by", "title"], rows);
  show(input, drafts, words);
};

const restore: Action = async (input) => {
  const version = Number(text(input.options.version));
  if (!Number.isInteger(version))
    throw usageError('Say which text with --version N; "report history" lists them.');
  const saved = await ask(input, async (api) => {
    const id = await idOf(api, input);
    const { title, markdown } = await api.reports.draft.query({ id, version });
    const { report } = await api.reports.page.query({ id, view: "draft", check: false });
    return api.reports.save.mutate({ id, version: report.version, title, markdown, keeps: true });
  });
  show(
    input,
    saved,
    `${saved.id} reads as in version ${version} again, as version ${saved.version}. What it read before is in its history.`,
  );
};

const ACTIONS: Record<string, Action> = {
  list,
  write,
  publish,
  export: exportTo,
  share,
  links,
  revoke,
  history,
  restore,
  delete: remove,
  deleted: deletedOnes,
  "bring-back": bringBack,
};
/** Those that name nothing. */
const ALONE = ["list", "links", "deleted"];
const WORDS =
  "list | write EXPERIMENT | publish REPORT | export REPORT | share REPORT | links | revoke LINK | history REPORT | restore REPORT | delete REPORT | deleted | bring-back REPORT";

export const verb: Verb = {
  name: "report",
  words: WORDS,
  wordCount: [1, 2],
  summary: "write, publish, share, export, restore and delete reports",
  details:
    'REPORT and EXPERIMENT are an id, the start of one, a title, or "latest". An export is of the newest revision, or of the draft where there is none.',
  examples: [["npx ablab report list", "reports; also write, publish, share, export, delete and bring-back"]],
  options: talking({
    template: {
      type: "string",
      value: "NAME",
      help: `with write: ${TEMPLATES.join(" or ")}; default: ablation`,
    },
    html: { type: "string", value: "FILE", help: "with export: one page that opens offline" },
    md: { type: "string", value: "FILE", help: "with export: plain Markdown" },
    csv: { type: "string", value: "FILE", help: "with export: every number, one a row" },
    draft: { type: "boolean", help: "with export: the draft, computed now" },
    version: { type: "string", value: "N", help: "with restore: which of the earlier texts" },
    expires: { type: "string", value: "WHEN", help: `with share: ${EXPIRY_NAMES.join(", ")}; default: 30d` },
    anonymous: { type: "boolean", help: "with share and export: take out hosts, paths, people and remotes" },
    "neutral-names": {
      type: "boolean",
      help: 'the same, and call runs "run 1" and experiments "experiment 1"',
    },
  }),
  answer: z.union([
    z.array(ReportSummary),
    z.array(ReportDraft),
    SavedReport,
    PublishedReport,
    CreatedShare,
    DeletedReport,
    z.array(GoingReport),
    BroughtBack,
    z.array(SharedReport),
    z.object({ id: z.string() }),
    Exported,
  ]),
  async run(input) {
    const name = input.words[0];
    if (!Object.hasOwn(ACTIONS, name) || ALONE.includes(name) !== (input.words.length === 1))
      throw usageError(`Usage: npx ablab report ${WORDS}`);
    await ACTIONS[name](input);
    return EXIT.done;
  },
};
