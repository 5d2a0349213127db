import { z } from "zod";
import { FolderRecipeRow, FolderRecipes } from "../../contracts/launch/recipe.ts";
import { countOf } from "../../wording/counts.ts";
import { ask, EXIT, usageError } from "../client.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, type Verb } from "../verb.ts";

const USAGE = "Usage: npx ablab recipe list | agree SLUG [HASH]";

const stateOf = ({ agreedAt, changed }: FolderRecipeRow): string => {
  if (agreedAt !== null) return "agreed";
  return `waits for you: ${changed ? countOf(changed.length, "file differs", "files differ") : "never agreed to"}`;
};

function printList({ recipes, problems }: FolderRecipes): void {
  if (recipes.length === 0 && problems.length === 0) {
    say("No worker offers a script. Start one with: npx ablab worker --recipes DIR");
    return;
  }
  const rows = recipes.map((r) => [r.slug, r.version, r.offeredBy, r.folder, stateOf(r)]);
  if (rows.length > 0) say(plain(textTable(["Recipe", "Version", "Worker", "Folder", "State"], rows)));
  for (const { worker, folder, problem } of problems) say(plain(`${worker}, ${folder}: ${problem}`));
}

export const verb: Verb = {
  name: "recipe",
  words: "list | agree SLUG [HASH]",
  wordCount: [1, 3],
  summary: "list scripts that workers offer as recipes, and agree to what changed in one",
  details:
    "A script that changed since somebody agreed to it is not launched. HASH, or its first 8 digits, makes sure that you agree to what you looked at.",
  options: talking({}),
  answer: z.union([FolderRecipes, FolderRecipeRow]),
  async run(input) {
    const [what, slug, hash] = input.words;
    const { json } = input.options;
    if (what === "list" && slug === undefined) {
      const found = await ask(input, (api) => api.recipes.folders.query());
      if (json) printJson(found);
      else printList(found);
      return EXIT.done;
    }
    if (what !== "agree" || slug === undefined) throw usageError(USAGE);
    const agreed = await ask(input, (api) => api.recipes.agree.mutate({ slug, hash }));
    if (json) printJson(agreed);
    else
      say(plain(`${agreed.slug} ${agreed.version} may be launched. It starts: ${agreed.command.join(" ")}`));
    return EXIT.done;
  },
};
