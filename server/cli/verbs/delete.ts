import { z } from "zod";
import { ask, EXIT } from "../client.ts";
import { findRun } from "../find-run.ts";
import { plain, printJson, say } from "../print.ts";
import { talking, type Verb } from "../verb.ts";

const Deletion = z.object({
  id: z.string(),
  name: z.string(),
  sentence: z.string(),
  reports: z.array(z.object({ id: z.string(), title: z.string() })),
});

export const verb: Verb = {
  name: "delete",
  words: "RUN",
  wordCount: [1, 1],
  summary: "delete a run that has ended, with everything stored of it",
  details:
    "RUN is an id, the start of one, or a name that only one run has. Published reports that used it stay whole and say that their source is gone. With --dry-run nothing is deleted.",
  options: talking({ "dry-run": { type: "boolean", help: "only say what would go" } }),
  answer: Deletion,
  async run(input) {
    const dry = input.options["dry-run"] === true;
    const deletion = await ask(input, async (api) => {
      const run = { id: await findRun(api, input.words[0], "delete") };
      return dry ? api.runs.deletion.query(run) : api.runs.delete.mutate(run);
    });
    if (input.options.json) printJson(deletion);
    else {
      say(plain(dry ? deletion.sentence : `Deleted ${deletion.name}. ${deletion.sentence}`));
      for (const report of deletion.reports)
        say(plain(`The published report "${report.title}" ${dry ? "uses" : "used"} it and stays whole.`));
    }
    return EXIT.done;
  },
};
