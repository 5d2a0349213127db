import { AblationTable } from "../../contracts/experiment.ts";
import { ask, EXIT } from "../client.ts";
import { formatAblation } from "../format-ablation.ts";
import { printJson, say } from "../print.ts";
import { talking, type Verb } from "../verb.ts";

export const verb: Verb = {
  name: "table",
  words: "EXPERIMENT",
  wordCount: [1, 1],
  summary: "print the ablation table of an experiment",
  details: 'EXPERIMENT is an id, the start of one, a title, or "latest".',
  options: talking({}),
  answer: AblationTable,
  async run(input) {
    const table = await ask(input, async (api) =>
      api.experiments.table.query(await api.experiments.find.query({ text: input.words[0] })),
    );
    if (input.options.json) printJson(table);
    else say(formatAblation(table));
    return EXIT.done;
  },
};
