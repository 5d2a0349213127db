import { readFileSync } from "node:fs";
import { z } from "zod";
import { MoveAnswer, MoveInput, Project, ProjectAnswer } from "../../contracts/housekeeping/projects.ts";
import { ANNOTATED_KINDS } from "../../contracts/housekeeping/annotations.ts";
import { writeCount } from "../../wording/counts.ts";
import { type Api, ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { chooseProject, chosenProject, findProject } from "../current-project.ts";
import { findAnnotated } from "../find-annotated.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb, type VerbInput } from "../verb.ts";

const USAGE =
  "Usage: npx ablab project [list], project new NAME, project rename PROJECT NAME, project set PROJECT, project archive PROJECT, project unarchive PROJECT, project delete PROJECT, project move KIND NAME ... --to PROJECT, or project use [PROJECT].";

const Used = z.object({ message: z.string(), project: z.string().nullable() });
type Answer = z.infer<typeof ProjectAnswer> | z.infer<typeof MoveAnswer> | z.infer<typeof Used>;

/** An option that sets a key, or nothing again where it is empty. */
const settable = (value: string | undefined) => (value === "" ? null : value);

function settingsOf({ options }: VerbInput) {
  const [seedKey, recipe] = [settable(text(options["seed-key"])), settable(text(options.recipe))];
  if (seedKey === undefined && recipe === undefined)
    throw usageError("Say what is to be set: --seed-key KEY or --recipe RECIPE; an empty one is none.");
  return { seedKey, recipe };
}

/** Moves as an earlier answer printed them under `undo`. */
function undoIn(path: string): z.infer<typeof MoveInput>[] {
  try {
    const told = JSON.parse(readFileSync(path, "utf8")) as { undo?: unknown };
    return z.array(MoveInput).min(1).parse(told.undo);
  } catch {
    throw usageError(`${path} holds no answer of "project move" with what takes it back.`);
  }
}

async function move(
  api: Api,
  input: VerbInput,
  [kind, ...names]: string[],
): Promise<z.infer<typeof MoveAnswer>> {
  const [to, file] = [text(input.options.to), text(input.options.undo)];
  if (file !== undefined) {
    const answers: z.infer<typeof MoveAnswer>[] = [];
    for (const back of undoIn(file)) answers.push(await api.projects.move.mutate(back));
    return {
      moved: answers.reduce((sum, { moved }) => sum + moved, 0),
      message: answers.map(({ message }) => message).join(" "),
      undo: answers.toReversed().flatMap(({ undo }) => undo),
    };
  }
  if (to === undefined || names.length === 0) throw usageError(USAGE);
  const ids: string[] = [];
  for (const name of names) {
    if (kind === "report") ids.push((await api.reports.find.query({ text: name })).id);
    else if (kind === "run" || kind === "experiment") ids.push(await findAnnotated(api, kind, name));
    else throw usageError(`KIND is ${ANNOTATED_KINDS[0]}, ${ANNOTATED_KINDS[1]} or report.`);
  }
  return api.projects.move.mutate({ ids, to });
}

async function use(api: Api, word: string | undefined): Promise<z.infer<typeof Used>> {
  if (word === undefined) {
    chooseProject(null);
    return { message: "Commands use the default project again, and list every one.", project: null };
  }
  const { name, slug } = await findProject(api, word);
  chooseProject(slug);
  return { message: `Commands on this machine use the project ${name}.`, project: slug };
}

async function change(api: Api, input: VerbInput): Promise<Answer> {
  const [what, ...words] = input.words;
  const [first, second] = words;
  if (what === "move") return move(api, input, words);
  if (what === "use" && words.length < 2) return use(api, first);
  if (first === undefined || words.length > (what === "rename" ? 2 : 1)) throw usageError(USAGE);
  const { projects } = api;
  if (what === "new") return projects.create.mutate({ name: first });
  if (what === "rename" && second !== undefined)
    return projects.change.mutate({ project: first, name: second });
  if (what === "set") return projects.change.mutate({ project: first, ...settingsOf(input) });
  if (what === "archive" || what === "unarchive")
    return projects.change.mutate({ project: first, archived: what === "archive" });
  if (what === "delete") return projects.delete.mutate({ project: first });
  throw usageError(USAGE);
}

function table(all: readonly Project[]): string {
  const chosen = chosenProject();
  const state = ({ slug, archived, isDefault }: Project) =>
    [isDefault ? "default" : "", archived ? "archived" : "", slug === chosen ? "in use" : ""]
      .filter(Boolean)
      .join(", ");
  return textTable(
    ["project", "slug", ">runs", ">experiments", ">reports", ">tokens", "state"],
    all.map((one) =>
      [
        one.name,
        one.slug,
        ...[one.runs, one.experiments, one.reports, one.tokens].map((n) => writeCount(n)),
        state(one),
      ].map(plain),
    ),
  );
}

export const verb: Verb = {
  name: "project",
  words:
    "[list | new NAME | rename PROJECT NAME | set PROJECT | archive PROJECT | unarchive PROJECT | delete PROJECT | move KIND NAME ... | use [PROJECT]]",
  wordCount: [0, 500],
  summary: "make, rename, archive and choose projects, and move runs, experiments and reports between them",
  details:
    "PROJECT is a slug, a name or an id; the slug stays where the name changes. KIND is run, experiment or report. A run of an experiment that stays goes into one of the same title in the other project. With --json the answer of move has what takes it back; --undo FILE does that. use without a project chooses the default one again.",
  examples: [
    ["npx ablab project new gsm8k", "another project"],
    ["npx ablab project use gsm8k", "commands on this machine use it"],
    ["npx ablab project move run baseline-s0 --to gsm8k", "move a run"],
  ],
  options: talking({
    to: { type: "string", value: "PROJECT", help: "where move puts them" },
    undo: { type: "string", value: "FILE", help: "move back, as an earlier answer printed it with --json" },
    "seed-key": { type: "string", value: "KEY", help: "set: key of the seed in what comes new from outside" },
    recipe: { type: "string", value: "RECIPE", help: "set: the recipe that the form of a launch opens with" },
  }),
  answer: z.union([z.array(Project), ProjectAnswer, MoveAnswer, Used]),
  async run(input) {
    const [what = "list"] = input.words;
    if (what === "list" && input.words.length < 2) {
      const all = await ask(input, (api) => api.projects.list.query());
      if (input.options.json) printJson(all);
      else say(table(all));
      return EXIT.done;
    }
    const answer = await ask(input, (api) => change(api, input));
    if (input.options.json) printJson(answer);
    else say(plain(answer.message));
    return EXIT.done;
  },
};
