import { readFileSync } from "node:fs";
import { type Keep, AnnotateAnswer, AnnotateInput } from "../../contracts/housekeeping/annotations.ts";
import { ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { findAnnotated, annotatedKindOf } from "../find-annotated.ts";
import { plain, printJson, say } from "../print.ts";
import { list, talking, text, type Verb, type VerbInput } from "../verb.ts";

/** A switch that is on, off, or not named. */
function either({ options }: VerbInput, on: string, off: string): boolean | undefined {
  if (options[on] === true && options[off] === true)
    throw usageError(`--${on} and --${off} say the opposite.`);
  return options[on] === true ? true : options[off] === true ? false : undefined;
}

function wantedOf(input: VerbInput): Omit<Keep, "id"> {
  const { options } = input;
  const [addTags, removeTags] = [list(options.tag), list(options.untag)];
  const wanted = {
    name: text(options.name),
    notes: text(options.note),
    pinned: either(input, "pin", "unpin"),
    archived: either(input, "archive", "unarchive"),
    ...(addTags.length > 0 && { addTags }),
    ...(removeTags.length > 0 && { removeTags }),
  };
  if (Object.values(wanted).every((value) => value === undefined))
    throw usageError("Say what is to change. See: npx ablab edit --help");
  return wanted;
}

/** Changes as an earlier answer printed them under `undo`, or as a list. */
function changesIn(file: string): Keep[] {
  let told: unknown;
  try {
    told = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw usageError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  const changes = Array.isArray(told) ? told : (told as { undo?: unknown } | null)?.undo;
  const read = AnnotateInput.safeParse({ changes });
  if (!read.success)
    throw usageError(`${file}: ${read.error.issues[0].path.join(".")}: ${read.error.issues[0].message}`);
  return read.data.changes;
}

export const verb: Verb = {
  name: "edit",
  words: "[KIND NAME ...]",
  wordCount: [0, 500],
  summary: "rename, tag, note, pin or archive runs, experiments and benchmarks",
  details:
    "KIND is run, experiment or benchmark; NAME an id, the start of one, or a name. Archiving hides from lists and deletes nothing. With --json the answer has the undo; --changes FILE applies it.",
  examples: [
    [
      "npx ablab edit run baseline-s0 --tag figure2 --archive",
      "also --name, --note, --pin; of experiments and benchmarks too",
    ],
  ],
  options: talking({
    name: { type: "string", value: "TEXT", help: "another name, for one thing" },
    tag: { type: "string", multiple: true, value: "WORD", help: "add a tag" },
    untag: { type: "string", multiple: true, value: "WORD", help: "remove a tag" },
    note: { type: "string", value: "TEXT", help: "replace the notes (Markdown)" },
    pin: { type: "boolean", help: "stand first in lists" },
    unpin: { type: "boolean", help: "stand where it stood" },
    archive: { type: "boolean", help: "hide from lists" },
    unarchive: {
      type: "boolean",
      help: "show in lists again; brings back what was deleted and is not gone yet",
    },
    changes: { type: "string", value: "FILE", help: "changes as an earlier answer printed them under undo" },
  }),
  answer: AnnotateAnswer,
  async run(input) {
    const file = text(input.options.changes);
    const [kindWord, ...words] = input.words;
    if (file === undefined && words.length === 0) throw usageError("Name a kind and at least one thing.");
    if (file !== undefined && input.words.length > 0) throw usageError("--changes names its things itself.");
    const answer = await ask(input, async (api) => {
      if (file !== undefined) return api.annotations.edit.mutate({ changes: changesIn(file) });
      const [kind, wanted] = [annotatedKindOf(kindWord), wantedOf(input)];
      if (wanted.name !== undefined && words.length > 1) throw usageError("--name is for one thing.");
      const ids: string[] = [];
      for (const word of words) ids.push(await findAnnotated(api, kind, word));
      return api.annotations.edit.mutate({ changes: ids.map((id) => ({ id, ...wanted })) });
    });
    if (input.options.json) printJson(answer);
    else say(plain(answer.message));
    return EXIT.done;
  },
};
