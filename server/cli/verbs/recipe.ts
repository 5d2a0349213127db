import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { RECIPE_FILE } from "../../../workers/protocol/recipes/recipe-file.ts";
import { STARTS } from "../../../workers/scripts/draft/how-started.ts";
import { draftByAsking, draftRecipe } from "../../../workers/scripts/draft/draft-recipe.ts";
import { PythonEnvironments } from "../../../workers/scripts/python/environments.ts";
import { type PythonOf, pythonOf } from "../../../workers/scripts/python/python-of.ts";
import { unhashedCode } from "../../../workers/scripts/unhashed-code.ts";
import { requirementsOf } from "../../../workers/scripts/python/requirements.ts";
import { FolderProblem, readScript, type Script } from "../../../workers/scripts/read-folder.ts";
import { maskArguments, maskText } from "../../../workers/protocol/secrets/mask.ts";
import { trialCommand, tryScript } from "../../../workers/scripts/try-script.ts";
import { FolderRecipeRow, FolderRecipes } from "../../contracts/launch/recipe.ts";
import { countOf, listFirst } from "../../wording/counts.ts";
import { writeDuration } from "../../wording/times.ts";
import { ask } from "../client.ts";
import { CliError, EXIT, usageError } from "../exit.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { homeDir } from "../home-dir.ts";
import { PYTHON_OPTION } from "../keep-worker.ts";
import { talking, text, type Verb, type VerbInput } from "../verb.ts";

/** So many names of what is not hashed are printed. */
const MOST_NAMED = 20;
const USAGE = "Usage: npx ablab recipe new DIR | check DIR | list | approve SLUG HASH";

const stateOf = ({ approvedAt, changed }: FolderRecipeRow): string => {
  if (approvedAt !== null) return "approved";
  return `waits for you: ${changed ? countOf(changed.length, "file differs", "files differ") : "never approved"}`;
};

function printList({ recipes, problems }: FolderRecipes): void {
  if (recipes.length === 0 && problems.length === 0) {
    say("No worker offers a script. Start one with: npx ablab worker --recipes DIR");
    return;
  }
  const rows = recipes.map((r) => [
    r.slug,
    r.version,
    r.hash.slice(0, 12),
    r.offeredBy,
    r.folder,
    stateOf(r),
  ]);
  if (rows.length > 0)
    say(plain(textTable(["Recipe", "Version", "Hash", "Worker", "Folder", "State"], rows)));
  for (const { slug, unhashedCode } of recipes)
    if (unhashedCode.length > 0)
      say(
        plain(
          `${slug} can take code that is not hashed, and so not approved, from ${listFirst(unhashedCode, MOST_NAMED)}.`,
        ),
      );
  for (const { worker, folder, problem } of problems) say(plain(`${worker}, ${folder}: ${problem}`));
}

/** What is wrong with a folder is said as it is. */
async function saying<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FolderProblem ? new CliError(error.message, EXIT.failed) : error;
  }
}

async function draft(
  given: string,
  { isAsked, python, how }: { isAsked: boolean; python?: string; how?: string },
): Promise<number> {
  const {
    folder,
    file: name,
    text,
    said,
    wrong,
  } = await saying(() =>
    isAsked ? draftByAsking(given, python, process.env, how) : draftRecipe(given, python, how),
  );
  const file = join(folder, name);
  try {
    // What is there is kept, and a link is not followed, wherever it leads.
    writeFileSync(file, text, { flag: "wx" });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why =
      code === "EEXIST"
        ? `${file} is there already; move it away to draft another one.`
        : `${file} cannot be written: ${message}`;
    throw new CliError(why, EXIT.failed);
  }
  say(
    plain(
      `Wrote ${file}. ${isAsked ? "The script was run as far as its parser, and no further." : "Nothing of the script was run."}`,
    ),
  );
  for (const line of said) say(plain(`- ${line}`));
  for (const line of wrong) say(plain(`Error: ${line}`));
  say(plain(`Then: npx ablab recipe check ${name === RECIPE_FILE ? folder : file}`));
  return wrong.length > 0 ? EXIT.failed : EXIT.done;
}

/** The Python of a script, made now where this data directory has none with its packages. */
async function pythonFor(script: Script, program: string | undefined): Promise<PythonOf | null> {
  const source =
    program === undefined ? { environments: new PythonEnvironments(homeDir(), process.env) } : { program };
  const making = {
    onLine: (line: string) => say(plain(`  ${line}`)),
    onCount: (found: number, of: number) =>
      found === 0 && say(`Preparing an environment of ${countOf(of, "package")}.`),
    signal: new AbortController().signal,
  };
  return pythonOf(script, source, process.env.PATH, making);
}

async function check(given: string, isDry: boolean, program: string | undefined): Promise<number> {
  return saying(async () => {
    const script = readScript(given);
    const { manifest, files, folder } = script;
    const counted = countOf(Object.keys(files).length, "file");
    say(plain(`${manifest.title} (${manifest.slug} ${manifest.version}), ${counted} in ${folder}`));
    requirementsOf(script);
    const python = isDry ? null : await pythonFor(script, program);
    const argv = trialCommand(script, manifest.smoke, "OUTPUT", process.env, python);
    say(plain(`Command: ${maskText(maskArguments(argv).join(" "))}`));
    const { names } = script.unhashed;
    const codeOf = unhashedCode(script, process.env);
    if (names.length > 0)
      say(plain(`Not hashed; a run sees it through links: ${listFirst(names, MOST_NAMED)}.`));
    if (codeOf.length > 0)
      say(
        plain(
          `Code can come from places that are not hashed, and so not approved: ${listFirst(codeOf, MOST_NAMED)}. Name what the script needs of that in "files".`,
        ),
      );
    if (isDry) return EXIT.done;
    const { code, signal, ms, events } = await tryScript(script, manifest.smoke, process.env, python);
    const how = code === 0 ? "ended well" : `ended with ${signal ?? `exit code ${code}`}`;
    say(plain(`The trial ${how} after ${writeDuration(ms)}; it wrote ${countOf(events, "event")} itself.`));
    return code === 0 ? EXIT.done : EXIT.failed;
  });
}

async function talk(input: VerbInput): Promise<number> {
  const [what, slug, hash] = input.words;
  const { json } = input.options;
  if (what === "list" && slug === undefined) {
    const found = await ask(input, (api) => api.recipes.folders.query());
    if (json) printJson(found);
    else printList(found);
    return EXIT.done;
  }
  if ((what !== "approve" && what !== "agree") || slug === undefined) throw usageError(USAGE);
  if (hash === undefined)
    throw usageError(
      `Say which content you approve, by its hash: npx ablab recipe approve ${slug} HASH. "npx ablab recipe list" shows it.`,
    );
  const agreed = await ask(input, (api) => api.recipes.agree.mutate({ slug, hash }));
  if (json) printJson(agreed);
  else say(plain(`${agreed.slug} ${agreed.version} may be launched. It starts: ${agreed.command.join(" ")}`));
  return EXIT.done;
}

export const verb: Verb = {
  name: "recipe",
  words: "new DIR | check DIR | list | approve SLUG HASH",
  wordCount: [1, 3],
  summary: "make a script a recipe, try it, list those of workers, and approve a changed one",
  details:
    "new reads a script, without running it, and drafts ablab.recipe.json beside it; with --ask it also asks the parser of the script itself. check validates that, prints the command and runs the smoke preset once, without a server.\nA script that changed since it was approved is not launched. HASH, or its first 8 digits, is the content you approve; list shows it.",
  examples: [
    ["npx ablab recipe new DIR", "draft ablab.recipe.json beside a script"],
    ["npx ablab recipe new run.sh", "draft the recipe of a shell script"],
    ["npx ablab recipe new lab/train.py --start module", "of a module of a package: python -m lab.train"],
    ["npx ablab recipe new train.py --ask", "the same by asking the script's own parser"],
    ["npx ablab recipe check DIR", "validate it and run its smallest training once"],
    ["npx ablab recipe approve SLUG HASH", "approve a changed script"],
  ],
  options: talking({
    dry: { type: "boolean", help: "check only: print the command and run nothing" },
    start: {
      type: "string",
      value: "HOW",
      help: `new only: how it is started, ${STARTS.join(", ")} (conda=NAME); default: by what is given, a .py, a .sh or a Makefile`,
    },
    ask: {
      type: "boolean",
      help: "new only: run the script as far as its own parser and take its arguments from there; you agree that its code is run, without GPU, for 9 s at most",
    },
    python: { ...PYTHON_OPTION, help: `new --ask and check: ${PYTHON_OPTION.help}` },
  }),
  answer: z.union([FolderRecipes, FolderRecipeRow]),
  async run(input) {
    const [what, where, more] = input.words;
    const isLocal = (what === "new" || what === "check") && where !== undefined && more === undefined;
    if (!isLocal) return talk(input);
    return what === "new"
      ? draft(where, {
          isAsked: input.options.ask === true,
          python: text(input.options.python),
          how: text(input.options.start),
        })
      : check(where, input.options.dry === true, text(input.options.python));
  },
};
